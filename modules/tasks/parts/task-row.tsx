import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Grip } from '#blocks/setup-list/use-reorder.ts'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { tasks, type Task } from '../entities.ts'
import { mayStep } from '../guards.ts'
import { doneLines } from '../guards.ts'
import { daysLate, dueLabel, priorityLabels } from './labels.ts'
import { TickButton } from './tick-button.tsx'

/** A task in its project's list. @useSignals */
export const TaskRow = memo(
  ({
    item: signal,
    href,
    isOpen,
    isActive,
    grip,
  }: {
    item: ReadonlySignal<Task>
    href: string
    /** Whether it is the one shown beside the list. */
    isOpen: boolean
    /** Whether the project can be changed. */
    isActive: boolean
    /** Moves tasks within their phase; undefined where they stay. */
    grip: ((id: Id) => Grip) | undefined
  }) => {
    const { store } = useServices()
    const today = useToday()
    const task = useRecord(signal)
    const late = daysLate(task, today) > 0 || task.due_date === today
    const blocker =
      task.blocked_by_id === null || task.completed_at !== null ? undefined : store.of(tasks).item(task.blocked_by_id)
    const count = task.checklist.length
    const attention = (late && task.completed_at === null) || undefined
    return (
      <div className={row} data-open={isOpen || undefined} data-reorder-id={task.id}>
        <Tick item={signal} isActive={isActive} />
        <a href={href} className={main} aria-current={isOpen ? 'true' : undefined}>
          <b className={title} data-done={task.completed_at !== null || undefined}>
            {task.title}
          </b>
          {blocker && <Blocked by={blocker} />}
          {task.default_task_id !== null && <Tag small>from defaults</Tag>}
          <WaitingTag entity={tasks} id={task.id} />
          <span className={onPhone} data-late={attention}>
            {[dueLabel(task, today), count ? `${doneLines(task)}/${count}` : ''].filter(Boolean).join(' · ')}
          </span>
        </a>
        <Lines done={doneLines(task)} count={count} />
        <span className={fact}>{task.assigned_name && <Avatar name={task.assigned_name} size="sm" />}</span>
        <span className={fact} data-late={attention}>
          {dueLabel(task, today)}
        </span>
        <span className={fact} data-late={task.priority === 'high' || undefined}>
          {task.completed_at === null && priorityLabels[task.priority]}
        </span>
        <span className={handle}>
          {grip && (
            <IconButton
              icon="grip-vertical"
              size="sm"
              aria-label={`Move ${task.title}`}
              className={css({ cursor: 'grab', touchAction: 'none' })}
              {...grip(task.id)}
            />
          )}
        </span>
      </div>
    )
  },
)

const Lines = memo(({ done, count }: { done: number; count: number }) => (
  <span className={lines}>
    {count > 0 && (
      <>
        <span className={css({ flex: '1' })}>
          <Progress aria-label="Checklist" value={done / count} />
        </span>
        {done}/{count}
      </>
    )}
  </span>
))

/** @useSignals */
const Tick = memo(({ item, isActive }: { item: ReadonlySignal<Task>; isActive: boolean }) => {
  const user = useServices().session.user.value
  const task = useRecord(item)
  return <TickButton task={task} disabled={!isActive || user === null || !mayStep(task, user)} />
})

/** That another task has to be completed first. @useSignals */
const Blocked = memo(({ by }: { by: ReadonlySignal<Task> }) => {
  const { title: name, completed_at } = useRecord(by)
  return (
    completed_at === null && (
      <Tag small tone="attention">
        <Icon name="lock" size="sm" /> Blocked by {name}
      </Tag>
    )
  )
})

const row = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: {
    base: 'auto minmax(0, 1fr) auto',
    md: 'auto minmax(0, 1fr) 5rem 1.75rem 6.5rem 4rem 1.75rem',
  },
  alignItems: 'center',
  gap: '3',
  minHeight: '12',
  paddingInline: { base: '2.5', md: '4' },
  _hover: { background: 'soft' },
  '&[data-open]': { background: 'primary.soft' },
})
/** The link covers the whole row, below its buttons. */
const main = css({
  minWidth: '0',
  paddingBlock: '1.5',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2',
  _after: { content: '""', position: 'absolute', inset: '0' },
  _focusVisible: { outline: 'none', _after: { outline: '2px solid {colors.primary}', outlineOffset: '-2px' } },
})
const title = css({
  overflowWrap: 'anywhere',
  '&[data-done]': { color: 'muted', fontWeight: 'normal', textDecoration: 'line-through' },
})
const onPhone = css({
  md: { display: 'none' },
  flexBasis: '100%',
  textStyle: 'small',
  color: 'muted',
  '&[data-late]': { color: 'attention', fontWeight: 'strong' },
})
const lines = css({
  display: { base: 'none', md: 'flex' },
  alignItems: 'center',
  gap: '2',
  textStyle: 'small',
  color: 'muted',
})
const fact = css({
  mdDown: { display: 'none' },
  textStyle: 'small',
  '&[data-late]': { color: 'attention', fontWeight: 'strong' },
})
const handle = css({ position: 'relative', zIndex: '1' })
