import type { Id } from '../access/access.ts'
import type { Base, Entity, RecordOf } from '../entity/entity.ts'
import type { KeptFile, KeptItem, Keeps, JobRecords } from '../module/keeps.ts'
import { hashOf } from './description.ts'
import type { Keeping } from './keeping.ts'
import type { Kept } from './kept.ts'
import type { Ledger } from './ledger.ts'

/** What it takes to know what is to be kept of a job. */
export interface PlanDeps {
  readonly kept: Pick<Kept, 'use'>
  readonly root: Entity
  readonly keeps: readonly Keeps[]
  readonly keeping: Keeping
  /** The whole address of a path of the server. */
  urlOf(path: string): string
  /** Resolves when the page has nothing better to do. */
  idle(): Promise<void>
  dayFrom(days: number): string
}

/** A job of which files are kept: all of it, because somebody works there or looks at it, or what is wanted alone. */
export interface JobToKeep {
  readonly id: Id
  readonly isWhole: boolean
}

/** Of so many jobs that were visited last the files are kept. */
const MOST_VISITED = 5

/**
 * Of which jobs files are kept, in which order: what is last goes first, and that is what was visited longest ago.
 * @param planned the next one first
 * @param visited the last one first
 */
export function chooseJobs(planned: readonly Id[], wanted: readonly Id[], visited: readonly Id[]): JobToKeep[] {
  const whole = new Set([...planned, ...[...new Set(visited)].slice(0, MOST_VISITED)])
  return Array.from(new Set([...planned, ...wanted, ...whole]), (id) => ({ id, isWhole: whole.has(id) }))
}

/** So many bytes of a job are kept unasked, so that a set of hundreds of sheets does not take the others' place. */
const MOST_UNASKED = 300 * 2 ** 20
/** About how large a picture is whose size only the server knows. */
export const PICTURE = 100_000
const PIECE = 500
const LAST: IDBValidKey = []

/** A file with the address that it is kept under, and how large it is or may be. */
export interface Located extends KeptFile {
  readonly url: string
  readonly size: number
}
interface Planned {
  readonly files: readonly Located[]
  readonly isWanted: boolean
}
export interface Plan {
  readonly job: Id
  readonly kinds: readonly { readonly noun: Keeps['noun']; readonly items: readonly Planned[] }[]
  readonly old: readonly string[]
  readonly before: Ledger | undefined
}

/** Reads records in pieces, once for all jobs, and finds those of one by a field that names it. */
export function createReader({ kept, idle, root }: PlanDeps) {
  const read = new Map<string, Promise<Map<unknown, Base[]>>>()
  async function readAll(entity: Entity, field: string) {
    const found: Base[] = []
    let after: Id | null | undefined = 0
    while (typeof after === 'number') {
      const start = after
      after = await kept.use(async (database, reader) => {
        const range = IDBKeyRange.bound([reader.id, entity.name, start], [reader.id, entity.name, LAST], true)
        const rows = await database.getAll('records', range, PIECE)
        const hash = hashOf(entity, reader)
        for (const row of rows) if (row.hash === hash) found.push(row.record)
        return rows[PIECE - 1]?.id
      })
      await idle()
    }
    return Map.groupBy(found, (record): unknown => Object.entries(record).find(([name]) => name === field)?.[1])
  }
  return (job: Id): JobRecords =>
    async <E extends Entity>(entity: E, field = `${root.name}_id`) => {
      const key = `${entity.name} ${field}`
      const reading = read.get(key) ?? readAll(entity, field)
      read.set(key, reading)
      // Safe because these are the entity's own records.
      return ((await reading).get(job) ?? []) as unknown as readonly RecordOf<E>[]
    }
}

/** What is to be here of a job, the smallest kind first, so that none is crowded out by a large one. */
export async function planOf(
  deps: PlanDeps,
  job: JobToKeep,
  of: JobRecords,
  before: Ledger | undefined,
): Promise<Plan> {
  const { keeps, keeping, urlOf, dayFrom } = deps
  const wanted = keeping.wanted(job.id)
  const old: string[] = []
  const locate = (file: KeptFile) => {
    const url = new URL(file.key ?? urlOf(file.path), location.href).href
    return { ...file, url, size: before?.sizes[url] ?? file.bytes ?? PICTURE }
  }
  const kinds = await Promise.all(
    keeps.map(async ({ noun, items }) => {
      const planned = (await items(of, dayFrom)).flatMap(({ files, group = '', isOld }: KeptItem) => {
        const isWanted = wanted === 'all' || wanted.includes(group)
        const located = files.map(locate)
        if (isOld) old.push(...located.map(({ url }) => url))
        return !isOld && (isWanted || job.isWhole) ? [{ files: located, isWanted }] : []
      })
      return { noun, items: planned }
    }),
  )
  const sizeOf = (items: readonly Planned[]) =>
    items.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0)
  const present = kinds.filter(({ items }) => items.length)
  return { job: job.id, kinds: present.toSorted((a, b) => sizeOf(a.items) - sizeOf(b.items)), old, before }
}

/** Which files of a job have room, and how much is left. What somebody wants may have all that there is. */
export function fitting({ kinds }: Pick<Plan, 'kinds'>, room: number) {
  let [left, unasked] = [room, MOST_UNASKED]
  const items = kinds.flatMap((kind) => kind.items)
  const fit = items
    .toSorted((a, b) => Number(b.isWanted) - Number(a.isWanted))
    .filter((item) => {
      const size = item.files.reduce((sum, file) => sum + file.size, 0)
      if (size > left || (!item.isWanted && size > unasked)) return false
      left -= size
      if (!item.isWanted) unasked -= size
      return true
    })
  return { files: fit.flatMap(({ files }) => files), left, isAll: fit.length === items.length }
}
