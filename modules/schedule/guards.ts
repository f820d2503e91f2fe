import { can, every, staff, type CurrentUser, type Guard, type Id } from '#core/access/access.ts'

/** Those who plan: they make drafts, see everyone's, and publish. */
export const plans: Guard = every(staff, can('edit', 'schedule'))

/** Whether a user sees drafts, given as a filter's asker, whose permissions may be unknown. */
export const seesDrafts = (user: Partial<CurrentUser>): boolean =>
  user.permissions?.schedule?.edit === true &&
  (user.customer_id ?? null) === null &&
  (user.contact_type_id ?? null) === null

/** Those who see phases: the office and the foremen, and customers what is published of their projects. */
export const seesPhases: Guard = every(
  can('view', 'schedule'),
  (user) => user !== null && user.contact_type_id === null && user.role !== 'employee',
)

export const ENDS_EARLY = 'End date must be on or after start date.'
export const UNSCHEDULABLE = 'This person cannot be scheduled.'
export const CIRCLE = 'These phases would wait for each other.'
export const doubleBooked = (name: string, project: string): string => `${name} is already on ${project} that day.`
export const timeOff = (name: string): string => `${name} has time off.`
export const outnumbered = (project: string): string => `Trainees outnumber journeymen on ${project} that day.`

/** Whether an assignment is this person's own, as it was published. */
export const isOwn = ({ told_user_id }: { told_user_id: Id | null }, user: Pick<CurrentUser, 'id'> | null): boolean =>
  user !== null && told_user_id === user.id

/** What is asked before phases with bars are taken off a project. */
export const phasesHaveBars = (names: readonly string[], bars: number): string =>
  `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on the schedule. ${bars === 1 ? 'Its bar is' : `${bars} bars are`} removed as well.`
