import { memo } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { itemColumns } from '../../work-items/components.ts'
import { tasks, type Task } from '../entities.ts'
import { doneLines, mayStep } from '../guards.ts'
import { dueLabel, isDue } from './labels.ts'
import { TickButton } from './tick-button.tsx'

/** @useSignals */
const Tick = ({ task }: { task: Task }) => {
  const user = useServices().session.user.value
  return (
    <TickButton task={task} disabled={task.project_archived_at !== null || user === null || !mayStep(task, user)} />
  )
}

/** That another task has to be completed first. @useSignals */
const Blocked = ({ by, inWords = false }: { by: Id; inWords?: boolean }) => {
  const { store } = useServices()
  const blocker = store.of(tasks).get(by)
  if (!blocker || blocker.completed_at !== null) return null
  if (inWords) return <>Blocked by {blocker.title}</>
  return (
    <Tag small tone="attention">
      <Icon name="lock" size="sm" /> Blocked by {blocker.title}
    </Tag>
  )
}

const { due } = itemColumns<typeof tasks, Task>(tasks, { late: isDue, due: dueLabel })

/** Renders for these two alone: it is the most of a row. */
const Lines = memo(
  ({ done, count }: { done: number; count: number }) =>
    count > 0 && (
      <span className={css({ row: '2', textStyle: 'note' })}>
        <span className={css({ flex: '1' })}>
          <Progress aria-label="Checklist" value={done / count} />
        </span>
        {done}/{count}
      </span>
    ),
)

/** A task in a list: its tick, what blocks it, how far it is, who does it and by when. */
export const columns: readonly Column<Task>[] = [
  { key: 'tick', header: 'Done', cell: (task) => <Tick task={task} />, width: '3.25rem', phone: 'start' },
  {
    key: 'title',
    header: 'Title',
    cell: ({ title, completed_at, blocked_by_id, default_task_id }) => (
      <>
        <b className={named} data-done={completed_at !== null || undefined}>
          {title}
        </b>{' '}
        {blocked_by_id !== null && completed_at === null && <Blocked by={blocked_by_id} />}{' '}
        {default_task_id !== null && <Tag small>from defaults</Tag>}
      </>
    ),
    phoneCell: ({ title, completed_at }) => (
      <span className={named} data-done={completed_at !== null || undefined}>
        {title}
      </span>
    ),
    sortable: true,
    width: 'minmax(12rem, 3fr)',
    phone: 'title',
  },
  {
    key: 'checklist',
    header: 'Checklist',
    cell: (task) => <Lines done={doneLines(task)} count={task.checklist.length} />,
    phoneCell: (task) => task.checklist.length > 0 && `${doneLines(task)}/${task.checklist.length}`,
    width: '7rem',
    phone: 'sub',
  },
  {
    key: 'assigned_name',
    header: 'With',
    cell: ({ assigned_name }) => assigned_name && <Avatar name={assigned_name} size="sm" />,
    // A phone's row has no place for a person, and says instead what has to be done first.
    phoneCell: ({ blocked_by_id, completed_at }) =>
      blocked_by_id !== null && completed_at === null && <Blocked by={blocked_by_id} inWords />,
    sortable: true,
    width: '4rem',
    phone: 'sub',
  },
  due,
  {
    key: 'priority',
    header: 'Priority',
    cell: ({ completed_at, priority }) => (
      <span className={fact} data-late={priority === 'high' || undefined}>
        {completed_at === null && choiceLabel(priority)}
      </span>
    ),
    width: '6rem',
    wide: true,
    phone: 'hidden',
  },
]

const fact = css({ '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
const named = css({ '&[data-done]': { color: 'muted', fontWeight: 'normal', textDecoration: 'line-through' } })
