import type { CurrentUser, Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { isObject } from '#lib/is-object.ts'
import type { KeptDatabase } from './database.ts'
import { hashOf } from './description.ts'
import type { JobKeeping } from './keeping.ts'
import { KEPT_FILES, PREVIEWS } from './previews.ts'

/** What is to be here of a job, as of the last check. */
export interface Ledger {
  /** Its place among the jobs: what is needed first has the lowest, and goes last. */
  readonly rank: number
  /** The addresses of each item's files, by kind. */
  readonly kinds: readonly {
    readonly noun: readonly [string, string]
    readonly items: readonly (readonly string[])[]
  }[]
  /** How large a file is here, by its address, or about how large it will be. */
  readonly sizes: Record<string, number>
  readonly wholeAt: number | null
  readonly state: JobKeeping['state']
}

/** No answer to a question of an entity, so it is read with none. */
const NONE = ''
const keyOf = (job: Id | string) => `files ${job}`

export async function writeLedger(
  database: KeptDatabase,
  reader: CurrentUser,
  root: Entity,
  job: Id,
  ledger: Ledger | null,
): Promise<void> {
  const common = { owner: reader.id, entity: NONE, key: keyOf(job) }
  if (!ledger) return database.delete('answers', [common.owner, common.entity, common.key])
  const hash = hashOf(root, reader)
  await database.put('answers', { ...common, hash, ids: [], data: ledger, since: null, as_of: Date.now() })
}

const isLedger = (value: unknown): value is Ledger => isObject(value) && Array.isArray(value.kinds)

/** What is to be here of a person's jobs, or of everybody's; what goes first is last. */
export async function readLedgers(database: KeptDatabase, reader?: CurrentUser) {
  const range = reader && IDBKeyRange.bound([reader.id, NONE, keyOf('')], [reader.id, NONE, keyOf('~')])
  const rows = (await database.getAll('answers', range)).flatMap(({ owner, entity, key, data }) =>
    entity === NONE && isLedger(data)
      ? [{ at: [owner, entity, key] as [Id, string, string], job: Number(key.slice(keyOf('').length)), ledger: data }]
      : [],
  )
  return rows.sort((a, b) => a.ledger.rank - b.ledger.rank)
}

/** The addresses of all files that lie here. */
export async function filesHere(): Promise<Set<string>> {
  const caches = globalThis.caches
  const lists =
    caches && (await Promise.all([KEPT_FILES, PREVIEWS].map(async (name) => (await caches.open(name)).keys())))
  return new Set((lists ?? []).flat().map(({ url }) => url))
}

/** What of a job is here, counted from what lies here: what the browser has deleted is missing. */
export function statusOf({ kinds, sizes, wholeAt, state }: Ledger, here: ReadonlySet<string>): JobKeeping {
  const counts = kinds.map(({ noun, items }) => ({
    noun,
    here: items.filter((files) => files.every((file) => here.has(file))).length,
    of: items.length,
  }))
  const sum = (of: boolean) =>
    Object.entries(sizes).reduce((total, [file, size]) => (here.has(file) === of ? total + size : total), 0)
  const isWhole = counts.every((count) => count.here === count.of)
  return { counts, bytes: sum(true), missing: sum(false), wholeAt, state: isWhole ? 'rest' : state }
}

/** Deletes files, and what was made of them: its address begins with theirs. */
export async function dropFiles(files: readonly string[], here: Set<string>): Promise<void> {
  if (!files.length) return
  const cache = await globalThis.caches?.open(KEPT_FILES)
  const going = new Set([...here].filter((one) => files.some((file) => one.startsWith(file))))
  for (const url of going) {
    await cache?.delete(url)
    here.delete(url)
  }
}

/** Makes room: the job that was visited longest ago goes. False when nothing is kept of any. */
export async function dropOldest(database: KeptDatabase): Promise<boolean> {
  const last = (await readLedgers(database)).at(-1)
  if (!last) return false
  await dropFiles(Object.keys(last.ledger.sizes), await filesHere())
  await database.delete('answers', last.at)
  return true
}
