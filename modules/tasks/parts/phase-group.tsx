import type { ReadonlySignal } from '@preact/signals-react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { FoldGroup } from '#blocks/record-tab/fold-group.tsx'
import { useReorder } from '#blocks/setup-list/use-reorder.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Phase } from '../../phases/entities.ts'
import { tasks, type Task } from '../entities.ts'
import { TaskRow } from './task-row.tsx'

/** The tasks of one phase with its progress, sorted by dragging or with the arrow keys. @useSignals */
export const PhaseGroup = ({
  phase,
  items,
  project_id,
  path,
  opened,
  isActive,
  maySort,
}: {
  /** Undefined for tasks without a phase. */
  phase: Phase | undefined
  items: readonly ReadonlySignal<Task>[]
  project_id: Id
  path: string
  /** The task that is shown beside the list. */
  opened: Id | undefined
  isActive: boolean
  maySort: boolean
}) => {
  const { api } = useServices()
  const byId = new Map(items.map((item) => [item.value.id, item]))
  const { order, grip } = useReorder([...byId.keys()], async (next) => {
    // Those that keep their place are not changed.
    const drafts = next.flatMap((id, at) => (byId.get(id)?.peek().sort === at + 1 ? [] : [{ id, sort: at + 1 }]))
    const result = await api(tasks, { project_id }).saveMany(drafts)
    if (!result.ok) toastFailure(result)
  })
  const done = items.filter(({ value }) => value.completed_at !== null).length
  const isDone = done === items.length
  return (
    <FoldGroup
      label={phase?.name ?? 'No phase'}
      mark={phase && <span className={mark} style={{ background: phase.color }} />}
      note={isDone ? `${done} of ${items.length} done` : `${Math.round((done / items.length) * 100)} %`}
      folded={isDone}
      rows={order.flatMap((id) => {
        const item = byId.get(id)
        return item ? (
          <li key={id} data-reorder-id={id}>
            <TaskRow
              item={item}
              href={`${path}/${id}`}
              isOpen={opened === id}
              isActive={isActive}
              grip={maySort && id > 0 ? grip(id) : undefined}
            />
          </li>
        ) : (
          []
        )
      })}
    />
  )
}

const mark = css({ width: '2.5', height: '2.5', borderRadius: 'xs', flex: 'none' })
