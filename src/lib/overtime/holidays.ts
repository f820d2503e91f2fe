import { addDays, weekdayOf, type Day } from '../days.ts'

/** Days of the week by name, in the order of {@link weekdayOf}. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]
export const nths = ['first', 'second', 'third', 'fourth', 'last'] as const

/**
 * The rule for a holiday in any year: on a date of a month (1 to 12), on the nth weekday of a month, or on the day
 * after that weekday.
 */
export type Holiday = { name: string; month: number } & (
  | { on: 'date'; day: number }
  | { on: 'weekday'; nth: (typeof nths)[number]; weekday: Weekday; day_after: boolean }
)

const SUNDAY = 0
const SATURDAY = 6
const two = (part: number) => String(part).padStart(2, '0')

/** The day of a holiday in a year; null in years that do not have its date (2/29). */
export function dayOfHoliday(holiday: Holiday, year: number): Day | null {
  const first = `${year}-${two(holiday.month)}-01`
  if (holiday.on === 'date') {
    const day = addDays(first, holiday.day - 1)
    return day.slice(0, 7) === first.slice(0, 7) ? day : null
  }
  const wanted = weekdays.indexOf(holiday.weekday)
  const begin = addDays(first, (wanted - weekdayOf(first) + 7) % 7)
  const [fourth, fifth] = [addDays(begin, 21), addDays(begin, 28)]
  const last = fifth.slice(0, 7) === first.slice(0, 7) ? fifth : fourth
  const day = holiday.nth === 'last' ? last : addDays(begin, 7 * nths.indexOf(holiday.nth))
  return holiday.day_after ? addDays(day, 1) : day
}

/** The day a holiday is observed: on a Saturday it moves to the Friday before, on a Sunday to the Monday after. */
function observed(day: Day): Day {
  const weekday = weekdayOf(day)
  return weekday === SATURDAY ? addDays(day, -1) : weekday === SUNDAY ? addDays(day, 1) : day
}

/** A list of holidays, and whether those on a weekend move to the nearest weekday. */
export interface Calendar {
  readonly holidays: readonly Holiday[]
  readonly shift_holidays: boolean
}

/** The observed holidays of a year by day; the next year's first one may be observed in this year's last week. */
function holidaysOf({ holidays, shift_holidays }: Calendar, year: number): Map<Day, string> {
  const kept = new Map<Day, string>()
  for (const holiday of holidays)
    for (const one of [year - 1, year, year + 1]) {
      const day = dayOfHoliday(holiday, one)
      if (!day) continue
      const at = shift_holidays ? observed(day) : day
      kept.set(at, at === day ? holiday.name : `${holiday.name} (observed)`)
    }
  return kept
}

const known = new WeakMap<Calendar, Map<number, Map<Day, string>>>()

/** The holiday observed on a day, or null. */
export function holidayOn(calendar: Calendar, day: Day): string | null {
  const years = known.get(calendar) ?? new Map<number, Map<Day, string>>()
  known.set(calendar, years)
  const year = Number(day.slice(0, 4))
  const kept = years.get(year) ?? holidaysOf(calendar, year)
  years.set(year, kept)
  return kept.get(day) ?? null
}
