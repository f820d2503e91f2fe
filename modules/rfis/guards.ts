import { can, type CurrentUser, type Id } from '#core/access/access.ts'

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
