import type { CurrentUser, Id } from '../access/access.ts'
import { attachmentFields, parentsOf, type Base, type Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { isPlain } from '../entity/plain.ts'
import { isObject } from '#lib/is-object.ts'
import { whereOf } from '../query/filters.ts'
import { belowOf } from './below.ts'
import type { KeptAnswer, KeptDatabase, KeptRecord } from './database.ts'
import { hashOf, withoutSecrets } from './description.ts'
import { idsBelow } from './read.ts'
import { write } from './write.ts'

/** One list of a bundle: the records below some parents, or those that changed, and the ids of all. */
export interface BundleList {
  entity: string
  params: Record<string, unknown>
  data: Base[]
  ids: Id[]
}
/** A record and what belongs to it, as GET {endpoint}/{id}/offline answers. */
export interface Bundle {
  as_of: string
  record: Base
  lists: BundleList[]
}

const isRecord = (value: unknown): value is Base => isObject(value) && typeof value.id === 'number'
const isList = (value: unknown): value is BundleList =>
  isObject(value) &&
  typeof value.entity === 'string' &&
  isObject(value.params) &&
  Array.isArray(value.data) &&
  value.data.every(isRecord) &&
  Array.isArray(value.ids)

export function asBundle(body: unknown): Bundle | undefined {
  if (!isObject(body) || typeof body.as_of !== 'string' || !isRecord(body.record) || !Array.isArray(body.lists))
    return undefined
  return body.lists.every(isList) ? { as_of: body.as_of, record: body.record, lists: body.lists } : undefined
}

/** When a record's bundle was last kept. */
export interface Marker {
  readonly keptAt: number
  /** The server's time of it, since when changes suffice. */
  readonly since: string | null
}

const markerOf = (id: Id) => `ahead ${id}`

export async function readMarker(
  database: KeptDatabase,
  reader: CurrentUser,
  root: Entity,
  id: Id,
): Promise<Marker | null> {
  const marker = await database.get('answers', [reader.id, root.name, markerOf(id)])
  return marker?.hash === hashOf(root, reader) ? { keptAt: marker.as_of, since: marker.since } : null
}

/** Whether the device has a record, which is gone once the reader may not see it any more. */
export const hasRecord = async (database: KeptDatabase, reader: CurrentUser, root: Entity, id: Id): Promise<boolean> =>
  (await database.get('records', [reader.id, root.name, id])) !== undefined

/** The records whose pages were opened last, latest first. */
export async function recentlyOpened(database: KeptDatabase, reader: CurrentUser, root: Entity, most: number) {
  const range = IDBKeyRange.bound([reader.id, root.name, '{"id":'], [reader.id, root.name, '{"id":~'])
  const opened = await database.getAll('answers', range)
  return opened
    .sort((a, b) => b.as_of - a.as_of)
    .slice(0, most)
    .flatMap(({ ids }) => ids)
}

interface Keeping {
  database: KeptDatabase
  entities: readonly Entity[]
  reader: CurrentUser
  root: Entity
}

/**
 * Writes a bundle to the device, and removes what it no longer has. Returns false when the device lacks records that
 * did not change, so that the whole bundle is needed.
 */
export async function keepBundle({ database, entities, reader, root }: Keeping, bundle: Bundle): Promise<boolean> {
  const now = Date.now()
  const records: KeptRecord[] = []
  const removed: { owner: Id; entity: string; id: Id }[] = []
  const answers: KeptAnswer[] = []
  const rowOf = (entity: Entity, sent: Base): KeptRecord => {
    const record = withoutSecrets(entity, sent)
    const below = belowOf(entity, { ...record })
    const common = { owner: reader.id, entity: entity.name, hash: hashOf(entity, reader), seen_at: now }
    return { ...common, id: record.id, record, ...(below !== undefined && { below }) }
  }
  for (const { entity: name, params, data, ids } of bundle.lists) {
    const entity = entities.find((one) => one.name === name)
    if (!entity) continue
    const wanted = new Set(ids)
    const there = new Set(data.map(({ id }) => id))
    for (const id of await idsBelow(database, reader.id, entity, belowsIn(entity, params))) {
      there.add(id)
      if (!wanted.has(id)) removed.push({ owner: reader.id, entity: name, id })
    }
    if (ids.some((id) => !there.has(id))) return false
    records.push(...data.map((record) => rowOf(entity, record)))
    const since = isPlain(entity) ? bundle.as_of : null
    const key = JSON.stringify(whereOf(entity, params, { user: reader }))
    answers.push({ owner: reader.id, entity: name, key, hash: hashOf(entity, reader), ids, since, as_of: now })
  }
  records.push(rowOf(root, unpacked(root, bundle.record)))
  const { id } = bundle.record
  const common = { owner: reader.id, entity: root.name, hash: hashOf(root, reader), ids: [id], as_of: now }
  const keys = answers.map(({ owner, entity, key }): [Id, string, string] => [owner, entity, key])
  const marker = { ...common, key: markerOf(id), since: bundle.as_of, data: keys }
  const before = await database.get('answers', [reader.id, root.name, marker.key])
  await write(database, entities, { records, removed, answers: [...answers, marker] })
  await forgetAnswers(database, before?.data, keys)
  return true
}

/** The questions of the bundle before name other parents, so they are not replaced by the new ones. */
async function forgetAnswers(database: KeptDatabase, before: unknown, now: readonly [Id, string, string][]) {
  if (!Array.isArray(before)) return
  const current = new Set(now.map((key) => JSON.stringify(key)))
  for (const key of before as [Id, string, string][])
    if (!current.has(JSON.stringify(key))) await database.delete('answers', key)
}

/** How the records of a list name what they are below. */
function belowsIn(entity: Entity, params: Readonly<Record<string, unknown>>): string[] {
  const parent = attachmentFields(entity)?.id ?? parentsOf(entity.endpoint).at(-1)
  if (parent === undefined) return []
  return [params[parent]].flat().flatMap((id) => belowOf(entity, { ...params, [parent]: id }) ?? [])
}

/** The record with the ids of embedded records, which are in lists of their own. */
function unpacked(entity: Entity, record: Base): Base {
  const values: Readonly<Record<string, unknown>> = { ...record }
  const ids = Object.entries(entity.computed as Fields).flatMap(([name, { facts }]) => {
    const sent = values[name]
    return facts.embed && Array.isArray(sent)
      ? [[name, sent.map((one: unknown) => (isRecord(one) ? one.id : one))]]
      : []
  })
  return { ...record, ...Object.fromEntries(ids) }
}
