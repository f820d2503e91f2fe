import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { FoldGroup } from '#blocks/record-tab/fold-group.tsx'
import { useRows } from '#blocks/record-tab/use-rows.tsx'
import { useReorder } from '#blocks/setup-list/use-reorder.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Phase } from '../../phases/entities.ts'
import { tasks } from '../entities.ts'
import { TaskRow } from './task-row.tsx'

/** The tasks of one phase with its progress, sorted by dragging or with the arrow keys. */
export const PhaseGroup = ({
  phase,
  ids,
  done,
  project_id,
  path,
  opened,
  isActive,
  maySort,
}: {
  /** Undefined for tasks without a phase. */
  phase: Phase | undefined
  ids: readonly Id[]
  /** How many of them are completed. */
  done: number
  project_id: Id
  path: string
  /** The task that is shown beside the list. */
  opened: Id | undefined
  isActive: boolean
  maySort: boolean
}) => {
  const { api, store } = useServices()
  const rowsOf = useRows()
  const { order, grip } = useReorder(ids, async (next) => {
    // Those that keep their place are not changed.
    const drafts = next.flatMap((id, at) => (store.of(tasks).peek(id)?.sort === at + 1 ? [] : [{ id, sort: at + 1 }]))
    const result = await api(tasks, { project_id }).saveMany(drafts)
    if (!result.ok) toastFailure(result)
  })
  const isDone = done === ids.length
  return (
    <FoldGroup
      label={phase?.name ?? 'No phase'}
      mark={phase && <span className={mark} style={{ background: phase.color }} />}
      note={isDone ? `${done} of ${ids.length} done` : `${Math.round((done / ids.length) * 100)} %`}
      folded={isDone}
      rows={rowsOf(tasks, order, (item, id) => (
        <TaskRow
          item={item}
          href={`${path}/${id}`}
          isOpen={opened === id}
          isActive={isActive}
          grip={maySort && id > 0 ? grip : undefined}
        />
      ))}
    />
  )
}

const mark = css({ width: '2.5', height: '2.5', borderRadius: 'xs', flex: 'none' })
