import { weekdays, type Holiday, type Weekday } from '#lib/overtime/holidays.ts'
import { multipliers, type FourTen, type Multiplier } from '#lib/overtime/rules.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names of the months, January first. */
export const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 15)),
)

/** `8 hours`. */
export const hoursText = (hours: number): string => `${hours} ${hours === 1 ? 'hour' : 'hours'}`

/** `1.5×`, or `Straight` for 1. */
export const timesText = (multiplier: Multiplier): string => (multiplier === 1 ? 'Straight' : `${multiplier}×`)
export const timesOptions = multipliers.map((value) => ({ value, label: timesText(value) }))

/** The date rule of a holiday: `September, first Monday`. */
export function whenText(holiday: Holiday): string {
  const month = monthNames[holiday.month - 1] ?? ''
  if (holiday.on === 'date') return `${month} ${holiday.day}`
  const weekday = `${month}, ${holiday.nth} ${capital(holiday.weekday)}`
  return holiday.day_after ? `${weekday}, the day after` : weekday
}

/** Options for the days of the week, Monday first. */
export const dayOptions = [...weekdays.slice(1), weekdays[0]].map((value) => ({ value, label: capital(value) }))

/** `Mon, Tue, Wed, Thu`, sorted from Monday. */
export const daysText = (days: readonly Weekday[]): string =>
  dayOptions.flatMap(({ value, label }) => (days.includes(value) ? [label.slice(0, 3)] : [])).join(', ')

/** The limit and days of agreements to four ten-hour days, such as `10 hours by agreement`. */
export function fourTenText(fourTen: FourTen | null): string {
  if (!fourTen) return 'None'
  const days = fourTen.days === 'consecutive' ? ', Mon–Thu or Tue–Fri' : ''
  return `${hoursText(fourTen.limit)} by agreement${days}`
}
