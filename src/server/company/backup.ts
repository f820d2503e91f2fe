import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { lockFile } from '../db/lock-file.ts'
import { openSqliteFile } from '../db/sqlite.ts'
import { openFiles } from '../open.ts'
import type { Catalog } from '../resource/catalog.ts'
import { backupsIn, UNFINISHED, type BackupPlace } from './backup-place.ts'
import { copyDatabase, tallyOf } from './copy-database.ts'
import { prepareTables } from '../db/prepare-tables.ts'
import { demandCompany } from './demand-company.ts'
import { DATABASE, digestOf, readManifest, writeManifest, type Manifest } from './manifest.ts'
import { tightenBackups } from './private.ts'
import { storedPaths } from './stored-paths.ts'
import { versionOfApp } from './version.ts'

/** All pages at once: a copy in steps would begin anew with each save of the server. */
const ALL_PAGES = 2 ** 31 - 1

/** Copies the database as of one moment into a file of the embedded engine. */
async function copyTo(path: string, { databaseUrl, dataDir }: Config, catalog: Catalog): Promise<void> {
  if (databaseUrl === undefined) {
    const source = new DatabaseSync(join(dataDir, DATABASE), { readOnly: true })
    try {
      await copyPages(source, path, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    return
  }
  const { openPostgres } = await import('../db/postgres.ts')
  const [from, to] = [openPostgres(databaseUrl, { max: 2 }), openSqliteFile(path)]
  try {
    await prepareTables(to, catalog)
    await copyDatabase(from, to)
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

export interface Backup {
  readonly folder: string
  readonly files: number
  /** Files that records name and the store did not have. */
  readonly missing: readonly string[]
}

/**
 * Backs up the company of a configuration, which may be served meanwhile: its database as of one moment, and the files
 * that it names, into a folder of its own. Files that the backup before has are shared with it.
 * @throws when there is no company, it cannot be written, or another backup is being made in the same folder
 */
export async function makeBackup(config: Config, catalog: Catalog, place: BackupPlace): Promise<Backup> {
  await demandCompany(config)
  await mkdir(place.folder, { recursive: true })
  tightenBackups(place.folder)
  const release = lock(place.folder)
  try {
    return await backUp(config, catalog, place)
  } finally {
    release()
  }
}

/** Locks the folder, so that what is unfinished there is nobody's any more. */
function lock(folder: string): () => void {
  try {
    return lockFile(join(folder, 'lock.db'))
  } catch (cause) {
    throw new Error(`another backup is being made in ${folder}. Try again when it has ended.`, { cause })
  }
}

async function backUp(config: Config, catalog: Catalog, { folder, keep }: BackupPlace): Promise<Backup> {
  const began_at = new Date().toISOString()
  const target = join(folder, began_at.replaceAll(/[:.]/g, '-'))
  const work = target + UNFINISHED
  // First, since what one was writing when it was killed may be what fills the disk.
  for (const broken of await readdir(folder))
    if (broken.endsWith(UNFINISHED)) await rm(join(folder, broken), { recursive: true })
  try {
    const made = await write(work, began_at, config, catalog, folder)
    await rename(work, target)
    for (const old of (await backupsIn(folder)).slice(0, -keep)) await rm(join(folder, old), { recursive: true })
    return { folder: target, ...made }
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    throw error
  }
}

/** Writes a whole backup into `work`, beside the others in `folder`. */
async function write(
  work: string,
  began_at: string,
  config: Config,
  catalog: Catalog,
  folder: string,
): Promise<Omit<Backup, 'folder'>> {
  const before = (await backupsIn(folder)).at(-1)
  await mkdir(join(work, 'files'), { recursive: true })
  // The files after the database: each of them is finished before a record names it, and stays.
  await copyTo(join(work, DATABASE), config, catalog)
  const copy = openSqliteFile(join(work, DATABASE))
  const paths = await storedPaths(copy)
  const tables = await tallyOf(copy)
  await copy.close()
  const known = before === undefined ? null : await readManifest(join(folder, before)).catch(() => null)
  const digests: Record<string, string> = { [DATABASE]: await digestOf(join(work, DATABASE)) }
  const missing: string[] = []
  const store = openFiles(config)
  for (const path of paths) {
    const place = `files/${path}`
    await mkdir(dirname(join(work, place)), { recursive: true })
    const shared = known?.files[place]
    if (shared !== undefined && before !== undefined) {
      const linked = await link(join(folder, before, place), join(work, place)).then(
        () => true,
        () => false,
      )
      if (linked) {
        digests[place] = shared
        continue
      }
    }
    const bytes = await store.read(path)
    if (bytes) {
      await pipeline(Readable.fromWeb(bytes as never), createWriteStream(join(work, place)))
      digests[place] = await digestOf(join(work, place))
    } else missing.push(path)
  }
  await writeManifest(work, {
    format: 1,
    began_at,
    version: await versionOfApp(),
    company: config.companyName,
    engine: config.databaseUrl === undefined ? 'sqlite' : 'postgres',
    files: digests,
    tables,
  } satisfies Manifest)
  return { files: Object.keys(digests).length - 1, missing }
}
