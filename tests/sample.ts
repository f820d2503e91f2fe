import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite, openSqliteCopy } from '#server/db/sqlite.ts'
import { createTestWorld } from './harness.ts'

const TEMPLATE = 'sample_company'
/** Any number: whoever holds this lock creates the template. */
const LOCK = 7153

async function seed(database: Database): Promise<void> {
  const world = await createTestWorld({ database })
  await world.close()
}

/** A database in memory with the sample company, copied from one that is seeded once per run. */
export async function sampleSqlite(): Promise<Database> {
  const file = join(inject('templates'), 'sample.db')
  const known = await readFile(file).catch(() => null)
  if (known) return openSqliteCopy(known)
  // Two workers may seed one each; the last to rename it wins, and both are the same.
  const folder = `${file} ${crypto.randomUUID()}`
  await seed(openSqlite(folder))
  await rename(join(folder, 'plumbline.db'), file)
  await rm(folder, { recursive: true })
  return openSqliteCopy(await readFile(file))
}

/** The URL of a new PostgreSQL database with the sample company, copied likewise. */
export async function samplePostgresUrl(): Promise<string> {
  const server = inject('postgresUrl')
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  // A server that outlives the run may have a template of an earlier one.
  const template = `${TEMPLATE}_${inject('run')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) {
      const unfinished = `${template}_unfinished`
      // It is left behind by a test that ended while it was seeded, such as one whose time was up.
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await client.query(`create database ${unfinished}`)
      await seed(openPostgres(urlOf(unfinished), { max: 5 }))
      await client.query(`alter database ${unfinished} rename to ${template}`)
    }
    const name = `test_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
    await client.query(`create database ${name} template ${template}`)
    return urlOf(name)
  } finally {
    // Ends the lock, too.
    await client.end()
  }
}
