import { useQuery } from '#blocks/query/use-query.ts'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import { addDays } from '#lib/days.ts'
import { joinWords } from '#lib/join-words.ts'
import { tasks, type Task } from '../entities.ts'
import { daysLate, dueLabel } from './labels.ts'

/** From so many days before it is due, a task is soon due. */
const SOON = 2

/** The user's own open tasks. @useSignals */
export default function TaskNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const today = useToday()
  const { items, state } = useQuery(tasks, { across: true, filters: { view: 'mine' } })
  const needs = items.value.flatMap(({ value }) => (value.project_archived_at === null ? [needOf(value, today)] : []))
  usePut(put, state.value === 'never' ? null : needs)
  return null
}

function needOf(task: Task, today: string): Need {
  const late = daysLate(task, today)
  const due = dueLabel(task, today)
  const isSoon = task.due_date !== null && task.due_date <= addDays(today, SOON)
  return {
    key: `task ${task.id}`,
    icon: 'list-todo',
    title: `Task ${task.number ?? 'New'} · ${task.title}`,
    detail: [
      joinWords(task.project_number, task.project_name),
      ...(due && !late ? [task.due_date === today ? 'due today' : `due ${due}`] : []),
    ].join(' · '),
    ...(late && { late: late === 1 ? '1 day overdue' : `${late} days overdue` }),
    rank: late ? 'late' : isSoon ? 'soon' : 'open',
    href: `/projects/${task.project_id}/tasks/${task.id}`,
    label: 'Open',
  }
}
