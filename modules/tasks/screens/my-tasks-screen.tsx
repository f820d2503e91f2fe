import { memo, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { tasks, type Task } from '../entities.ts'
import { mayStep } from '../guards.ts'
import { Checklist } from '../parts/checklist.tsx'
import { daysLate, dueLabel, timeLabels, timeOf, times } from '../parts/labels.ts'
import { TickButton } from '../parts/tick-button.tsx'

/** A person's open tasks in all projects, by when they are due (rule my-tasks). @useSignals */
export default function MyTasksScreen() {
  const { settings } = useServices()
  const today = useToday()
  const query = useQuery(tasks, {
    across: true,
    filters: { view: 'mine' },
    order: { column: 'due_date', direction: 'asc' },
  })
  const rowsOf = useRows()
  const groups = useSummary(
    query.items,
    (all) => {
      const byTime = Map.groupBy(all, (task) => timeOf(task, today, settings.value.week_start))
      return times.flatMap((time) => {
        const own = byTime.get(time)
        return own ? [{ time, ids: own.map(({ id }) => id) }] : []
      })
    },
    [today],
  )
  return (
    <Page title="My tasks">
      <div className={css({ stack: '5', maxWidth: '44rem' })}>
        {!groups.length &&
          (query.state.value === 'never' ? (
            <NotLoaded failure={query.failure.value} retry={query.ask} />
          ) : (
            <EmptyState icon={tasks.display.icon} title="Nothing to do.">
              Tasks that are assigned to you stand here.
            </EmptyState>
          ))}
        {groups.map(({ time, ids }) => (
          <section key={time} aria-label={timeLabels[time]}>
            <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>
              {timeLabels[time]}{' '}
              <span className={css({ color: 'muted', fontWeight: 'normal', fontSize: 'md' })}>{ids.length} left</span>
            </h2>
            <Card flush>
              <ul className={lines}>
                {rowsOf(tasks, ids, (item) => (
                  <MyTask item={item} />
                ))}
              </ul>
            </Card>
          </section>
        ))}
      </div>
    </Page>
  )
}

/** One task: ticked with one tap, and unfolded to its checklist. @useSignals */
const MyTask = memo(({ item }: { item: ReadonlySignal<Task> }) => {
  const { session } = useServices()
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const task = useRecord(item)
  const user = session.user.value
  const mayTick = task.project_archived_at === null && user !== null && mayStep(task, user)
  return (
    <>
      <div className={row}>
        <TickButton task={task} disabled={!mayTick} />
        <a href={tasks.display.href(task) ?? undefined} className={css({ minWidth: '0', flex: '1 1 8rem' })}>
          <b className={css({ display: 'block', overflowWrap: 'anywhere' })}>{task.title}</b>
          <span className={css({ textStyle: 'note' })}>
            {task.project_number} {task.project_name}
            {task.due_date && (
              <span className={due} data-late={daysLate(task, today) > 0 || undefined}>
                {' '}
                · {dueLabel(task, today)}
              </span>
            )}
          </span>
        </a>
        {task.checklist.length > 0 && (
          <IconButton
            icon={isOpen ? 'chevron-up' : 'chevron-down'}
            aria-label={`Checklist of ${task.title}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && (
        <div className={css({ paddingInline: '4', paddingBottom: '3', borderTop: '1px solid {colors.line}' })}>
          <Checklist task={task} mayTick={mayTick} mayAdd={false} />
        </div>
      )}
    </>
  )
})

const lines = css({ '& > li:not(:last-child)': { borderBottom: '1px solid {colors.line}' } })
const row = css({ wrap: '3', minHeight: '4rem', paddingInline: '3', paddingBlock: '2' })
const due = css({ '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
