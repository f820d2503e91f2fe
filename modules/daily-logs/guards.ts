import { can, every, staff, type CurrentUser, type Guard } from '#core/access/access.ts'

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
