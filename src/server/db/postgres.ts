import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { resume } from '../http/own-time.ts'
import { THEN_COMMIT, type Database, type Tables } from './database.ts'
import { readingOn } from './reading.ts'

/** How long a request waits for a connection before it fails because the database is unavailable, in milliseconds. */
const LONGEST_WAIT = 10_000

/** After how many seconds a connection is replaced by a new one, since each keeps some memory for what it was asked. */
const LIFETIME = 3600
/** Prepared statements per connection, each of which takes memory in PostgreSQL. */
const MOST_STATEMENTS = 500
/** Longer texts insert many rows: there is one for each number of rows, and few are repeated. */
const MOST_TEXT = 8000

const complete = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] })

/**
 * Makes a connection use prepared statements for every query that may be repeated, and send `begin` and `commit` together
 * with the statements next to them: each packet costs more than such a statement. `begin` waits for the transaction's
 * first statement, and a statement marked with {@link THEN_COMMIT} takes `commit` along. If that statement fails,
 * PostgreSQL rolls back instead of committing.
 */
function prepare(client: pg.Client) {
  const ask = client.query.bind(client)
  /** The names of the prepared statements by their texts, those used last at the end. */
  const statements = new Map<string, string>()
  let prepared = 0
  let begins = false
  let committing: Promise<unknown> | null = null

  /** The name of the statement with this text, so that a repeated query is planned once. */
  function nameOf(text: string): string {
    const name = statements.get(text) ?? `plumbline_${prepared++}`
    statements.delete(text)
    statements.set(text, name)
    const [oldest] = statements
    if (oldest && statements.size > MOST_STATEMENTS) {
      statements.delete(oldest[0])
      // In a transaction that has failed, this fails too, and the statement is kept until the connection ends.
      ask(`deallocate ${oldest[1]}`).catch(() => {})
    }
    return name
  }
  const send = (text: string, values: unknown[]) => {
    const isRepeated = text.length <= MOST_TEXT && (values.length > 0 || text.startsWith('select '))
    const name = isRepeated ? nameOf(text) : undefined
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
    const answer = begin || commit ? sendTogether(text, values, { begin, commit }) : send(text, values)
    return answer.then((result) => {
      resume()
      return result
    })
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
    maxLifetimeSeconds: LIFETIME,
    pipeline: true,
    types: { getTypeParser: () => (value: string) => value },
  })
  // The pool replaces a dropped connection on the next query, and the query that was using it fails with an error of
  // its own. But the pool handles `error` only on idle connections, so without this listener one in use would crash the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // In other zones the offsets of moments long ago have seconds, which no date in JavaScript has. Compiling a query takes
    // PostgreSQL 50 to 150 ms, and none of these lasts so long. A connection on which this fails is lost, which its next
    // query says. Nor is a worker worth its start, which takes tens of milliseconds where the processors are busy.
    void client.query("set time zone 'UTC'; set jit = off; set max_parallel_workers_per_gather = 0").catch(() => {})
    prepare(client)
  })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { dialect: 'postgres', kysely, reads: readingOn(kysely), close: () => kysely.destroy() }
}
