import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { TestClock } from './clock/test-clock.ts'
import { samplePostgres, sampleSqlite } from './sample.ts'
import { isBrief } from './tier.ts'

interface Engine {
  readonly engine: 'SQLite' | 'PostgreSQL'
  /** Opens an empty database. */
  readonly open: () => Promise<Database>
  /** Opens a database with the sample company, as it is when the tests begin or where a clock of their own starts. */
  readonly openSample: (clock?: TestClock) => Promise<Database>
}

const sqlite: Engine = { engine: 'SQLite', open: async () => openSqlite(':memory:'), openSample: sampleSqlite }
const postgres: Engine = { engine: 'PostgreSQL', open: openFreshPostgres, openSample: samplePostgres }

/**
 * Both database engines, for `describe.each(engines)`; the embedded one alone where there is no server on purpose, as one
 * is enough to tell whether a test would notice something.
 */
export const engines: readonly Engine[] = inject('postgresUrl') === '' ? [sqlite] : [sqlite, postgres]

/**
 * The engines for long tests of what is above the database: one in `npm test`, where others show that both engines answer
 * alike, and both in the whole proof.
 */
export const enginesOfTier: readonly Engine[] = isBrief ? [sqlite] : engines

/**
 * The engines for long tests of what the database itself must do alike: in `npm test` the one that no other test is tried
 * on, and both in the whole proof.
 */
export const rarerEnginesOfTier: readonly Engine[] = isBrief ? engines.slice(-1) : engines

async function openFreshPostgres(): Promise<Database> {
  return openPostgres(await freshPostgres(), { max: 5 })
}

/** The URL of a new, empty PostgreSQL database. */
export async function freshPostgres(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
