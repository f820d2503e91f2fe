/** A calendar day as `YYYY-MM-DD`, without a time zone: calculations use noon UTC, which no clock change affects. */
export type Day = string

const DAY = 86_400_000
const at = (day: Day) => Date.parse(`${day}T12:00:00Z`)
/** Texts of days that were asked for lately, since a schedule asks for the same few thousand times. */
const texts = new Map<number, Day>()
const MOST_KEPT = 4000
function dayOf(time: number): Day {
  const known = texts.get(time)
  if (known !== undefined) return known
  if (texts.size >= MOST_KEPT) texts.clear()
  const text = new Date(time).toISOString().slice(0, 10)
  texts.set(time, text)
  return text
}

/** Whether a text is an existing day: 2026-02-30 is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && dayOf(at(text)) === text

export const addDays = (day: Day, days: number): Day => dayOf(at(day) + days * DAY)
/** The number of days from the first to the second; negative when the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((at(to) - at(from)) / DAY)
/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => new Date(at(day)).getUTCDay()

export type WeekStart = 'sunday' | 'monday'
/** The first day of the week a day is in; weeks start on Sunday by default (rule week-start). */
export const startOfWeek = (day: Day, start: WeekStart = 'sunday'): Day =>
  addDays(day, -((weekdayOf(day) - (start === 'monday' ? 1 : 0) + 7) % 7))
/** The seven days of the week a day is in. */
export const daysOfWeek = (day: Day, start: WeekStart = 'sunday'): Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(startOfWeek(day, start), index))

/** The calendar day at a moment in a time zone (an IANA name), for the company's "today". */
export function dayIn(timeZone: string, moment: Date = new Date()): Day {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(moment)
}

/** Whether a text is the name of a time zone that is known here, as the IANA has them. */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }).format())
  } catch {
    return false
  }
}

/** The time of day at a moment in a time zone, `HH:MM` on a 24-hour clock. */
export const timeIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment)

/** The moment of a time of day, or at which the day begins, in a time zone: ISO 8601 in UTC. */
export function momentIn(timeZone: string, day: Day, time = '00:00'): string {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // What a clock there shows, read as UTC, is as far from UTC as the zone; twice, in case the clocks change that night.
  const offsetAt = (time: number) => Date.parse(`${clock.format(time).replace(', ', 'T')}Z`) - time
  return new Date(wanted - offsetAt(wanted - offsetAt(wanted))).toISOString()
}

/** Month/day: `11/20` (rule dates). */
export const formatMonthDay = (day: Day): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`

const localized = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'short' })
const spoken = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })
/** Localized short: `11/20/26`. */
export const formatDay = (day: Day): string => localized.format(at(day))
/** As spoken: `Fri, Nov 20`. */
export const formatWeekday = (day: Day): string => spoken.format(at(day))
const monthly = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })
/** The month a day is in: `November 2026`. */
export const formatMonth = (day: Day): string => monthly.format(at(day))
