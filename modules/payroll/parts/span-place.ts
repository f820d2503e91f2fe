import { addDays, daysBetween, formatMonthDay, isDay, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'

/** The weeks on screen: the first day of the first and the last day of the last. */
export interface Span {
  readonly starts_on: Day
  readonly ends_on: Day
}

/** The server's limit for one export. */
const MOST_WEEKS = 10

/** The whole weeks from one day to the other, in either order. */
export function spanOf(one: Day, other: Day, weekStart: WeekStart): Span {
  const [first, last] = one <= other ? [one, other] : [other, one]
  const starts_on = startOfWeek(first, weekStart)
  const latest = addDays(starts_on, MOST_WEEKS * 7 - 1)
  const ends_on = addDays(startOfWeek(last, weekStart), 6)
  return { starts_on, ends_on: ends_on < latest ? ends_on : latest }
}

/** Parses `?from=2026-11-01&to=2026-11-14`. Without valid days it returns the last full week. */
export function readSpan(search: string, today: Day, weekStart: WeekStart): Span {
  const asked = new URLSearchParams(search)
  const from = asked.get('from') ?? ''
  const to = asked.get('to') ?? ''
  const first = isDay(from) ? from : addDays(startOfWeek(today, weekStart), -7)
  return spanOf(first, isDay(to) ? to : first, weekStart)
}

export const hrefOf = ({ starts_on, ends_on }: Span): string => `/payroll?from=${starts_on}&to=${ends_on}`

/** The adjacent span of the same length. */
export function neighbour({ starts_on, ends_on }: Span, way: -1 | 1): Span {
  const days = way * (daysBetween(starts_on, ends_on) + 1)
  return { starts_on: addDays(starts_on, days), ends_on: addDays(ends_on, days) }
}

/** `11/1 – 11/14`. */
export const spanText = ({ starts_on, ends_on }: Span): string =>
  `${formatMonthDay(starts_on)} – ${formatMonthDay(ends_on)}`
