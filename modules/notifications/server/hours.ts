import { addDays, dayIn, momentIn, timeIn } from '#lib/days.ts'
import type { NotificationSetting } from '../entities.ts'

/** When the morning mail goes out, in the person's zone. */
const MORNING = '06:00'

/** When a person's quiet hours end, ISO 8601; undefined outside of them. */
export function quietUntil(setting: NotificationSetting | undefined, now: string): string | undefined {
  if (!setting || setting.quiet_from === null || setting.quiet_until === null) return undefined
  const { time_zone, quiet_from: from, quiet_until: until } = setting
  const moment = new Date(now)
  const [time, today] = [timeIn(time_zone, moment), dayIn(time_zone, moment)]
  const overMidnight = from > until
  const isQuiet = overMidnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return undefined
  return momentIn(time_zone, overMidnight && time >= from ? addDays(today, 1) : today, until)
}

/** The next morning after a moment in a time zone, and the one before that, ISO 8601. */
export function morningsAround(zone: string, now: string): { last: string; next: string } {
  const moment = new Date(now)
  const today = dayIn(zone, moment)
  const day = timeIn(zone, moment) < MORNING ? today : addDays(today, 1)
  return { last: momentIn(zone, addDays(day, -1), MORNING), next: momentIn(zone, day, MORNING) }
}
