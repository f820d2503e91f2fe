import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Attaching, Sight } from '#core/entity/rules.ts'
import { attachments } from '../attachments/entities.ts'
import { messages } from '../messages/entities.ts'

export const REPLIES_EXIST = 'Replies exist. Unsending is not possible.'
export const NO_RESPONSE = 'Add a response before resolving.'
export const LOCKED = 'This RFI has been sent. Its question can no longer be changed.'

interface Viewed {
  readonly user_id: Id
  readonly views: readonly { readonly user_id: Id }[]
}
interface Followed extends Viewed {
  readonly assigned_id: Id | null
  readonly distributions: readonly { readonly user_id: Id }[]
}

const viewedBy = ({ views }: Viewed, me: Id) => views.some(({ user_id }) => user_id === me)
/** Written by someone else and not viewed yet. */
const isUnread = (one: Viewed, me: Id): boolean => one.user_id !== me && !viewedBy(one, me)

/** Whether a user is an RFI's author, its assignee or on its distribution. */
export const follows = (rfi: Followed, me: Id): boolean =>
  rfi.user_id === me || rfi.assigned_id === me || rfi.distributions.some(({ user_id }) => user_id === me)

/**
 * Whether an RFI is flagged for someone (rule rfi-flag): that person created it, is assigned or is on the
 * distribution, and has unread messages: the RFI itself, not created and not viewed by that person, or a message by
 * someone else that was not viewed.
 */
export const isFlagged = (rfi: Followed, messages: readonly Viewed[], me: Id): boolean =>
  follows(rfi, me) && (isUnread(rfi, me) || messages.some((message) => isUnread(message, me)))

/** Whether a user may answer: followers, including guests, and users who may create RFIs. */
export const mayAnswer = (rfi: Followed, user: CurrentUser | null): boolean =>
  user !== null && (follows(rfi, user.id) || can('create', 'rfis')(user))

interface Moving {
  readonly user_id: Id
  readonly assigned_id: Id | null
  readonly sent_at: string | null
  readonly resolved_at: string | null
  readonly last_user_id: Id | null
}

/**
 * Whose turn it is (rule rfi-ball-in-court): the creator's until it is sent, then the assignee's, and the creator's again
 * once the assignee spoke last; nobody's when it is resolved.
 */
export function ballInCourt({ user_id, assigned_id, sent_at, resolved_at, last_user_id }: Moving): Id | null {
  if (resolved_at) return null
  if (!sent_at || assigned_id === null) return user_id
  return last_user_id === assigned_id ? user_id : assigned_id
}

/** Whether somebody else than its author spoke last about a sent RFI, whomever it is assigned to. */
export const hasAnswer = ({ user_id, sent_at, last_user_id }: Moving): boolean =>
  sent_at !== null && last_user_id !== null && last_user_id !== user_id

/** The steps of an RFI, and changes of it, are for its author and for users who may edit RFIs. */
export const mayStep = ({ user_id }: { readonly user_id: Id }, user: CurrentUser): boolean =>
  user_id === user.id || can('edit', 'rfis')(user)

interface Asked {
  readonly title: string
  readonly question: string
  readonly sent_at: string | null
}

/** The question cannot be changed after it was sent. */
export function lockedErrors(draft: Partial<Asked>, before: Asked | null): FieldErrors {
  if (!before?.sent_at) return {}
  const changed = (['title', 'question'] as const).filter(
    (name) => draft[name] !== undefined && draft[name] !== before[name],
  )
  return Object.fromEntries(changed.map((name) => [name, [LOCKED]]))
}

/** Who may add, change and remove what is attached to an RFI. */
export function mayAttach({ child, verb, before }: Attaching, rfi: Followed, user: CurrentUser): boolean {
  // Files may be changed and deleted by their uploader, or by users who may edit or delete RFIs.
  if (child === attachments && verb !== 'create')
    return before?.user_id === user.id || can(verb === 'delete' ? 'delete' : 'edit', 'rfis')(user)
  if (verb === 'delete') return can('delete', 'rfis')(user)
  // The only change of a message is to mark it as official, which the RFI's editors may do.
  return verb === 'edit' ? mayStep(rfi, user) : mayAnswer(rfi, user)
}

/** Whether there is an answer, stored or still waiting on this device. */
const isAnswered = ({ id, message_count }: { readonly id: Id; readonly message_count: number }, by: Sight): boolean =>
  message_count > 0 || by.one(messages, { messageable_type: 'rfis', messageable_id: id }) !== undefined

export const steps = {
  unsend: (rfi: Parameters<typeof isAnswered>[0], by: Sight) => (isAnswered(rfi, by) ? REPLIES_EXIST : undefined),
  resolve: (rfi: Parameters<typeof isAnswered>[0], by: Sight) => (isAnswered(rfi, by) ? undefined : NO_RESPONSE),
}
