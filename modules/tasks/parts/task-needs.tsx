import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import { dueParts, isSoon } from '#lib/due.ts'
import { joinWords } from '#lib/join-words.ts'
import { tasks, type Task } from '../entities.ts'

/** The user's own open tasks. @useSignals */
export default function TaskNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const today = useToday()
  const { items, state } = useQuery(tasks, { across: true, filters: { view: 'mine' } })
  const needs = useSummary(
    items,
    (all) => all.flatMap((task) => (task.project_archived_at === null ? [needOf(task, today)] : [])),
    [today],
  )
  usePut(put, state.value === 'never' ? null : needs)
  return null
}

function needOf(task: Task, today: string): Need {
  const { day, late } = dueParts(task.due_date, today)
  return {
    key: `task ${task.id}`,
    icon: 'list-todo',
    title: `Task ${task.number ?? 'New'} · ${task.title}`,
    detail: [joinWords(task.project_number, task.project_name), ...(day ? [`due ${day}`] : [])].join(' · '),
    ...(late && { late }),
    rank: late ? 'late' : isSoon(task.due_date, today) ? 'soon' : 'open',
    href: `/projects/${task.project_id}/tasks/${task.id}`,
    label: 'Open',
  }
}
