import { addDays, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'
import { daysPast, dueText } from '#lib/due.ts'
import { formatDone } from '#lib/moments.ts'
import type { Task } from '../entities.ts'

/** The number of days an open task is late; 0 for any other. */
export const daysLate = ({ completed_at, due_date }: Pick<Task, 'completed_at' | 'due_date'>, today: Day): number =>
  completed_at === null ? daysPast(due_date, today) : 0

/** How urgent an open task is: one that is due today stands out like one that is a day late; 0 for any other. */
export const isDue = (task: Task, today: Day): number =>
  task.completed_at === null && task.due_date === today ? 1 : daysLate(task, today)

/** When a task is due, or when it was done: `Due today`, `Nov 16`; `bare` below a heading. */
export const dueLabel = ({ completed_at, due_date }: Task, today: Day, as: { bare?: boolean } = {}): string =>
  completed_at ? formatDone(completed_at) : dueText(due_date, today, as)

export const times = ['late', 'today', 'week', 'later'] as const
export type Time = (typeof times)[number]
export const timeLabels = { late: 'Late', today: 'Today', week: 'This week', later: 'Later' } as const

/** When an open task is due, for a person's own list; one without a date is for later. */
export function timeOf({ due_date }: Pick<Task, 'due_date'>, today: Day, weekStart: WeekStart): Time {
  if (due_date === null) return 'later'
  if (due_date < today) return 'late'
  if (due_date === today) return 'today'
  return due_date <= addDays(startOfWeek(today, weekStart), 6) ? 'week' : 'later'
}
