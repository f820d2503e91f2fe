import { addDays, daysBetween, formatWeekday, startOfWeek, type Day, type WeekStart } from '#lib/days.ts'
import { formatDone } from '#lib/moments.ts'
import type { Task } from '../entities.ts'

export const priorityLabels = { low: 'Low', medium: 'Medium', high: 'High' } as const

/** The number of days an open task is overdue; 0 for any other. */
export const daysLate = ({ completed_at, due_date }: Pick<Task, 'completed_at' | 'due_date'>, today: Day): number =>
  completed_at === null && due_date !== null ? Math.max(0, daysBetween(due_date, today)) : 0

/** When a task is due, or when it was done: `Today`, `Fri, Nov 20`, `Overdue 2 d`, `Nov 16`. */
export function dueLabel(task: Task, today: Day): string {
  if (task.completed_at) return formatDone(task.completed_at)
  const late = daysLate(task, today)
  if (late) return `Overdue ${late} d`
  if (task.due_date === today) return 'Today'
  return task.due_date === null ? '' : formatWeekday(task.due_date)
}

export const times = ['overdue', 'today', 'week', 'later'] as const
export type Time = (typeof times)[number]
export const timeLabels = { overdue: 'Overdue', today: 'Today', week: 'This week', later: 'Later' } as const

/** When an open task is due, for a person's own list; one without a date is for later. */
export function timeOf({ due_date }: Pick<Task, 'due_date'>, today: Day, weekStart: WeekStart): Time {
  if (due_date === null) return 'later'
  if (due_date < today) return 'overdue'
  if (due_date === today) return 'today'
  return due_date <= addDays(startOfWeek(today, weekStart), 6) ? 'week' : 'later'
}
