import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { implies } from '../query/implies.ts'
import { entitiesIn } from '../query/matches.ts'
import { belowIn } from './below.ts'
import type { KeptAnswer, KeptDatabase, KeptRecord } from './database.ts'

/** Sorts after every string in a key. */
const LAST: IDBValidKey = []

export interface Found {
  answer: KeptAnswer
  /** The records of the answer, and those stored since then, which may match as well. */
  records: readonly KeptRecord[]
}

/**
 * The latest answer that the device has to a list's question, which may be one to a broader question, and its records.
 * Only what was kept under `hash` counts.
 */
export async function readList(
  database: KeptDatabase,
  user: Id,
  entity: Entity,
  where: object,
  hash: string,
): Promise<Found | null> {
  const { name } = entity
  const transaction = database.transaction(['answers', 'records'])
  const answers = transaction.objectStore('answers')
  const keys = await answers.getAllKeys(IDBKeyRange.bound([user, name, '{'], [user, name, LAST]))
  const own = JSON.stringify(where)
  // Where other records decide what matches, only the server's own answer tells.
  const isDecidable = entitiesIn(where).size === 0
  const fitting = keys.filter(([, , key]) => key === own || (isDecidable && implies(where, JSON.parse(key) as object)))
  const found = await Promise.all(fitting.map((key) => answers.get(key)))
  let best: KeptAnswer | undefined
  for (const answer of found) if (answer?.hash === hash && (!best || answer.as_of > best.as_of)) best = answer
  if (!best) return null
  const records = transaction.objectStore('records')
  const below = belowIn(entity, where)
  const rows =
    below === undefined
      ? [
          ...(await readMany(records, user, name, best.ids)),
          ...(await records.index('seen').getAll(IDBKeyRange.bound([user, name, best.as_of], [user, name, Infinity]))),
        ]
      : await records.index('below').getAll([user, name, below])
  return { answer: best, records: rows.filter((row) => row.hash === hash) }
}

/**
 * Which records of an entity are kept below others, as `belowOf` names those. Where there are fewer of them than others to
 * be below, all are read at once: a request for each of two thousand items would keep the page busy for seconds.
 */
export async function idsBelow(
  database: KeptDatabase,
  user: Id,
  { name }: Entity,
  belows: readonly string[],
): Promise<Id[]> {
  const index = database.transaction('records').store.index('below')
  const all = IDBKeyRange.bound([user, name], [user, name, LAST])
  if (belows.length > 1 && (await index.count(all)) <= belows.length) {
    const wanted = new Set<unknown>(belows)
    return (await index.getAll(all)).flatMap(({ id, below }) => (wanted.has(below) ? [id] : []))
  }
  const keys = await Promise.all(belows.map((below) => index.getAllKeys([user, name, below])))
  return keys.flat().map(([, , id]) => id)
}

/** All records of an entity that were kept under `hash`. */
export async function readAll(
  database: KeptDatabase,
  user: Id,
  { name }: Entity,
  hash: string,
): Promise<readonly KeptRecord[]> {
  const rows = await database.getAll('records', IDBKeyRange.bound([user, name], [user, name, LAST]))
  return rows.filter((row) => row.hash === hash)
}

/** One record, and when the server was last known to have it so: when it was stored, or a list was answered with it. */
export async function readRecord(
  database: KeptDatabase,
  user: Id,
  { name }: Entity,
  id: Id,
  hash: string,
): Promise<{ row: KeptRecord; asOf: number } | null> {
  const transaction = database.transaction(['answers', 'records'])
  const row = await transaction.objectStore('records').get([user, name, id])
  if (row?.hash !== hash) return null
  const answers = await transaction.objectStore('answers').getAll(IDBKeyRange.bound([user, name], [user, name, LAST]))
  const times = answers.flatMap(({ ids, as_of }) => (ids.includes(id) ? [as_of] : []))
  return { row, asOf: Math.max(row.seen_at, ...times) }
}

type Reader<T> = { get(key: [Id, string, Id]): Promise<T | undefined>; getAll(range: IDBKeyRange): Promise<T[]> }

/** From so many ids on, one range is read rather than each record by itself. */
const MANY = 100

export async function readMany<T extends { id: Id }>(
  records: Reader<T>,
  user: Id,
  entity: string,
  ids: readonly Id[],
): Promise<T[]> {
  if (ids.length < MANY) return (await Promise.all(ids.map((id) => records.get([user, entity, id])))).filter(isThere)
  const wanted = new Set(ids)
  let [least, most] = [Infinity, -Infinity]
  for (const id of ids) [least, most] = [Math.min(least, id), Math.max(most, id)]
  const range = await records.getAll(IDBKeyRange.bound([user, entity, least], [user, entity, most]))
  return range.filter(({ id }) => wanted.has(id))
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined
