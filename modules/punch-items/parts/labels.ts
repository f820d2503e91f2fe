import type { Day } from '#lib/days.ts'
import { daysPast, dueText } from '#lib/due.ts'
import { formatDone } from '#lib/moments.ts'
import type { PunchItem } from '../entities.ts'

/** The state of an item's work. */
export const workOf = ({
  completed_at,
  closed_at,
}: Pick<PunchItem, 'completed_at' | 'closed_at'>): 'open' | 'completed' | 'closed' =>
  closed_at ? 'closed' : completed_at ? 'completed' : 'open'

/** Whether it is open again because its work was rejected. */
export const isRejected = (item: PunchItem): boolean => workOf(item) === 'open' && item.rejected_reason !== null

/** How many days an open item is late; 0 for any other. */
export const daysLate = (item: PunchItem, today: Day): number =>
  workOf(item) === 'open' ? daysPast(item.due_date, today) : 0

/** When an item is due, or when it was done: `Due today`, `Done Nov 18`; `bare` below a heading. */
export function dueLabel(item: PunchItem, today: Day, as: { bare?: boolean } = {}): string {
  if (item.closed_at) return `Closed ${formatDone(item.closed_at)}`
  if (item.completed_at) return `Done ${formatDone(item.completed_at)}`
  return dueText(item.due_date, today, as)
}
