import { addDays, type Day } from '#lib/days.ts'
import { replyOn, type Reply } from '../../answers.ts'
import { isOff } from '../../company-days.ts'
import { daysOf, hoursOn, spanOf, type WorkDays } from '../../days-of.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import type { Assignment, CalendarEvent, TimeOffRequest } from '../../entities.ts'
import { spanText } from '../../time-off.ts'

/** A run of days of an assignment that looks the same. */
export interface Chip {
  readonly key: string
  readonly event: Assignment
  readonly from: Day
  readonly to: Day
  /** Which half of the row it has where two jobs share a day; null for the whole row. */
  readonly half: 0 | 1 | null
  readonly reply: Reply | null
  /** Whether the assignment goes on before or after what is shown of it. */
  readonly startsHere: boolean
  readonly endsHere: boolean
}

/** A calendar event of a person as it is shown: a run of days with a name. */
export interface Dated {
  readonly key: string
  readonly event: CalendarEvent
  readonly from: Day
  readonly to: Day
  /** Whether it is time off or a holiday. */
  readonly isOff: boolean
}

/** What each assignment looks like in a row: runs of days without a gap, apart where two are on one day. */
export function chipsOf(assignments: readonly Assignment[], company: WorkDays, from: Day, to: Day): Chip[] {
  const worked = assignments.map((event) => ({
    event,
    all: daysOf(event, company),
  }))
  const count = new Map<Day, number>()
  for (const { event, all } of worked)
    if (!event.removed) for (const day of all) count.set(day, (count.get(day) ?? 0) + 1)
  const taken = new Map<Day, number>()
  return worked.flatMap(({ event, all }) => {
    const chips: Chip[] = []
    for (const day of all.filter((one) => one >= from && one <= to)) {
      const isShared = (count.get(day) ?? 0) > 1 && !event.removed
      const half = isShared ? (taken.get(day) ? 1 : 0) : null
      if (isShared) taken.set(day, (taken.get(day) ?? 0) + 1)
      const reply = event.published_at && !event.draft ? replyOn(event.answers, day) : null
      const last = chips.at(-1)
      const goesOn = last && half === null && last.half === null && addDays(last.to, 1) === day && last.reply === reply
      if (goesOn) chips[chips.length - 1] = { ...last, to: day, endsHere: day === all.at(-1) }
      else
        chips.push({
          key: `${event.id} ${day}`,
          event,
          from: day,
          to: day,
          half,
          reply,
          startsHere: day === all[0],
          endsHere: day === all.at(-1),
        })
    }
    return chips
  })
}

/** The calendar events of a person within a span: days off, those of some hours too, and other events of whole days. */
export function datedOf(events: readonly CalendarEvent[], from: Day, to: Day): Dated[] {
  return events.flatMap((event) => {
    const isAway = isOff(event)
    if (event.start_date === null || !(event.all_day || isAway)) return []
    const last = event.end_date ?? event.start_date
    const days = spanOf(event.start_date < from ? from : event.start_date, last > to ? to : last)
    const [first, end] = [days[0], days.at(-1)]
    return first && end ? [{ key: `event ${event.id}`, event, from: first, to: end, isOff: isAway }] : []
  })
}

/** Time off that a person asks for within a span; a strip below what is planned on its days, if anything is. */
export function askedOf(requests: readonly TimeOffRequest[], chips: readonly Chip[], from: Day, to: Day) {
  return requests.map(({ id, kind, start_date, end_date, hours_per_day }) => {
    const [first, last] = [start_date < from ? from : start_date, end_date > to ? to : end_date]
    return {
      id,
      from: first,
      to: last,
      says: `Asks for time off, ${spanText({ start_date, end_date, hours_per_day })} (${choiceLabel(kind).toLowerCase()})`,
      isStrip: chips.some((chip) => chip.from <= last && chip.to >= first),
    }
  })
}

/** The hours of a person's assignments within a week. */
export const hoursIn = (assignments: readonly Assignment[], company: WorkDays, from: Day, to: Day): number =>
  assignments.reduce(
    (sum, event) =>
      event.removed
        ? sum
        : daysOf(event, company).reduce(
            (all, day) => (day >= from && day <= to ? all + hoursOn(event.hours_per_day, day, company) : all),
            sum,
          ),
    0,
  )
