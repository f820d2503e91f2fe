import { can, every, staff, type CurrentUser, type Guard, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Attaching } from '#core/entity/rules.ts'

/** An outside contact, who sees of a log its date and the entries they made themselves. */
export const contact: Guard = (user) => user !== null && user.customer_id === null && user.contact_type_id !== null
export const insiders: Guard = (user) => user !== null && !contact(user)
/** Hours of people are for those who enter time (rule time-visibility). */
export const seesHours = every(staff, can('create', 'timeEntries'))
export const editsLogs = every(staff, can('edit', 'dailyLogs'))
export const reopensLogs = every(staff, can('delete', 'dailyLogs'))

/** The types of entries that an outside contact makes for their own company. */
export const outsideTypes: readonly string[] = ['manpower', 'delivery', 'safety', 'note']

/** Whether a user may add photos to a log: all staff who see it. */
export const addsPhotos = (user: CurrentUser | null): boolean => staff(user) && can('view', 'dailyLogs')(user)

/** Staff add photos and messages and change their own; those who edit logs change all. */
export const changesOnLog = ({ verb, before }: Attaching, user: CurrentUser): boolean =>
  editsLogs(user) || (addsPhotos(user) && (verb === 'create' || before?.user_id === user.id))

const OLDEST = '2000-01-01'
export const dateErrors = (date: string | undefined): FieldErrors =>
  date !== undefined && date < OLDEST ? { date: ['Date is too far back.'] } : {}

/** A line of a log, as far as the rules depend on it. */
interface Entry {
  readonly type: string
  readonly user_id: Id
  readonly status: 'approved' | 'pending'
}
const typeOf = (entry: object): string | undefined => ('type' in entry ? String(entry.type) : undefined)

/**
 * Who may change an entry (rule daily-log-outside): staff who edit logs change all, contacts their own pending ones of
 * some types.
 */
export function mayChangeEntry(
  verb: string,
  { before, draft }: { readonly before: Pick<Entry, 'user_id' | 'status'> | null; readonly draft: object },
  user: CurrentUser,
): boolean {
  if (!contact(user)) return editsLogs(user)
  const type = typeOf(before ?? draft)
  if (type === undefined || !outsideTypes.includes(type)) return false
  return verb === 'create' || (before?.user_id === user.id && before.status === 'pending')
}

/** Entries of outside contacts are pending, and about their own company. */
export function deriveEntry(draft: object, before: object | null, user: CurrentUser) {
  const isOutside = contact(user)
  return {
    ...(!before && { status: isOutside ? ('pending' as const) : ('approved' as const) }),
    ...(isOutside && typeOf(before ?? draft) === 'manpower' && { contact_id: user.id, company: null }),
  }
}

/** Contacts attach files to their own pending entries. */
export const mayAttachToEntry = (
  at: Attaching,
  { user_id, status }: Pick<Entry, 'user_id' | 'status'>,
  user: CurrentUser,
): boolean => (contact(user) ? user_id === user.id && status === 'pending' : changesOnLog(at, user))
