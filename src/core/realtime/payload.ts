import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { readId } from '../entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { isRecord } from '../store/store.ts'

/** True for a `.saved` event that has only the record's id, because the record is too large; it has to be fetched. */
export const isTooLong = (payload: unknown): boolean =>
  isObject(payload) && isRecord(payload.model) && Object.keys(payload.model).length === 1

/** A record with its id, which some servers send as text. The server is trusted with the other fields. */
function oneOf(model: Record<string, unknown>): RecordOf<Entity> | undefined {
  const sent = { ...model, id: readId(model.id) ?? model.id }
  return isRecord(sent) ? sent : undefined
}

/** The record of a `.saved` event, whose payload is `{model}` (rule laravel-wire). */
export function savedIn(payload: unknown): RecordOf<Entity> | undefined {
  return isObject(payload) && isObject(payload.model) ? oneOf(payload.model) : undefined
}

/**
 * The id in a `.deleted` event, whose payload is `{model: {id}}`. Our own server adds the time of deletion, or that the
 * record is only hidden from this user, who may be given it again, and the time of the change that hid it.
 */
export function deletedIn(payload: unknown): { id: Id; moment: string | undefined; hidden: boolean } | undefined {
  if (!isObject(payload) || !isObject(payload.model)) return undefined
  const { id, deleted_at, updated_at } = payload.model
  const hidden = payload.hidden === true
  const moment = hidden ? updated_at : deleted_at
  const own = readId(id)
  if (own === null) return undefined
  return { id: own, moment: typeof moment === 'string' ? moment : undefined, hidden }
}

/** Milliseconds since the last change on a channel, which only our own server reports on subscription. */
export function changedAgoIn(payload: unknown): number | undefined {
  return isObject(payload) && typeof payload.changed_ago === 'number' ? payload.changed_ago : undefined
}

/** The names of the fields that a `.saved` event changed, which only our own server reports. */
export function changedIn(payload: unknown): string[] | undefined {
  if (!isObject(payload) || !Array.isArray(payload.changed)) return undefined
  return payload.changed.filter((name) => typeof name === 'string')
}

/**
 * Whether events may have been missed before a channel was joined. A server that does not tell when something last
 * changed may have changed something: while the connection was down, or when joining took long after fetching.
 * @param unheard milliseconds in which events went unheard
 */
export function hasMissed({
  unheard,
  isRejoining,
  changedAgo,
  patience,
}: {
  unheard: number
  isRejoining: boolean
  changedAgo: number | undefined
  patience: number
}): boolean {
  return changedAgo === undefined ? isRejoining || unheard > patience : changedAgo <= unheard
}
