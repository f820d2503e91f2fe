import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { daysOf, isWorkDay, type WorkDays } from '../../days-of.ts'
import type { Assignment } from '../../entities.ts'
import type { RowPerson } from '../board/board-rows.ts'

/** Somebody without work on one of the next work days, and the first of them. */
export interface Free {
  readonly user_id: Id
  readonly from: Day
}

const NEXT = 5

/** The next work days, a day included. */
function nextWorkDays(from: Day, count: number, company: WorkDays): Day[] {
  const days: Day[] = []
  const MOST = 31
  for (let at = 0; days.length < count && at < MOST; at++) {
    const day = addDays(from, at)
    if (isWorkDay(day, company)) days.push(day)
  }
  return days
}

/** Who has nothing to do on one of the next work days. */
export function freePeople(
  people: readonly RowPerson[],
  assignments: readonly Assignment[],
  today: Day,
  company: WorkDays,
  isAway: (person: Id, day: Day) => boolean,
): Free[] {
  const days = nextWorkDays(today, NEXT, company)
  const busy = new Set(
    assignments.flatMap((event) =>
      event.removed ? [] : daysOf(event, company).map((day) => `${event.user_id} ${day}`),
    ),
  )
  return people.flatMap(({ id, active, schedulable }) => {
    if (!active || !schedulable) return []
    const from = days.find((day) => !busy.has(`${id} ${day}`) && !isAway(id, day))
    return from ? [{ user_id: id, from }] : []
  })
}
