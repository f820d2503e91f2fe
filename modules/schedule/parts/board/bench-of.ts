import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { daysOf, isWorkDay, type WorkDays } from '../../days-of.ts'
import { licences, type Assignment, type PhaseBar } from '../../entities.ts'
import type { RowPerson } from './board-rows.ts'

type Headcount = PhaseBar['headcount']

/** A phase that has fewer people than it needs, on its worst day. */
export interface Short {
  readonly bar: PhaseBar
  readonly missing: Headcount
}
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

/** The phases from a day on that are short of people, those that begin first at the top. */
export function shortPhases(
  bars: readonly PhaseBar[],
  assignments: readonly Assignment[],
  people: ReadonlyMap<Id, RowPerson>,
  { from, to }: { from: Day; to: Day },
  company: WorkDays,
): Short[] {
  const byProject = Map.groupBy(
    assignments.filter(({ removed }) => !removed),
    ({ project_id }) => project_id,
  )
  return bars
    .flatMap((bar): Short[] => {
      const [first, last] = [bar.start_date < from ? from : bar.start_date, bar.end_date > to ? to : bar.end_date]
      const days = daysOf({ start_date: first, end_date: last, days: null }, company)
      // Who is on the job without a phase counts for the phase of those days.
      const there = (byProject.get(bar.project_id) ?? []).filter(
        ({ phase_id }) => phase_id === null || phase_id === bar.phase_id,
      )
      const missing = { journeyman: 0, apprentice: 0, laborer: 0 }
      for (const day of days) {
        const present = new Set(there.flatMap((one) => (daysOf(one, company).includes(day) ? [one.user_id] : [])))
        for (const licence of licences) {
          const count = [...present].filter((id) => people.get(id)?.license === licence).length
          missing[licence] = Math.max(missing[licence], bar.headcount[licence] - count)
        }
      }
      return licences.some((licence) => missing[licence] > 0) ? [{ bar, missing }] : []
    })
    .toSorted((a, b) => (a.bar.start_date < b.bar.start_date ? -1 : 1))
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
