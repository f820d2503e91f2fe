import { addDays, weekdayOf, type Day } from '#lib/days.ts'
import type { DailyLog } from './entities.ts'

export type DayState = 'done' | 'draft' | 'missing' | 'none'

interface Logged {
  readonly id: number
  readonly date: Day
  readonly completed_at: string | null
}

/** A day of a project: its log, or why it has none. */
export interface LogDay<L extends Logged> {
  readonly date: Day
  readonly state: DayState
  readonly log: L | undefined
  /** Own people and their hours, where there is no log to say so. */
  readonly time: { readonly people: number; readonly hours: number } | undefined
}

/** A log, as far as a month shows it. */
export type LoggedDay = Pick<DailyLog, 'id' | 'date' | 'completed_at' | 'totals' | 'crew_total'>

/** What a month needs of a log. */
export const loggedDay = ({ id, date, completed_at, totals, crew_total }: DailyLog): LoggedDay => ({
  id,
  date,
  completed_at,
  totals,
  crew_total,
})

const none: ReadonlySet<Day> = new Set()
const isWorkday = (day: Day) => ![0, 6].includes(weekdayOf(day))

/** The first and the last day of a month, `2026-11`. */
export function monthSpan(month: string): { from: Day; to: Day } {
  const from = `${month}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}

/** The month before or after another. */
export const otherMonth = (month: string, step: 1 | -1): string =>
  (step > 0 ? addDays(`${month}-01`, 31) : addDays(`${month}-01`, -1)).slice(0, 7)

/**
 * The days of a month. A day before today without a log is missing where someone worked, and on working days of the
 * company from the first known log on.
 */
export function daysOf<L extends Logged>(
  month: string,
  {
    logs,
    time,
    today,
    first,
    off = none,
  }: {
    logs: readonly L[]
    time: readonly { date: Day; user_id: number; hours: number }[]
    today: Day
    /** The day of the first log that is known; null for none. */
    first: Day | null
    /** Days on which the company does not work, as far as they are known; weekends need not be among them. */
    off?: ReadonlySet<Day>
  },
): LogDay<L>[] {
  const { from, to } = monthSpan(month)
  const byDay = new Map(logs.map((log) => [log.date, log]))
  const hoursByDay = Map.groupBy(time, ({ date }) => date)
  const days: LogDay<L>[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const log = byDay.get(date)
    const entries = hoursByDay.get(date) ?? []
    const isExpected =
      date < today && (entries.length > 0 || (isWorkday(date) && !off.has(date) && first !== null && date > first))
    days.push({
      date,
      log,
      state: log ? (log.completed_at ? 'done' : 'draft') : isExpected ? 'missing' : 'none',
      time: entries.length
        ? {
            people: new Set(entries.map(({ user_id }) => user_id)).size,
            hours: entries.reduce((sum, { hours }) => sum + hours, 0),
          }
        : undefined,
    })
  }
  return days
}
