import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { THEN_COMMIT, type Database, type Tables } from './database.ts'

/** How long a request waits for a connection before it fails because the database is unavailable, in milliseconds. */
const LONGEST_WAIT = 10_000

const MOST_STATEMENTS = 500
/** Longer texts insert many rows: there is one for each number of rows, and few are repeated. */
const MOST_TEXT = 8000
const statements = new Map<string, string>()

/** The name of the prepared statement for a query, so that each connection plans a repeated query only once. */
function nameOf(text: string): string | undefined {
  if (text.length > MOST_TEXT) return undefined
  const known = statements.get(text)
  if (known !== undefined || statements.size >= MOST_STATEMENTS) return known
  const name = `plumbline_${statements.size}`
  statements.set(text, name)
  return name
}

const complete = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] })

/**
 * Makes a connection use prepared statements for every query with parameters, and send `begin` and `commit` together
 * with the statements next to them: each packet costs more than such a statement. `begin` waits for the transaction's
 * first statement, and a statement marked with {@link THEN_COMMIT} takes `commit` along. If that statement fails,
 * PostgreSQL rolls back instead of committing.
 */
function prepare(client: pg.Client) {
  const ask = client.query.bind(client)
  let begins = false
  let committing: Promise<unknown> | null = null

  const send = (text: string, values: unknown[]) => {
    const name = values.length ? nameOf(text) : undefined
    return ask({ text, values, ...(name && { name }) })
  }
  /** Sends all of them in one packet; resolves to the answer of the statement. */
  function sendTogether(text: string, values: unknown[], { begin, commit }: { begin: boolean; commit: boolean }) {
    const { stream } = client.connection
    stream.cork()
    try {
      const began = begin ? ask('begin') : undefined
      const answer = send(text, values)
      if (commit) {
        committing = ask('commit')
        // The later `commit` query returns this promise, and its caller handles the failure. Until then, this handler keeps
        // Node from reporting an unhandled rejection.
        committing.catch(() => {})
      }
      return began ? Promise.all([answer, began]).then(([result]) => result) : answer
    } finally {
      stream.uncork()
    }
  }
  const query = (text: string, values: unknown[] = []) => {
    if (text === 'begin') {
      begins = true
      return complete('BEGIN')
    }
    const begin = begins
    begins = false
    const sent = committing
    committing = null
    if (text === 'commit' || text === 'rollback') {
      if (begin) return complete(text.toUpperCase())
      if (sent) return text === 'commit' ? sent : sent.then(() => complete('ROLLBACK'))
    }
    const commit = text.endsWith(THEN_COMMIT)
    return begin || commit ? sendTogether(text, values, { begin, commit }) : send(text, values)
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
    pipeline: true,
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
