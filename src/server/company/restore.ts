import { copyFile, mkdtemp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqliteFile } from '../db/sqlite.ts'
import { nothingSaved, type FileStore } from '../files/file-store.ts'
import { openFiles } from '../open.ts'
import type { Catalog } from '../resource/catalog.ts'
import { copyDatabase, differencesIn, holdsCompany, tallyOf } from './copy-database.ts'
import { prepareTables } from '../db/prepare-tables.ts'
import { DATABASE, digestOf, faultsIn, readManifest, type Manifest } from './manifest.ts'
import { beginCopy, endCopy, unfinishedCopy } from './unfinished.ts'

/**
 * Restores a backup into the empty place that a configuration names, of either engine. Everything is checked before
 * anything is written. One that was broken off is finished by the same command, which finds a finished one done.
 * @throws with a sentence for the operator, when the backup is damaged or the place is not empty
 */
export async function restore(config: Config, catalog: Catalog, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const faults = await faultsIn(folder, manifest)
  if (faults.length) throw new Error(`this backup is damaged: ${faults.slice(0, 5).join('; ')}.`)
  if (
    config.s3 === undefined &&
    Object.keys(manifest.files).some((place) => place !== DATABASE && !/^files\/..\//.test(place))
  )
    throw new Error(
      'this backup has files named as buckets named them before version 0.2. Restore it into a bucket (S3_URL).',
    )
  const store = openFiles(config)
  for await (const { path } of store.list())
    if (!(`files/${path}` in manifest.files))
      throw new Error('there are other files where the files of the backup are to go. Name an empty place.')
  const isThere = await (config.databaseUrl === undefined
    ? checkFolder(config, manifest)
    : checkServer(config.databaseUrl, manifest))
  await putFiles(store, folder, manifest)
  if (isThere) return manifest
  await (config.databaseUrl === undefined
    ? putDatabase(config, folder)
    : copyInto(config.databaseUrl, catalog, folder, manifest))
  return manifest
}

/** Whether the database was restored before, and nothing has opened it since. @throws when there is another one */
async function checkFolder({ dataDir }: Config, { files }: Manifest): Promise<boolean> {
  const there = join(dataDir, DATABASE)
  if (!(await stat(there).catch(() => null))) return false
  if ((await digestOf(there)) === files[DATABASE]) return true
  throw new Error(`${dataDir} has a company already. Set DATA_DIR to an empty folder.`)
}

const sourceOf = ({ began_at }: Manifest) => `backup of ${began_at}`

/** Whether the database was restored before. @throws when there is another one, or a part of one */
async function checkServer(url: string, manifest: Manifest): Promise<boolean> {
  const database = openPostgres(url, { max: 1 })
  try {
    const broken = await unfinishedCopy(database)
    if (broken !== null && broken !== sourceOf(manifest))
      throw new Error(`this database holds a part of another copy (${broken}). Empty it first.`)
    if (broken !== null || !(await holdsCompany(database))) return false
    if (!differencesIn(manifest.tables, await tallyOf(database)).length) return true
    throw new Error('this database has a company already. Set DATABASE_URL to an empty one.')
  } finally {
    await database.close()
  }
}

async function putFiles(store: FileStore, folder: string, { files }: Manifest): Promise<void> {
  const stored = new Set<string>()
  for await (const { path, unfinished } of store.list()) if (!unfinished) stored.add(path)
  for (const place of Object.keys(files)) {
    const path = place.replace(/^files\//, '')
    if (path === place || stored.has(path)) continue
    const file = await store.open(path, nothingSaved)
    for await (const chunk of createReadStream(join(folder, place))) await file.write(new Uint8Array(chunk as Buffer))
    await file.save(true)
    await file.close()
    await store.finish(path, file.saved)
  }
}

/** The database comes last and at once, so that a restore which was broken off leaves none. */
async function putDatabase({ dataDir }: Config, folder: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const coming = join(dataDir, `${DATABASE}.restoring`)
  await copyFile(join(folder, DATABASE), coming)
  await rename(coming, join(dataDir, DATABASE))
}

async function copyInto(url: string, catalog: Catalog, folder: string, manifest: Manifest): Promise<void> {
  // The backup's tables may be those of an earlier version, so they are upgraded first, in a copy.
  const work = await mkdtemp(join(tmpdir(), 'plumbline-restore-'))
  await copyFile(join(folder, DATABASE), join(work, DATABASE))
  const [from, to] = [openSqliteFile(join(work, DATABASE)), openPostgres(url, { max: 2 })]
  try {
    await prepareTables(from, catalog)
    await prepareTables(to, catalog)
    const resume = (await unfinishedCopy(to)) !== null
    await beginCopy(to, sourceOf(manifest))
    const tallies = await copyDatabase(from, to, { resume })
    const differences = differencesIn(tallies, await tallyOf(to))
    if (differences.length) throw new Error(`the copy differs from the backup: ${differences.join('; ')}.`)
    await endCopy(to)
  } finally {
    await Promise.all([from.close(), to.close()])
    await rm(work, { recursive: true })
  }
}
