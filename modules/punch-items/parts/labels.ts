import { daysBetween, formatWeekday, type Day } from '#lib/days.ts'
import { formatDone } from '#lib/moments.ts'
import type { PunchItem } from '../entities.ts'

export const priorityLabels = { low: 'Low', medium: 'Medium', high: 'High' } as const

/** The state of an item's work. */
export const workOf = ({
  completed_at,
  closed_at,
}: Pick<PunchItem, 'completed_at' | 'closed_at'>): 'open' | 'completed' | 'closed' =>
  closed_at ? 'closed' : completed_at ? 'completed' : 'open'

/** Whether it is open again because its work was rejected. */
export const isRejected = (item: PunchItem): boolean => workOf(item) === 'open' && item.rejected_reason !== null

/** How many days an open item is overdue; 0 for any other. */
export const daysLate = (item: PunchItem, today: Day): number =>
  workOf(item) === 'open' && item.due_date !== null ? Math.max(0, daysBetween(item.due_date, today)) : 0

/** When an item is due, or when it was done: `Overdue 2 d`, `Mon, Nov 23`, `Done Nov 18`. */
export function dueLabel(item: PunchItem, today: Day): string {
  if (item.closed_at) return `Closed ${formatDone(item.closed_at)}`
  if (item.completed_at) return `Done ${formatDone(item.completed_at)}`
  const late = daysLate(item, today)
  if (late) return `Overdue ${late} d`
  if (item.due_date === today) return 'Due today'
  return item.due_date === null ? '' : formatWeekday(item.due_date)
}
