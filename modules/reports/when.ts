import { addDays, dayIn, momentIn, weekdayOf, type Day } from '#lib/days.ts'
import type { ReportMail } from './entities.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function isOn(rule: ReportMail['day'], day: Day): boolean {
  if (rule === 'every_day') return true
  if (rule === 'first_of_month') return day.endsWith('-01')
  const weekday = weekdayOf(day)
  return rule === 'weekdays' ? weekday % 6 !== 0 : weekdays[weekday] === rule
}

/** When a mail is sent next after a moment: a time of the company's day, which the clocks may move. */
export function nextAfter({ day: rule, time }: Pick<ReportMail, 'day' | 'time'>, after: string, zone: string): string {
  const today = dayIn(zone, new Date(after))
  const MONTH = 32
  for (let ahead = 0; ahead <= MONTH; ahead++) {
    const day = addDays(today, ahead)
    const at = momentIn(zone, day, time)
    if (isOn(rule, day) && at > after) return at
  }
  throw new Error(`No day is ${rule}.`)
}
