import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite, openSqliteCopy } from '#server/db/sqlite.ts'
import { runningClock } from './clock/clock.ts'
import type { TestClock } from './clock/test-clock.ts'
import { withSample } from './sample-files.ts'

/**
 * A database in memory with the sample company, copied from the one that is seeded before the first test. For a clock
 * that starts on a day of its own it is copied from the first one of that start; that one is empty, and the world on it seeds
 * the company.
 */
export async function sampleSqlite(clock?: TestClock): Promise<Database> {
  const isOwn = clock?.hasOwnStart === true
  const folder = join(inject('templates'), isOwn ? `sample-${clock.start.getTime()}` : 'sample')
  if (isOwn && !existsSync(folder)) return withSample(openSqlite(':memory:'), { clock, keptAs: folder })
  const database = openSqliteCopy(await readFile(join(folder, 'plumbline.db')))
  return withSample(database, { clock: clock ?? runningClock, folder: join(folder, 'files') })
}

const folderOf = { SQLite: 'sample/files', PostgreSQL: 'postgres-files' }

/** Gives a server's data folder the sample company, with its files. Resolves with the URL of the database, if any. */
export async function sampleData(engine: 'SQLite' | 'PostgreSQL', dataDir: string): Promise<string | undefined> {
  const from = inject('templates')
  await cp(join(from, folderOf[engine]), join(dataDir, 'files'), { recursive: true })
  if (engine === 'PostgreSQL') return samplePostgresUrl()
  await cp(join(from, 'sample/plumbline.db'), join(dataDir, 'plumbline.db'))
  return undefined
}

/** A new PostgreSQL database with the sample company, copied likewise. */
export async function samplePostgres(clock?: TestClock): Promise<Database> {
  const database = openPostgres(await samplePostgresUrl(clock?.hasOwnStart ? 'template1' : undefined), { max: 5 })
  if (clock?.hasOwnStart) return withSample(database, { clock })
  return withSample(database, {
    clock: clock ?? runningClock,
    folder: join(inject('templates'), folderOf.PostgreSQL),
  })
}

/** The URL of a new PostgreSQL database with the sample company, without its files. */
export async function samplePostgresUrl(template = inject('template')): Promise<string> {
  const server = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  // One copy at a time, by any number for a lock: the template may have no other connection meanwhile.
  await client.query('select pg_advisory_lock(7153)')
  await client.query(`create database ${name} template ${template}`)
  // Ends the lock, too.
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
