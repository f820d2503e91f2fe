import type { CurrentUser, Id } from '#core/access/access.ts'

/** Work that someone made and someone may be assigned to. */
export interface Owned {
  readonly user_id: Id
  readonly assigned_id: Id | null
}

/** Employees and guests of a contact type see and edit what they made or is assigned to them, and nothing else. */
export const seesOwnOnly = ({
  role,
  customer_id,
  contact_type_id,
}: Pick<CurrentUser, 'role' | 'customer_id' | 'contact_type_id'>): boolean =>
  customer_id === null && (contact_type_id !== null || role === 'employee')
