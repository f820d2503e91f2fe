import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { isObject } from '../entity/parse.ts'
import { isRecord } from '../store/store.ts'

/** True for a `.saved` event that has only the record's id, because the record is too large; it has to be fetched. */
export const isTooLong = (payload: unknown): boolean =>
  isObject(payload) && isRecord(payload.model) && Object.keys(payload.model).length === 1

/** The record of a `.saved` event, whose payload is `{model}` (section 7). */
export function savedIn(payload: unknown): RecordOf<Entity> | undefined {
  return isObject(payload) && isRecord(payload.model) ? payload.model : undefined
}

/**
 * The id in a `.deleted` event, whose payload is `{model: {id}}`, and the time of deletion, which our own server adds.
 */
export function deletedIn(payload: unknown): { id: Id; moment: string | undefined } | undefined {
  if (!isObject(payload) || !isObject(payload.model)) return undefined
  const { id, deleted_at } = payload.model
  if (typeof id !== 'number') return undefined
  return { id, moment: typeof deleted_at === 'string' ? deleted_at : undefined }
}

/** Milliseconds since the last change on a channel, as our own server reports on subscription; otherwise Infinity. */
export function changedAgoIn(payload: unknown): number {
  return isObject(payload) && typeof payload.changed_ago === 'number' ? payload.changed_ago : Infinity
}
