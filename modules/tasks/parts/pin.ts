import { formatDay } from '#lib/days.ts'
import type { WorkKind } from '../../work-items/index.ts'
import { tasks, type Task } from '../entities.ts'

/** Tasks as pins on drawings. */
export const taskPin: WorkKind = {
  entity: tasks,
  label: 'Task',
  open: { view: 'open' },
  face({ number, completed_at, assigned_name, due_date }: Task) {
    const due = due_date === null ? '' : ` · due ${formatDay(due_date)}`
    return {
      tone: completed_at === null ? 'primary' : 'done',
      icon: completed_at === null ? 'list-todo' : 'check',
      number: number === null ? '' : String(number),
      state: completed_at === null ? `${assigned_name ?? 'Nobody'}${due}` : 'Completed',
    }
  },
  make: () => import('../dialogs/task-dialog.tsx'),
}
