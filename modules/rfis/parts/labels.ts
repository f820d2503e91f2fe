import { formatDay } from '#lib/days.ts'
import type { Rfi } from '../entities.ts'

const DAY = 86_400_000

/** How long it has been out, in days: `2 d`; what is not sent has no age. */
export function ageOf({ sent_at, resolved_at }: Rfi, now: number): string {
  if (!sent_at) return ''
  const until = resolved_at ? Date.parse(resolved_at) : now
  return `${Math.max(0, Math.floor((until - Date.parse(sent_at)) / DAY))} d`
}

/** How late an unanswered one is, in days; 0 while it is not. */
export function daysLate({ due_date, resolved_at, sent_at }: Rfi, today: string): number {
  if (!due_date || resolved_at || !sent_at || due_date >= today) return 0
  return Math.round((Date.parse(today) - Date.parse(due_date)) / DAY)
}

/** In a few words: when it is due, and when that was. */
export function dueLabel(rfi: Rfi, today: string): string {
  const late = daysLate(rfi, today)
  if (late === 1) return 'Overdue since yesterday'
  if (late > 1) return `${late} days overdue`
  return rfi.due_date ? `Due ${formatDay(rfi.due_date)}` : ''
}

export const costLabels = { none: 'None', possible: 'Possible', yes: 'Yes' } as const
export const scheduleLabel = (days: number | null): string =>
  days === null ? '' : days === 0 ? 'None' : `+${days} ${days === 1 ? 'day' : 'days'}`
