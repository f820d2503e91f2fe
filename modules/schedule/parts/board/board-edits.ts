import type { Id } from '#core/access/access.ts'
import { addDays, daysBetween, type Day } from '#lib/days.ts'
import { daysOf, isWorkDay, workDayAfter, type WorkDays } from '../../days-of.ts'
import type { Assignment } from '../../entities.ts'
import type { Plan, Step } from './board-steps.ts'

/** Some days of one person. */
export interface Stretch {
  readonly user_id: Id
  readonly from: Day
  readonly to: Day
}

export const planOf = (event: Assignment): Plan => ({
  user_id: event.user_id,
  project_id: event.project_id,
  phase_id: event.phase_id,
  start_date: event.start_date,
  end_date: event.end_date,
  start_time: event.start_time,
  hours_per_day: event.hours_per_day,
  days: event.days,
  lead: event.lead,
  meeting_place: event.meeting_place,
  note: event.note,
})

const fresh = { start_time: null, hours_per_day: 8, days: null, lead: false, meeting_place: null, note: null }

/** New assignments of people to a job. */
export const assign = (stretches: readonly Stretch[], project_id: Id, phase_id: Id | null): Step[] =>
  stretches.map(({ user_id, from, to }) => ({
    id: null,
    before: null,
    after: { ...fresh, user_id, project_id, phase_id, start_date: from, end_date: to },
  }))

/** An assignment with another person or on other days; a longer one keeps its number of work days. */
export function moved(event: Assignment, user_id: Id, from: Day, company: WorkDays): Step[] {
  const count = daysOf(event, company).length
  const isOneDay = event.start_date === event.end_date
  const first = isOneDay || isWorkDay(from, company) ? from : workDayAfter(from, 1, company)
  const to = isOneDay ? first : workDayAfter(first, Math.max(0, count - 1), company)
  const end = event.days ? addDays(first, daysBetween(event.start_date, event.end_date)) : to
  if (user_id === event.user_id && first === event.start_date) return []
  return [change(event, { user_id, start_date: first, end_date: end })]
}

/** An assignment that begins or ends on another day. */
export function stretched(event: Assignment, edge: 'start' | 'end', day: Day): Step[] {
  const span =
    edge === 'start'
      ? { start_date: day < event.end_date ? day : event.end_date, end_date: event.end_date }
      : { start_date: event.start_date, end_date: day > event.start_date ? day : event.start_date }
  return span.start_date === event.start_date && span.end_date === event.end_date ? [] : [change(event, span)]
}

const change = (event: Assignment, to: Partial<Plan>): Step => {
  const before = planOf(event)
  return { id: event.id, before, after: { ...before, ...to } }
}

/** The assignments that are worked on some of these days. */
export const workedIn = (
  events: readonly Assignment[],
  stretches: readonly Stretch[],
  company: WorkDays,
): Assignment[] =>
  events.filter(
    (event) =>
      !event.removed &&
      stretches.some(
        ({ user_id, from, to }) =>
          user_id === event.user_id && daysOf(event, company).some((day) => day >= from && day <= to),
      ),
  )

/** Copied cells: what is planned in them, from the first day that was copied and by the place of the row. */
export interface Copied {
  readonly row: number
  readonly plan: Plan
  /** Days from the first copied day. */
  readonly from: number
  readonly to: number
}

export function copied(
  events: readonly Assignment[],
  people: readonly Id[],
  from: Day,
  to: Day,
  company: WorkDays,
): Copied[] {
  return events.flatMap((event) => {
    const row = people.indexOf(event.user_id)
    if (row < 0 || event.removed) return []
    const days = daysOf(event, company).filter((day) => day >= from && day <= to)
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return []
    return [{ row, plan: planOf(event), from: daysBetween(from, first), to: daysBetween(from, last) }]
  })
}

/** Copied cells planned again, from another day on and for other people. */
export const pasted = (copies: readonly Copied[], people: readonly (Id | undefined)[], day: Day): Step[] =>
  copies.flatMap(({ row, plan, from, to }) => {
    const user_id = people[row]
    if (user_id === undefined) return []
    const after = { ...plan, user_id, start_date: addDays(day, from), end_date: addDays(day, to) }
    return [{ id: null, before: null, after }]
  })
