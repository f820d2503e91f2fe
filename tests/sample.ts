import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite, openSqliteCopy } from '#server/db/sqlite.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { createTestWorld } from './harness.ts'
import { withFiles } from './sample-files.ts'

const TEMPLATE = 'sample_company'
/** Any number: whoever holds this lock creates the template. */
const LOCK = 7153

async function seed(database: Database, files: string): Promise<void> {
  const world = await createTestWorld({ database, files: folderStore(files) })
  await world.close()
}

/** A database in memory with the sample company, copied from one that is seeded once per run. */
export async function sampleSqlite(): Promise<Database> {
  const folder = join(inject('templates'), 'sample')
  const open = async () =>
    withFiles(openSqliteCopy(await readFile(join(folder, 'plumbline.db'))), join(folder, 'files'))
  if (existsSync(folder)) return open()
  const own = `${folder} ${crypto.randomUUID()}`
  await seed(openSqlite(own), join(own, 'files'))
  // Two workers may seed one each; the first to rename it wins.
  await rename(own, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error
  })
  return open()
}

/** A new PostgreSQL database with the sample company, copied likewise. */
export const samplePostgres = async (): Promise<Database> =>
  withFiles(openPostgres(await samplePostgresUrl(), { max: 5 }), postgresFiles())

const postgresFiles = () => join(inject('templates'), 'postgres-files')

/** The URL of a new PostgreSQL database with the sample company, without its files. */
async function samplePostgresUrl(): Promise<string> {
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
      await rm(postgresFiles(), { recursive: true, force: true })
      await seed(openPostgres(urlOf(unfinished), { max: 5 }), postgresFiles())
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
