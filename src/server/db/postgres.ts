import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './database.ts'

/** How long a request waits for a connection before it fails because the database is unavailable, in milliseconds. */
const LONGEST_WAIT = 10_000

const MOST_STATEMENTS = 500
const statements = new Map<string, string>()

/** The name of the prepared statement for a query, so that each connection plans a repeated query only once. */
function nameOf(text: string): string | undefined {
  const known = statements.get(text)
  if (known !== undefined || statements.size >= MOST_STATEMENTS) return known
  const name = `plumbline_${statements.size}`
  statements.set(text, name)
  return name
}

/** Makes a connection use prepared statements for every query with parameters. */
function prepare(client: pg.ClientBase) {
  const ask = client.query.bind(client)
  const query = (text: string, values: unknown[] = []) => {
    const name = values.length ? nameOf(text) : undefined
    return ask({ text, values, ...(name && { name }) })
  }
  // Only Kysely calls this, always with a text and values.
  client.query = query as typeof client.query
}

/**
 * A PostgreSQL server shared by any number of app processes. Values arrive as text and are decoded by the codec, which
 * knows their types from the descriptions.
 */
export function openPostgres(connectionString: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: LONGEST_WAIT,
    keepAlive: true,
    types: { getTypeParser: () => (value: string) => value },
  })
  // The pool replaces a dropped connection on the next query, and the query that was using it fails with an error of
  // its own. But the pool handles `error` only on idle connections, so without this listener one in use would crash the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepare(client)
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { dialect: 'postgres', kysely, close: () => kysely.destroy() }
}
