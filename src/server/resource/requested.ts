import type { Context as HonoContext } from 'hono'
import type { Id } from '../../core/access/access.ts'
import type { RequestedChange } from '../context/context.ts'
import { Refusal } from '../http/errors.ts'
import { randomHex } from '../../lib/random-hex.ts'

/** The answer's header that names the change that a request made, by which it can be undone. */
export const CHANGE_ID = 'X-Change-Id'
/** A request's header that names a group of requests of one person. */
export const CHANGE_GROUP = 'X-Change-Group'

const MOST_LENGTH = 255

/** A person's own name for a change as it is stored, where those of all people are. */
export const nameOf = (user: Id, own: string): string => `${user}.${own}`

/**
 * What a request changes, named by its Idempotency-Key, so that who sent it can undo it without having heard the answer.
 * @throws Refusal 422 for a group whose name is too long
 */
export function requestedIn(c: HonoContext, user: Id, request: string): RequestedChange {
  const group = c.req.header(CHANGE_GROUP)
  if (group !== undefined && group.length > MOST_LENGTH)
    throw new Refusal(422, `${CHANGE_GROUP} has at most ${MOST_LENGTH} characters.`)
  const id = nameOf(user, c.req.header('idempotency-key') || randomHex(16))
  c.header(CHANGE_ID, id)
  return { id, group: group ? nameOf(user, group) : null, request }
}
