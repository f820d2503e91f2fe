import { useState } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { History } from '#blocks/history/history.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { can, staff } from '#core/access/access.ts'
import { dueText } from '#lib/due.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Files } from '../../attachments/index.ts'
import { PlaceLink } from '../../drawings/components.ts'
import { Conversation } from '../../messages/index.ts'
import { phases } from '../../phases/entities.ts'
import { rfis } from '../../rfis/entities.ts'
import TaskDialog from '../dialogs/task-dialog.tsx'
import { tasks, type Task } from '../entities.ts'
import { mayStep } from '../guards.ts'
import { Checklist } from './checklist.tsx'
import { doneLines } from '../guards.ts'
import { daysLate, priorityLabels } from './labels.ts'

/** A task: what is to be done by whom, its checklist, files, conversation and history. @useSignals */
export const TaskDetail = ({ task, readOnly, onGone }: { task: Task; readOnly: boolean; onGone: () => void }) => {
  const { session, store } = useServices()
  const today = useToday()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const user = session.user.value
  const mayEdit = !readOnly && user !== null && mayStep(task, user)
  const close = () => setOpen(null)
  const due = dueText(task.due_date, today)
  const left = task.checklist.length - doneLines(task)
  const on = { type: tasks.table, id: task.id }
  const blocker = task.blocked_by_id === null ? undefined : store.of(tasks).get(task.blocked_by_id)
  const rfi = task.blocked_rfi_id ? store.of(rfis).get(task.blocked_rfi_id) : undefined
  const phase = task.phase_id === null ? undefined : store.of(phases).get(task.phase_id)
  return (
    <Card className={css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' })}>
      <div className={head}>
        <span className={css({ color: 'muted', fontWeight: 'strong' })}>Task {task.number ?? 'New'}</span>
        {task.completed_at ? (
          <Tag tone="done">Completed</Tag>
        ) : (
          due && <Tag tone={daysLate(task, today) || task.due_date === today ? 'attention' : 'neutral'}>{due}</Tag>
        )}
        <WaitingTag entity={tasks} id={task.id} />
        <span className={css({ flex: '1' })} />
        {mayEdit && (
          <IconButton variant="outline" icon="pencil" aria-label="Edit task" onClick={() => setOpen('edit')} />
        )}
        {!readOnly && can('delete', 'tasks')(user) && (
          <Menu
            label="More"
            trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
            items={[{ label: 'Delete', icon: 'trash-2', danger: true, onSelect: () => setOpen('delete') }]}
          />
        )}
      </div>
      <div>
        <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{task.title}</h2>
        {task.description && <p className={paragraph}>{task.description}</p>}
      </div>
      <Facts
        items={[
          { label: 'Assigned to', value: task.assigned_name ?? 'Nobody yet' },
          { label: 'Phase', value: phase?.name },
          { label: 'Priority', value: priorityLabels[task.priority] },
          {
            label: 'Blocked by',
            value: [blocker?.title, rfi && rfis.display.title(rfi)].filter(Boolean).join(', '),
          },
          ...(task.pin ? [{ label: 'On sheet', value: <PlaceLink entity={tasks} record={task} /> }] : []),
        ]}
      />
      <Checklist key={task.id} task={task} mayTick={mayEdit} mayAdd={mayEdit} />
      {mayEdit && (
        <div className={css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })}>
          <Steps entity={tasks} record={task} />
          {left > 0 && task.completed_at === null && (
            <span className={css({ textStyle: 'small', color: 'muted' })}>
              {left === 1 ? '1 line still open' : `${left} lines still open`}
            </span>
          )}
        </div>
      )}
      <Files on={on} mayAdd={mayEdit} mayEdit={({ user_id }) => !readOnly && user_id === user?.id} />
      <hr className={css({ border: '0', borderTop: '1px solid {colors.line}' })} />
      <Conversation
        about={on}
        mayWrite={!readOnly}
        mayDelete={!readOnly && can('delete', 'tasks')(user)}
        mayDecide={false}
      />
      {staff(user) && (
        <Offered entity={tasks} verb="history">
          <details>
            <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>History</summary>
            <History entity={tasks} record={task} />
          </details>
        </Offered>
      )}
      {open === 'edit' && <TaskDialog project_id={task.project_id} record={task} onClose={close} />}
      {open === 'delete' && <DeleteRecord entity={tasks} record={task} onClose={close} onDeleted={onGone} />}
    </Card>
  )
}

const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const paragraph = css({ marginTop: '1', maxWidth: 'reading', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
