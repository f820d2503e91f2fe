import { can, every, guest, staff, type CurrentUser, type Id } from '#core/access/access.ts'
import { type Owned } from '../users/guards.ts'

export const NEVER_COMPLETED = 'This item was never completed. Close it anyway?'
export const NO_PHOTO = 'Add a photo of the finished work.'

/**
 * Who mails people their open items, and sees what was mailed: staff who see all items of a project. Employees may edit
 * items too, but see only their own.
 */
export const mailsItems = every(staff, can('create', 'punchItems'))

/** The assignee completes an item; one without an assignee, whoever may edit it. */
export const mayComplete = ({ assigned_id }: Owned, user: CurrentUser): boolean =>
  assigned_id === null ? can('edit', 'punchItems')(user) : assigned_id === user.id

/** The creator, project managers and administrators check the work: they are who may delete punch items. */
export const mayCheck = ({ user_id }: Owned, user: CurrentUser): boolean =>
  user_id === user.id || can('delete', 'punchItems')(user)

interface Completed extends Owned {
  readonly completed_id: Id | null
  readonly closed_at: string | null
}

/** Whoever completed an item may take that back until it is closed; those who check it may reopen it at any time. */
export const mayReopen = (item: Completed, user: CurrentUser): boolean =>
  mayCheck(item, user) || (item.closed_at === null && item.completed_id === user.id)

/** Whether a user may assign punch items to people, and make them private. */
export const mayAssign = (user: CurrentUser | null): boolean => !guest(user) && can('edit', 'punchItems')(user)

/** Whether a user may add a photo: whoever may edit the item, and its creator. */
export const mayAddPhoto = ({ user_id }: Owned, user: CurrentUser | null): boolean =>
  user !== null && (user_id === user.id || can('edit', 'punchItems')(user))
