import type { Day } from '#lib/days.ts'
import { daysPast } from '#lib/due.ts'
import type { Rfi } from '../entities.ts'

const DAY = 86_400_000

/** The days since an RFI was sent, until it was resolved: `2 d`. Empty if it is not sent. */
export function ageOf({ sent_at, resolved_at }: Rfi, now: number): string {
  if (!sent_at) return ''
  const until = resolved_at ? Date.parse(resolved_at) : now
  return `${Math.max(0, Math.floor((until - Date.parse(sent_at)) / DAY))} d`
}

/** The number of days a sent, unresolved RFI is late; otherwise 0. */
export const daysLate = ({ due_date, resolved_at, sent_at }: Rfi, today: Day): number =>
  resolved_at || !sent_at ? 0 : daysPast(due_date, today)
