import { addDays, formatDay } from '#lib/days.ts'
import type { Rfi } from '../entities.ts'

const DAY = 86_400_000

/** The days since an RFI was sent, until it was resolved: `2 d`. Empty if it is not sent. */
export function ageOf({ sent_at, resolved_at }: Rfi, now: number): string {
  if (!sent_at) return ''
  const until = resolved_at ? Date.parse(resolved_at) : now
  return `${Math.max(0, Math.floor((until - Date.parse(sent_at)) / DAY))} d`
}

/** The number of days a sent, unresolved RFI is overdue; otherwise 0. */
export function daysLate({ due_date, resolved_at, sent_at }: Rfi, today: string): number {
  if (!due_date || resolved_at || !sent_at || due_date >= today) return 0
  return Math.round((Date.parse(today) - Date.parse(due_date)) / DAY)
}

/** A short text for the due date: `Due tomorrow`, `Due 11/20/26` or `3 days overdue`. */
export function dueLabel(rfi: Rfi, today: string): string {
  const late = daysLate(rfi, today)
  if (late === 1) return 'Overdue since yesterday'
  if (late > 1) return `${late} days overdue`
  if (rfi.due_date === today) return 'Due today'
  if (rfi.due_date === addDays(today, 1)) return 'Due tomorrow'
  return rfi.due_date ? `Due ${formatDay(rfi.due_date)}` : ''
}

export const costLabels = { none: 'None', possible: 'Possible', yes: 'Yes' } as const
export const scheduleLabel = (days: number | null): string =>
  days === null ? '' : days === 0 ? 'None' : `+${days} ${days === 1 ? 'day' : 'days'}`
