import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { readId } from '../entity/id.ts'
import type { LastChange, Left } from '../entity/undo.ts'
import { isObject } from '#lib/is-object.ts'
import { isRecord } from '../store/store.ts'
import type { HistoryEntry, Page } from './resource.ts'

type Params = Readonly<Record<string, Id | string>>

/** Laravel's resources answer a record or a list in `data`; the page of a list has more beside it. */
export const unwrapped = (body: unknown): unknown =>
  isObject(body) && body.id === undefined && 'data' in body ? body.data : body

/** How the records of an entity are read at an address: its parents and their kind are those of the address. */
export function shapesOf<E extends Entity>(entity: E, params: Params = {}) {
  const fields: Fields = entity.fields
  const parents = Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
    if (!fields[name]) return []
    return [[name, fields[name].kind === 'ref' ? (readId(value) ?? value) : value]]
  })
  /** Whether a record lacks its parent, or names the parent's kind in another way than addresses do. */
  const isToAdd = (sent: unknown, [name, parent]: [string, unknown]) =>
    sent === undefined || (fields[name]?.kind !== 'ref' && sent !== parent)
  function one(value: unknown): RecordOf<E> | undefined {
    if (!isObject(value)) return undefined
    const id = readId(value.id)
    if (id === null) return undefined
    const added = parents.filter((parent) => isToAdd(value[parent[0]], parent))
    // The server is trusted that the other fields match the description.
    return (value.id === id && !added.length ? value : { ...value, ...Object.fromEntries(added), id }) as RecordOf<E>
  }
  function many(value: unknown): RecordOf<E>[] | undefined {
    if (!Array.isArray(value)) return undefined
    const records = value.flatMap((item: unknown) => one(item) ?? [])
    return records.length === value.length ? records : undefined
  }
  const asRecord = (body: unknown) => one(unwrapped(body))
  /** An array of records. */
  const asRecords = (body: unknown) => many(unwrapped(body))
  return {
    asRecord,
    asRecords,
    /** The saved records, whether the response has one or many. */
    asSaved(body: unknown): RecordOf<E>[] | undefined {
      const record = asRecord(body)
      return record ? [record] : asRecords(body)
    },
    /** What changed in a list: the changed records, and the ids of all. */
    asChanges(body: unknown): ListChanges<RecordOf<E>> | undefined {
      if (!isObject(body)) return undefined
      const data = many(body.data)
      const { ids, as_of } = body
      const isList = Array.isArray(ids) && ids.every((id) => typeof id === 'number')
      return data && isList && typeof as_of === 'string' ? { data, ids, as_of } : undefined
    },
    /** A page: the parts of Laravel's paginator that screens use, which its resources have in `meta`. */
    asPage(body: unknown): Page<RecordOf<E>> | undefined {
      // A list that is not paged is its only page.
      const paginator = Array.isArray(body) ? { data: body, current_page: 1, last_page: 1, total: body.length } : body
      if (!isObject(paginator)) return undefined
      const data = many(paginator.data)
      const { current_page, last_page, per_page, total } = isObject(paginator.meta) ? paginator.meta : paginator
      const [current, last, size, all] = [current_page, last_page, per_page, total].map(countIn)
      if (!data || current === undefined || last === undefined) return undefined
      return {
        data,
        current_page: current,
        last_page: last,
        ...(size !== undefined && { per_page: size }),
        ...(all !== undefined && { total: all }),
        ...(Array.isArray(paginator.groups) && { groups: paginator.groups.flatMap(groupIn) }),
      }
    },
  }
}

/** A counted group, if that is what was sent. */
function groupIn(sent: unknown): NonNullable<Page<never>['groups']>[number][] {
  if (!isObject(sent)) return []
  const [value, label] = [sent.value, sent.label].map((one) => (typeof one === 'string' ? one : null))
  const count = countIn(sent.count)
  return count === undefined ? [] : [{ value: value ?? null, label: label ?? null, count }]
}

const countIn = (value: unknown) =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined

/** What changed in a list: the changed records, and the ids of all. */
export interface ListChanges<R> {
  data: R[]
  ids: Id[]
  as_of: string
}

export const asHistory = (body: unknown): HistoryEntry[] | undefined =>
  Array.isArray(body) && body.every(isEntry) ? body : undefined

const isEntry = (value: unknown): value is HistoryEntry =>
  isObject(value) && typeof value.action === 'string' && typeof value.created_at === 'string' && isObject(value.changes)

export const asLastChanges = (body: unknown): LastChange[] | undefined =>
  Array.isArray(body) && body.every(isLastChange) ? body : undefined

const isLastChange = (value: unknown): value is LastChange =>
  isObject(value) && typeof value.change_id === 'string' && typeof value.verb === 'string'

/** What an undo made of records, by the names of their entities, and what it left. */
export function asUndone(body: unknown) {
  if (!isObject(body) || !Array.isArray(body.changed) || !Array.isArray(body.left)) return undefined
  const changed = body.changed.filter(isObject)
  const saved = changed.flatMap(({ saved: some }) =>
    isObject(some) ? Object.entries(some).map(([name, list]) => [name, [list].flat().filter(isRecord)] as const) : [],
  )
  const deleted = changed.flatMap(({ deleted: some }) =>
    isObject(some) ? Object.entries(some).map(([name, ids]) => [name, [ids].flat().map(Number)] as const) : [],
  )
  return { saved, deleted, left: body.left.filter(isLeft) }
}

const isLeft = (value: unknown): value is Left =>
  isObject(value) && typeof value.title === 'string' && typeof value.why === 'string'
