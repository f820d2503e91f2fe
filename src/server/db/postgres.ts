import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './database.ts'

/** How long a request waits for a connection, in milliseconds, before it is told that the database is away. */
const LONGEST_WAIT = 10_000

const MOST_STATEMENTS = 500
const statements = new Map<string, string>()

/** The name a statement is prepared under on each connection, so that a question asked again is planned once. */
function nameOf(text: string): string | undefined {
  const known = statements.get(text)
  if (known !== undefined || statements.size >= MOST_STATEMENTS) return known
  const name = `plumbline_${statements.size}`
  statements.set(text, name)
  return name
}

/** Lets a connection ask by prepared statements whatever has parameters. */
function prepare(client: pg.ClientBase) {
  const ask = client.query.bind(client)
  const query = (text: string, values: unknown[] = []) => {
    const name = values.length ? nameOf(text) : undefined
    return ask({ text, values, ...(name && { name }) })
  }
  // Kysely, the only one who asks, does so by text and values.
  client.query = query as typeof client.query
}

/**
 * A PostgreSQL server shared by any number of app processes. Values come as text, as the server sends them: the codec
 * knows from the descriptions what they are.
 */
export function openPostgres(connectionString: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: LONGEST_WAIT,
    keepAlive: true,
    types: { getTypeParser: () => (value: string) => value },
  })
  // A connection that the server drops is replaced by the next query, and whoever was using it hears of it from his own
  // query. The pool listens to the idle ones only: without a listener of its own, one in use would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepare(client)
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { dialect: 'postgres', kysely, close: () => kysely.destroy() }
}
