import { can, every, staff, type CurrentUser, type Guard, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Sight } from '#core/entity/rules.ts'
import { daysBetween, formatWeekday, type Day } from '#lib/days.ts'

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

/** Those who may be planned for work: everyone but customers. */
export const seesWork: Guard = every(can('view', 'schedule'), (user) => user !== null && user.customer_id === null)

export const ENDS_EARLY = 'End date must be on or after start date.'
export const UNSCHEDULABLE = 'This person cannot be scheduled.'
export const MAY_NOT_REMOVE = 'What people were told of is taken off by those who may delete from the schedule.'
export const CIRCLE = 'These phases would wait for each other.'
export const doubleBooked = (name: string, project: string): string => `${name} is already on ${project} that day.`
export const timeOff = (name: string): string => `${name} has time off.`
export const timeOffAsked = (name: string): string => `${name} asks for time off that day.`
export const runsOut = (name: string, what: string, day: Day): string =>
  `${name}’s ${what} is valid until ${formatWeekday(day)} alone.`
export const outnumbered = (project: string): string => `Trainees outnumber journeymen on ${project} that day.`

/** Whether an assignment is this person's own, as it was published. */
export const isOwn = ({ told_user_id }: { told_user_id: Id | null }, user: Pick<CurrentUser, 'id'> | null): boolean =>
  user !== null && told_user_id === user.id

/** What is asked before phases with bars are taken off a project. */
export const phasesHaveBars = (names: readonly string[], bars: number): string =>
  `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on the schedule. ${bars === 1 ? 'Its bar is' : `${bars} bars are`} removed as well.`

interface Placed {
  readonly told_user_id: Id | null
}

/** Who may change an event: people answer for their own days, and a removal is for those who may delete. */
export function mayChange(
  verb: string,
  { before, draft }: { readonly before: Placed | null; readonly draft: object },
  user: CurrentUser,
): boolean {
  if (verb === 'confirm' || verb === 'decline') return before !== null && isOwn(before, user)
  // A removal deletes what people were told of as soon as it is published.
  const isRemoved = (event: object | null) => event !== null && 'removed' in event && event.removed === true
  return verb !== 'edit' || !isRemoved(draft) || isRemoved(before) || can('delete', 'schedule')(user)
}

/** A stored event with the values of a draft, whatever its kind. */
export const merged = (draft: object, before: object | null): ReadonlyMap<string, unknown> =>
  new Map(Object.entries({ ...before, ...draft }))
export const dayOf = (value: unknown): Day | null => (typeof value === 'string' ? value : null)

/** The longest assignment, and the longest phase or event, in days. */
export const MOST_ASSIGNED = 366
const MOST_SPAN = 5 * 366

/** What is wrong with the days of an event (rule schedule-event), and a project that is missing. */
export function placeErrors(draft: object, before: object | null): FieldErrors {
  const event = merged(draft, before)
  const errors = spanErrors(event)
  if (event.get('kind') !== 'calendar' && !event.get('project_id')) errors.project_id = ['Project is required']
  return errors
}

function spanErrors(event: ReadonlyMap<string, unknown>): FieldErrors {
  const [from, to] = [dayOf(event.get('start_date')), dayOf(event.get('end_date'))]
  const kind = event.get('kind')
  if (kind === 'calendar' && event.get('all_day') === false) {
    const [starts, ends] = [dayOf(event.get('starts_at')), dayOf(event.get('ends_at'))]
    if (!starts) return { starts_at: ['Start is required'] }
    if (!ends) return { ends_at: ['End is required'] }
    return Date.parse(ends) < Date.parse(starts) ? { ends_at: ['End must not be before the start.'] } : {}
  }
  if (!from) return { start_date: ['Start date is required'] }
  if (!to) return { end_date: ['End date is required'] }
  if (to < from) return { end_date: [ENDS_EARLY] }
  const isAssignment = kind === 'assignment'
  if (daysBetween(from, to) < (isAssignment ? MOST_ASSIGNED : MOST_SPAN)) return {}
  return { end_date: [isAssignment ? 'An assignment lasts a year at most.' : 'An event lasts five years at most.'] }
}

export const NO_REASON = 'Add a reason.'
export const MOST_REASON = 1000

export const steps = {
  decline(_: object, __: Sight, { reason }: Readonly<Record<string, unknown>>): FieldErrors | undefined {
    const given = typeof reason === 'string' ? reason.trim() : ''
    if (!given) return { reason: [NO_REASON] }
    return given.length > MOST_REASON ? { reason: [`Reason must be ${MOST_REASON} characters or fewer.`] } : undefined
  },
}
