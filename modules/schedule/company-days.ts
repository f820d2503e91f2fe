import { holidayOn, type Calendar } from '#lib/overtime/holidays.ts'
import type { Day } from '#lib/days.ts'
import { FULL_DAY, spanOf, type WorkDays } from './days-of.ts'

/** A calendar event, as far as it may be a day off. */
export interface Off {
  readonly type: string | null
  readonly title: string | null
  readonly everyone: boolean
  readonly start_date: Day | null
  readonly end_date: Day | null
  readonly all_day?: boolean
  readonly starts_at?: string | null
  readonly ends_at?: string | null
  readonly hours_off?: number | null
}

const HOUR = 3_600_000
const QUARTERS = 4

/** How many hours of each of its days a day off takes; null for whole days. */
export function hoursOff({
  all_day = true,
  hours_off = null,
  starts_at = null,
  ends_at = null,
  start_date,
  end_date,
}: Omit<Off, 'type' | 'title' | 'everyone'>): number | null {
  const isWithinDay = start_date === (end_date ?? start_date)
  const timed =
    all_day || starts_at === null || ends_at === null || !isWithinDay
      ? null
      : Math.round(((Date.parse(ends_at) - Date.parse(starts_at)) / HOUR) * QUARTERS) / QUARTERS
  const hours = hours_off ?? timed
  return hours === null || hours >= FULL_DAY ? null : hours
}

/** Whether a calendar event keeps people from working. */
export const isOff = ({ type }: { type: string | null }): boolean => type === 'time_off' || type === 'holiday'

/** Whether a calendar event keeps its people from working on a day. */
export const isOffOn = (event: Pick<Off, 'type' | 'start_date' | 'end_date'>, day: Day): boolean =>
  isOff(event) && event.start_date !== null && event.start_date <= day && (event.end_date ?? event.start_date) >= day

/** The company's work days between two days: without its holidays, and without what everyone has off for whole days. */
export function companyDays(
  { from, to }: { from: Day; to: Day },
  work_days: readonly number[],
  holidays: Calendar,
  events: readonly Off[],
): WorkDays {
  const off = new Map<Day, string>()
  const short = new Map<Day, { hours: number; name: string }>()
  for (const day of spanOf(from, to)) {
    const holiday = holidayOn(holidays, day)
    if (holiday !== null) off.set(day, holiday)
  }
  for (const event of events) {
    if (!isOff(event) || !event.everyone || event.start_date === null) continue
    const begin = event.start_date < from ? from : event.start_date
    const last = event.end_date ?? event.start_date
    const [hours, name] = [hoursOff(event), event.title ?? 'Day off']
    for (const day of spanOf(begin, last > to ? to : last))
      if (hours === null) off.set(day, name)
      else short.set(day, { hours: hours + (short.get(day)?.hours ?? 0), name })
  }
  return short.size ? { work_days, off, short } : { work_days, off }
}
