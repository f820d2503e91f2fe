import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { dueText } from '#lib/due.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { Files } from '../../attachments/index.ts'
import { phases } from '../../phases/entities.ts'
import { rfis } from '../../rfis/entities.ts'
import { ItemCard, type ItemDetailProps } from '../../work-items/components.ts'
import TaskDialog from '../dialogs/task-dialog.tsx'
import { tasks, type Task } from '../entities.ts'
import { doneLines, mayStep } from '../guards.ts'
import { Checklist } from './checklist.tsx'
import { daysLate } from './labels.ts'

/** A task: what is to be done by whom, its checklist, files, conversation and history. @useSignals */
export const TaskDetail = ({ item: task, readOnly, onGone }: ItemDetailProps<Task>) => {
  const { session, store } = useServices()
  const today = useToday()
  const user = session.user.value
  const mayEdit = !readOnly && user !== null && mayStep(task, user)
  const due = dueText(task.due_date, today)
  const left = task.checklist.length - doneLines(task)
  const blocker = task.blocked_by_id === null ? undefined : store.of(tasks).get(task.blocked_by_id)
  const rfi = task.blocked_rfi_id ? store.of(rfis).get(task.blocked_rfi_id) : undefined
  const phase = task.phase_id === null ? undefined : store.of(phases).get(task.phase_id)
  const isDue = daysLate(task, today) > 0 || task.due_date === today
  return (
    <ItemCard
      entity={tasks}
      record={task}
      name={`Task ${task.number ?? 'New'}`}
      tags={
        task.completed_at ? (
          <Tag tone="done">Completed</Tag>
        ) : (
          due && <Tag tone={isDue ? 'attention' : 'neutral'}>{due}</Tag>
        )
      }
      text={task.description}
      facts={[
        { label: 'Assigned to', value: task.assigned_name ?? 'Nobody yet' },
        { label: 'Phase', value: phase?.name },
        { label: 'Priority', value: choiceLabel(task.priority) },
        { label: 'Blocked by', value: [blocker?.title, rfi && rfis.display.title(rfi)].filter(Boolean).join(', ') },
      ]}
      readOnly={readOnly}
      mayEdit={mayEdit}
      Form={TaskDialog}
      steps="own"
      onGone={onGone}
      below={
        <>
          <Checklist key={task.id} task={task} mayTick={mayEdit} mayAdd={mayEdit} />
          {mayEdit && (
            <div className={css({ wrap: '3' })}>
              <Steps entity={tasks} record={task} />
              {left > 0 && task.completed_at === null && (
                <span className={css({ textStyle: 'note' })}>
                  {left === 1 ? '1 line still open' : `${left} lines still open`}
                </span>
              )}
            </div>
          )}
          <Files
            on={{ type: tasks.table, id: task.id }}
            mayAdd={mayEdit}
            mayEdit={({ user_id }) => !readOnly && user_id === user?.id}
          />
        </>
      }
    />
  )
}
