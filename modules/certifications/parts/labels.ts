import { addDays, daysBetween, formatDay, type Day } from '#lib/days.ts'

/** So many days before it expires, it is renewed. */
const AHEAD = 60
export const soonFrom = (today: Day): Day => addDays(today, AHEAD)

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** `expires in 12 days`, `expires today`, `expired 3 days ago`, `valid until Mar 5, 2028`. */
export function expiryText(expires_on: Day | null, today: Day): string {
  if (expires_on === null) return 'does not expire'
  const left = daysBetween(today, expires_on)
  if (left < 0) return `expired ${days(-left)} ago`
  if (left === 0) return 'expires today'
  return expires_on <= soonFrom(today) ? `expires in ${days(left)}` : `valid until ${formatDay(expires_on)}`
}
