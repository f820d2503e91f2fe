/**
 * Seeds the sample company that tests copy, at the moment START: `seed.ts FOLDER URL NAME START` makes the folder
 * `sample` with an embedded database and its files, and where there is a PostgreSQL server the database NAME with the
 * folder `postgres-files`. `seed.ts remove URL NAME` removes that database from a server that outlives the run.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { clockOf } from './clock/clock.ts'
import { storeOn } from './clock/store-on.ts'
import { createTestWorld } from './harness.ts'

const [folder = '', url = '', name = '', start] = process.argv.slice(2)
const clock = clockOf(() => new Date(Number(start)))

async function seed(database: Database, files: string): Promise<void> {
  const world = await createTestWorld({ database, clock, files: storeOn(clock, folderStore(files)) })
  await world.close()
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

if (folder === 'remove') await onServer(`drop database if exists ${name} with (force)`)
else {
  const sample = join(folder, 'sample')
  if (url) {
    await onServer(`create database ${name}`)
    const copy = Object.assign(new URL(url), { pathname: `/${name}` }).href
    await seed(openPostgres(copy, { max: 5 }), join(folder, 'postgres-files'))
  }
  // Not beside it: SQLite's work keeps this process busy, and a connection to a server would wait too long for it.
  if (!existsSync(sample)) await seed(openSqlite(sample), join(sample, 'files'))
}
