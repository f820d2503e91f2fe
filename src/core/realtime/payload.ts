import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { isObject } from '../entity/parse.ts'
import { isRecord } from '../store/store.ts'

/** True for a `.saved` event of a record that was too long to be sent: it names only its id, and is to be fetched. */
export const isTooLong = (payload: unknown): boolean =>
  isObject(payload) && isRecord(payload.model) && Object.keys(payload.model).length === 1

/** The record of a `.saved` event, whose payload is `{model}` (section 7). */
export function savedIn(payload: unknown): RecordOf<Entity> | undefined {
  return isObject(payload) && isRecord(payload.model) ? payload.model : undefined
}

/** The id of a `.deleted` event, whose payload is `{model: {id}}`, and its moment where our own server adds `deleted_at`. */
export function deletedIn(payload: unknown): { id: Id; moment: string | undefined } | undefined {
  if (!isObject(payload) || !isObject(payload.model)) return undefined
  const { id, deleted_at } = payload.model
  if (typeof id !== 'number') return undefined
  return { id, moment: typeof deleted_at === 'string' ? deleted_at : undefined }
}

/** Milliseconds since anything on a channel changed, where our own server says so as it is joined; else none is known. */
export function changedAgoIn(payload: unknown): number {
  return isObject(payload) && typeof payload.changed_ago === 'number' ? payload.changed_ago : Infinity
}
