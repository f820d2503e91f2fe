import type { User } from '../entities.ts'

/** Whether a person could sign in, but has never been able to: they have no password yet. */
export const isInvitable = ({ active, has_access, email, has_password }: User): boolean =>
  active && has_access && !!email && has_password === false

export const countOf = ({ length }: readonly User[]): string => `${length} ${length === 1 ? 'person' : 'people'}`
