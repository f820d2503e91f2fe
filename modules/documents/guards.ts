import { can, guest, type CurrentUser, type Guard, type Id } from '#core/access/access.ts'
import { isUnlimited, type Level } from './access.ts'

/** Who sets what others may do in folders; only in those that they may edit themselves. */
export const managesAccess: Guard = (user) => can('access', 'folders')(user) && !guest(user)

export const mayUploadAt = (level: Level | undefined): boolean => level === 'upload' || level === 'edit'

/** Why this user may not change a document that someone has locked (rule document-lock); null while they may. */
export function lockProblem(
  { locked_id, locked_name }: { readonly locked_id: Id | null; readonly locked_name: string | null },
  user: CurrentUser,
): string | null {
  if (locked_id === null || locked_id === user.id || isUnlimited(user)) return null
  return `${locked_name ?? 'Someone'} has locked this document.`
}
