import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { needOf, useItemNeeds } from '../../work-items/components.ts'
import { tasks, type Task } from '../entities.ts'

/** The user's own open tasks. @useSignals */
export default function TaskNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const needs = useItemNeeds<typeof tasks, Task>(tasks, 'mine', (task, today) =>
    needOf(tasks, task, today, { name: `task ${task.number ?? 'New'}` }),
  )
  usePut(put, needs)
  return null
}
