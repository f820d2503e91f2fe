import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './database.ts'

/**
 * A PostgreSQL server shared by any number of app processes. Values come as text, as the server sends them: the codec
 * knows from the descriptions what they are.
 */
export function openPostgres(connectionString: string, { max = 10 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: { getTypeParser: () => (value: string) => value },
  })
  // An idle connection that the server drops is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { dialect: 'postgres', kysely, close: () => kysely.destroy() }
}
