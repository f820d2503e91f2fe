import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { isDeclined } from '../../coverage.ts'
import { daysOf, type WorkDays } from '../../days-of.ts'
import type { Assignment, CalendarEvent } from '../../entities.ts'

export interface CheckedPerson {
  readonly id: Id
  readonly license: string | null
  readonly role: string | null
  readonly active: boolean
  readonly schedulable: boolean
}

/** What is wrong on a day, and who it is about. */
export interface DayChecks {
  /** Who is on a job, without those who cannot make it. */
  readonly working: readonly Id[]
  readonly double: readonly Id[]
  readonly declined: readonly Id[]
  readonly off: readonly Id[]
  /** People who are certified for something no longer. */
  readonly expired: readonly Id[]
  /** Jobs on which trainees outnumber journeymen, with the trainees. */
  readonly ratio: readonly { readonly project_id: Id; readonly trainees: readonly Id[]; readonly journeymen: number }[]
  /** People who cannot be scheduled any more. */
  readonly gone: readonly Id[]
}

/** The people who have a problem on a day. */
export const peopleOf = (found: DayChecks | undefined): ReadonlySet<Id> =>
  new Set(
    found
      ? [
          ...found.double,
          ...found.declined,
          ...found.off,
          ...found.expired,
          ...found.gone,
          ...found.ratio.flatMap(({ trainees }) => trainees),
        ]
      : [],
  )

/** What is wrong on each of these days, drafts included. */
export function checksOf(
  days: readonly Day[],
  assignments: readonly Assignment[],
  calendar: readonly CalendarEvent[],
  people: ReadonlyMap<Id, CheckedPerson>,
  company: WorkDays,
  withRatio: boolean,
  /** Until when each person has what expires first. */
  validUntil: ReadonlyMap<Id, Day> = new Map(),
): Map<Day, DayChecks> {
  const byDay = new Map<Day, Assignment[]>(days.map((day) => [day, []]))
  for (const event of assignments) {
    if (event.removed) continue
    for (const day of daysOf(event, company)) byDay.get(day)?.push(event)
  }
  return new Map(days.map((day) => [day, checkDay(day, byDay.get(day) ?? [])]))

  function checkDay(day: Day, there: readonly Assignment[]): DayChecks {
    const byPerson = Map.groupBy(there, ({ user_id }) => user_id)
    const away = calendar.filter(
      ({ type, start_date, end_date }) =>
        (type === 'time_off' || type === 'holiday') &&
        start_date !== null &&
        start_date <= day &&
        (end_date ?? start_date) >= day,
    )
    return {
      working: [...byPerson].flatMap(([id, list]) => (list.some((event) => !isDeclined(event, day)) ? [id] : [])),
      double: [...byPerson].flatMap(([id, list]) => (list.length > 1 ? [id] : [])),
      declined: [...byPerson].flatMap(([id, list]) => (list.some((event) => isDeclined(event, day)) ? [id] : [])),
      off: [...byPerson.keys()].filter((id) => away.some(({ user_ids }) => user_ids.includes(id))),
      expired: [...byPerson.keys()].filter((id) => day > (validUntil.get(id) ?? day)),
      ratio: withRatio ? ratios(there) : [],
      gone: [...byPerson.keys()].filter((id) => {
        const person = people.get(id)
        return person !== undefined && !(person.active && person.schedulable)
      }),
    }
  }

  function ratios(there: readonly Assignment[]): DayChecks['ratio'] {
    return [...Map.groupBy(there, ({ project_id }) => project_id)].flatMap(([project_id, list]) => {
      if (project_id === null) return []
      const crew = [...new Set(list.map(({ user_id }) => user_id))].flatMap((id) => people.get(id) ?? [])
      const trainees = crew.filter(({ license }) => license === 'apprentice')
      const journeymen = crew.filter(
        ({ license, role }) => license === 'journeyman' || (role === 'foreman' && license !== 'apprentice'),
      ).length
      return trainees.length > journeymen ? [{ project_id, trainees: trainees.map(({ id }) => id), journeymen }] : []
    })
  }
}
