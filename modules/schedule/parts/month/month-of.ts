import { addDays, daysBetween, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'
import { isDeclined } from '../../coverage.ts'
import { daysOf, type WorkDays } from '../../days-of.ts'
import type { CalendarEvent, PhaseBar, ScheduleEvent } from '../../entities.ts'

/** A phase as it crosses one week. */
export interface WeekBar {
  readonly bar: PhaseBar
  readonly column: number
  readonly span: number
  /** The line below the day's number that it is on. */
  readonly lane: number
}
export interface MonthDay {
  readonly date: Day
  readonly events: readonly CalendarEvent[]
  /** People on a job, without those who cannot make it. */
  readonly working: number
  readonly off: string | null
}
export interface Week {
  readonly days: readonly MonthDay[]
  readonly bars: readonly WeekBar[]
  readonly lanes: number
}

const WEEK = 7

/** The weeks of a month: phases on lanes, so that none covers another, and each day's events and people. */
export function monthOf(events: readonly ScheduleEvent[], from: Day, to: Day, company: WorkDays): Week[] {
  const working = new Map<Day, Set<number>>()
  for (const event of events) {
    if (event.kind !== 'assignment' || event.removed) continue
    for (const day of daysOf(event, company))
      if (!isDeclined(event, day)) working.set(day, (working.get(day) ?? new Set()).add(event.user_id))
  }
  const bars = events.flatMap((event) => (event.kind === 'phase' ? [event] : []))
  const calendar = events.flatMap((event) => (event.kind === 'calendar' ? [event] : []))
  return Array.from({ length: Math.ceil((daysBetween(from, to) + 1) / WEEK) }, (_, at) => {
    const first = addDays(from, at * WEEK)
    const placed = barsOf(bars, first)
    return {
      bars: placed,
      lanes: Math.max(0, ...placed.map(({ lane }) => lane + 1)),
      days: Array.from({ length: WEEK }, (__, column) => {
        const date = addDays(first, column)
        const here = calendar.filter(
          ({ start_date, end_date }) => start_date !== null && start_date <= date && (end_date ?? start_date) >= date,
        )
        return {
          date,
          events: here
            .filter(({ type, everyone }) => !(everyone && (type === 'holiday' || type === 'time_off')))
            .toSorted((a, b) => ((a.starts_at ?? '') < (b.starts_at ?? '') ? -1 : 1)),
          working: working.get(date)?.size ?? 0,
          off: company.off.get(date) ?? null,
        }
      }),
    }
  })
}

/** The day that a key leads to from another one; null for other keys. */
export function nextDay(key: string, day: Day, start: WeekStart): Day | null {
  const first = startOfWeek(day, start)
  const steps: Readonly<Record<string, Day>> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: first,
    End: addDays(first, 6),
  }
  return steps[key] ?? null
}

function barsOf(bars: readonly PhaseBar[], first: Day): WeekBar[] {
  const last = addDays(first, WEEK - 1)
  const lanes: Day[] = []
  return bars
    .filter(({ start_date, end_date }) => start_date <= last && end_date >= first)
    .toSorted((a, b) => (a.start_date === b.start_date ? a.id - b.id : a.start_date < b.start_date ? -1 : 1))
    .map((bar) => {
      const begin = bar.start_date < first ? first : bar.start_date
      const end = bar.end_date > last ? last : bar.end_date
      const free = lanes.findIndex((taken) => taken < begin)
      const lane = free < 0 ? lanes.length : free
      lanes[lane] = end
      return { bar, lane, column: daysBetween(first, begin), span: daysBetween(begin, end) + 1 }
    })
}
