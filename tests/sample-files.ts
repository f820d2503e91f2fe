import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Clock } from './clock/clock.ts'

/** What goes with a database of the sample company: the clock it is seeded by, and the files that its records name. */
interface Sample {
  readonly clock: Clock
  /** Not where the company is yet to be seeded. */
  readonly folder?: string
  /** Where others find it once it is seeded: a database on SQLite and its files. */
  readonly keptAs?: string
}

const samples = new WeakMap<Database, Sample>()

/** Notes what goes with a database. */
export function withSample(database: Database, sample: Sample): Database {
  samples.set(database, sample)
  return database
}

/** The same company behind another face, which counts its queries for instance. */
export function sameSample(of: Database, database: Database): Database {
  const sample = samples.get(of)
  return sample ? withSample(database, sample) : database
}

/** The clock that the company of a database is seeded by. */
export const clockIn = (database: Database): Clock | undefined => samples.get(database)?.clock

/** Copies the files of a copied database into the folder of its server. */
export async function copySampleFiles(database: Database, to: string): Promise<void> {
  const folder = samples.get(database)?.folder
  if (folder) await cp(folder, to, { recursive: true })
}

/** Keeps a company that was just seeded for others that begin at the same moment: seeding takes three seconds of a processor. */
export async function keepSample(database: Database, files: string): Promise<void> {
  const to = samples.get(database)?.keptAs
  if (!to) return
  const from = `${to}-${crypto.randomUUID()}`
  await mkdir(from)
  await sql`vacuum into ${join(from, 'plumbline.db')}`.execute(database.kysely)
  await cp(files, join(from, 'files'), { recursive: true })
  // Where another test was sooner, its company stays.
  await rename(from, to).catch(() => rm(from, { recursive: true }))
}
