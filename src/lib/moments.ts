/** A point in time: ISO 8601, milliseconds, or a date. */
export type Moment = string | number | Date

/** The time zone of this device, an IANA name. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const short = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

const elsewhere = new Map<string, Intl.DateTimeFormat>()
function fullIn(timeZone: string): Intl.DateTimeFormat {
  const known =
    elsewhere.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  elsewhere.set(timeZone, known)
  return known
}

/** Date and time: `Nov 20, 2026, 9:14 AM`, of this device or in a zone (an IANA name). */
export const formatMoment = (at: Moment, zone?: string): string => (zone ? fullIn(zone) : full).format(new Date(at))
const brief = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Time of a day that is told beside it: `9:14 AM`. */
export const formatClock = (at: Moment): string => short.format(new Date(at))
/** The day something was done, where its year is plain: `Nov 18`. */
export const formatDone = (at: Moment): string => brief.format(new Date(at))
/** The time alone if it was today, otherwise with the date: for something that has usually just happened. */
export const formatRecent = (at: Moment): string =>
  new Date(at).toDateString() === new Date().toDateString() ? formatClock(at) : formatMoment(at)

/** A time of day on a 24-hour clock, `19:20`, as people write it: `7:20 PM`. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Seconds from one time of day to a later one; null if it is not later. */
export function secondsBetween(from: string, to: string): number | null {
  const secondsOf = (time: string) => Date.parse(`1970-01-01T${time}Z`) / 1000
  const seconds = secondsOf(to) - secondsOf(from)
  return seconds > 0 ? seconds : null
}
