import type { Day } from '#lib/days.ts'
import { daysOf, type WorkDays } from '../days-of.ts'
import type { Assignment, ScheduleEvent } from '../entities.ts'

/** The assignments that are worked on a day, without those that will be removed. */
export const workOn = (events: readonly ScheduleEvent[], day: Day, company: WorkDays): Assignment[] =>
  events.flatMap((event) =>
    event.kind === 'assignment' && !event.removed && daysOf(event, company).includes(day) ? [event] : [],
  )
