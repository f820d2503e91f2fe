import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { backupsIn } from './backup-place.ts'
import type { Tallies } from './copy-database.ts'

/** The file in a backup that says what belongs to it. It is written last, so a backup without one is unfinished. */
export const MANIFEST = 'manifest.json'
/** The database in a backup, of whichever engine it came from. */
export const DATABASE = 'plumbline.db'

export interface Manifest {
  readonly format: 1
  /** When the backup began, ISO 8601: every save that was answered before is in it. */
  readonly began_at: string
  /** The version of the app that made it. */
  readonly version: string
  readonly company: string
  readonly engine: string
  /** SHA-256 of each file, by its path in the backup. */
  readonly files: Readonly<Record<string, string>>
  readonly tables: Tallies
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)

/** Why a folder is no backup, and which one to name instead. */
async function whyNone(folder: string): Promise<string> {
  if (!(await stat(folder).catch(() => null))) return 'there is no such folder. Name the folder of one.'
  const newest = (await backupsIn(folder)).at(-1)
  return newest === undefined
    ? `it has no ${MANIFEST}. Name the folder of one.`
    : `it holds backups. Name one of them, such as ${join(folder, newest)}.`
}

/** @throws for a folder that is no finished backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(async () => {
    throw new Error(`${folder} is no finished backup: ${await whyNone(folder)}`)
  })
  const manifest: unknown = JSON.parse(text)
  if (!isObject(manifest) || manifest.format !== 1 || !isObject(manifest.files) || !isObject(manifest.tables))
    throw new Error(`${join(folder, MANIFEST)} is not one that this version of Plumbline reads.`)
  return manifest as unknown as Manifest
}

/** What is wrong with the files of a backup: missing ones, and those with other content. */
export async function faultsIn(folder: string, { files }: Manifest): Promise<string[]> {
  const faults: string[] = []
  for (const [path, digest] of Object.entries(files)) {
    const found = await digestOf(join(folder, path)).catch(() => null)
    if (found === null) faults.push(`${path} is missing`)
    else if (found !== digest) faults.push(`${path} has other content than when it was written`)
  }
  return faults
}
