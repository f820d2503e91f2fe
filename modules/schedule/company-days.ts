import { holidayOn, type Calendar } from '#lib/overtime/holidays.ts'
import type { Day } from '#lib/days.ts'
import { spanOf, type WorkDays } from './days-of.ts'

/** A calendar event, as far as it may be a day off. */
export interface Off {
  readonly type: string | null
  readonly title: string | null
  readonly everyone: boolean
  readonly start_date: Day | null
  readonly end_date: Day | null
}

/** Whether a calendar event keeps people from working. */
export const isOff = ({ type }: { type: string | null }): boolean => type === 'time_off' || type === 'holiday'

/** Whether a calendar event keeps its people from working on a day. */
export const isOffOn = (event: Pick<Off, 'type' | 'start_date' | 'end_date'>, day: Day): boolean =>
  isOff(event) && event.start_date !== null && event.start_date <= day && (event.end_date ?? event.start_date) >= day

/** The company's work days between two days: without its holidays, and without what everyone has off. */
export function companyDays(
  { from, to }: { from: Day; to: Day },
  work_days: readonly number[],
  holidays: Calendar,
  events: readonly Off[],
): WorkDays {
  const off = new Map<Day, string>()
  for (const day of spanOf(from, to)) {
    const holiday = holidayOn(holidays, day)
    if (holiday !== null) off.set(day, holiday)
  }
  for (const event of events) {
    if (!isOff(event) || !event.everyone || event.start_date === null) continue
    const begin = event.start_date < from ? from : event.start_date
    const last = event.end_date ?? event.start_date
    for (const day of spanOf(begin, last > to ? to : last)) off.set(day, event.title ?? 'Day off')
  }
  return { work_days, off }
}
