import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { isObject } from '#lib/is-object.ts'
import { isRecord } from '../store/store.ts'
import type { HistoryEntry, Page } from './resource.ts'
import type { Left } from './result.ts'

export const asRecord = <E extends Entity>(body: unknown): RecordOf<E> | undefined =>
  isRecord<E>(body) ? body : undefined
/** An array of records. */
export const asRecords = <E extends Entity>(body: unknown): RecordOf<E>[] | undefined =>
  Array.isArray(body) && body.every(isRecord<E>) ? body : undefined

/** What changed in a list: the changed records, and the ids of all. */
export interface ListChanges<R> {
  data: R[]
  ids: Id[]
  as_of: string
}
export function asChanges<E extends Entity>(body: unknown): ListChanges<RecordOf<E>> | undefined {
  if (!isObject(body)) return undefined
  const data = asRecords<E>(body.data)
  const { ids, as_of } = body
  const isList = Array.isArray(ids) && ids.every((id) => typeof id === 'number')
  return data && isList && typeof as_of === 'string' ? { data, ids, as_of } : undefined
}

/** A page: the parts of Laravel's paginator that screens use. */
export function asPage<E extends Entity>(body: unknown): Page<RecordOf<E>> | undefined {
  if (!isObject(body)) return undefined
  const data = asRecords<E>(body.data)
  const { current_page, last_page, per_page, total } = body
  if (!data || typeof current_page !== 'number' || typeof last_page !== 'number') return undefined
  return {
    data,
    current_page,
    last_page,
    ...(typeof per_page === 'number' && { per_page }),
    ...(typeof total === 'number' && { total }),
  }
}

export const asHistory = (body: unknown): HistoryEntry[] | undefined =>
  Array.isArray(body) && body.every(isEntry) ? body : undefined

const isEntry = (value: unknown): value is HistoryEntry =>
  isObject(value) && typeof value.action === 'string' && typeof value.created_at === 'string' && isObject(value.changes)

/** What an undo made of records, by the names of their entities, and what it left. */
export function asUndone(body: unknown) {
  if (!isObject(body) || !Array.isArray(body.changed) || !Array.isArray(body.left)) return undefined
  const changed = body.changed.filter(isObject)
  const saved = changed.flatMap(({ saved: some }) =>
    isObject(some) ? Object.entries(some).map(([name, list]) => [name, asRecords(list) ?? []] as const) : [],
  )
  const deleted = changed.flatMap(({ deleted: some }) =>
    isObject(some) ? Object.entries(some).map(([name, ids]) => [name, [ids].flat().map(Number)] as const) : [],
  )
  return { saved, deleted, left: body.left.filter(isLeft) }
}

const isLeft = (value: unknown): value is Left =>
  isObject(value) && typeof value.title === 'string' && typeof value.why === 'string'
