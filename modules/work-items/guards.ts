import { can, guest, staff, type CurrentUser, type Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Attaching } from '#core/entity/rules.ts'
import { attachments } from '../attachments/entities.ts'
import { seesOwnOnly, type Owned } from '../users/guards.ts'

/** Refuses a guest who assigns a work item, instead of dropping that part of what was sent. */
export const mayAssignIn =
  (plural: string) =>
  ({ assigned_id }: { readonly assigned_id?: Id | null }, before: Owned | null, user: CurrentUser): true | string =>
    guest(user) && assigned_id !== undefined && assigned_id !== (before?.assigned_id ?? null)
      ? `Guests cannot assign ${plural}.`
      : true

/**
 * Whoever sees a work item may write about it, and `mayAddFile` says who adds files. Files and messages are removed by their
 * author, and by those who may delete such items.
 */
export const mayAttachIn =
  <T>(area: string, mayAddFile: (item: T, user: CurrentUser) => boolean) =>
  ({ child, verb, before }: Attaching, item: T, user: CurrentUser): boolean =>
    verb === 'create'
      ? child !== attachments || mayAddFile(item, user)
      : before?.user_id === user.id || can('delete', area)(user)

const edits = ({ area }: Entity) => can('edit', typeof area === 'string' ? area : area.area)

/** Staff who edit all of a project's items share lists of them by link, and items; who made one shares it, too. */
export const mayShareItems = (entity: Entity, user: CurrentUser | null, item?: Pick<Owned, 'user_id'>): boolean =>
  user !== null && staff(user) && !seesOwnOnly(user) && (edits(entity)(user) || item?.user_id === user.id)
