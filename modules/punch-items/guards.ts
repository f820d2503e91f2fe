import { can, every, guest, staff, type CurrentUser, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Sight } from '#core/entity/rules.ts'
import { attachments } from '../attachments/entities.ts'
import { costCodes } from '../cost-codes/entities.ts'
import type { Owned } from '../users/guards.ts'
import { mayAssignIn, mayAttachIn } from '../work-items/guards.ts'

export const NEVER_COMPLETED = 'This item was never completed. Close it anyway?'

/** What is asked before items are closed of which some were never completed; null if all were. */
export function neverCompleted(items: readonly { readonly completed_at: string | null }[]): string | null {
  const count = items.filter(({ completed_at }) => completed_at === null).length
  if (!count) return null
  return count === 1
    ? '1 of them was never completed. Close it anyway?'
    : `${count} of them were never completed. Close them anyway?`
}
export const NO_PHOTO = 'Add a photo of the finished work.'

/**
 * Who mails people their open items, and sees what was mailed: staff who see all items of a project. Employees may edit
 * items too, but see only their own.
 */
export const mailsItems = every(staff, can('create', 'punchItems'))

/** Whose work it is: the assignee's, and without one that of whoever may edit the item. */
export const isWorkOf = ({ assigned_id }: Owned, user: CurrentUser): boolean =>
  assigned_id === null ? can('edit', 'punchItems')(user) : assigned_id === user.id

/** Whose work it is completes an item, and who closes it completes it for the assignee. */
export const mayComplete = (item: Owned, user: CurrentUser): boolean =>
  isWorkOf(item, user) || (item.assigned_id !== null && mayCheck(item, user))

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

export const mayAttach = mayAttachIn('punchItems', mayAddPhoto)

interface Item extends Owned {
  readonly id: Id
  readonly project_id: Id
  readonly cost_code_id: Id | null
  readonly requires_photo: boolean
  readonly completed_at: string | null
  readonly photo_ids: { readonly after: Id | null }
}
type Draft = Readonly<Partial<Pick<Item, 'project_id' | 'cost_code_id'>>>

export const mayAssignTo = mayAssignIn('punch items')

export function codeErrors(draft: Draft, before: Item | null, by: Sight): FieldErrors {
  const { cost_code_id, project_id } = { ...before, ...draft }
  if (!cost_code_id || cost_code_id === before?.cost_code_id) return {}
  const code = by.one(costCodes, { id: cost_code_id })
  return !code || code.project_id === project_id ? {} : { cost_code_id: ['Choose a cost code of this project.'] }
}

export const steps = {
  complete: ({ id, requires_photo, photo_ids }: Item, by: Sight) => {
    const about = { attachable_type: 'punch_items', attachable_id: id, kind: 'after' as const, image: true }
    return requires_photo && photo_ids.after === null && !by.one(attachments, about) ? NO_PHOTO : undefined
  },
  close: ({ completed_at }: Item, by: Sight) => {
    if (completed_at === null) by.warn('not_completed', NEVER_COMPLETED)
    return undefined
  },
}
