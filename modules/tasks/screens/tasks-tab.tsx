import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useAddAction } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useOpened } from '#blocks/record-tab/use-opened.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { useInAddress } from '#blocks/address/address.ts'
import { css, cx } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { phases } from '../../phases/entities.ts'
import type { Project } from '../../projects/entities.ts'
import { TaskDialog } from '../dialogs/task-dialog.tsx'
import { tasks, type Task } from '../entities.ts'
import { daysLate } from '../parts/labels.ts'
import { PhaseGroup } from '../parts/phase-group.tsx'
import { TaskDetail } from '../parts/task-detail.tsx'

const views = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'blocked', label: 'Blocked' },
] as const
type View = (typeof views)[number]['value']

/** A project's tasks by phase, beside the open one, or either of them on a phone. @useSignals */
export default function TasksTab({ record: project, rest }: TabProps<Project>) {
  const { session } = useServices()
  const [, navigate] = useLocation()
  const today = useToday()
  const [view, setView] = useInAddress<View>('view', ['all', 'mine', 'overdue', 'blocked'])
  const [adding, setAdding] = useState(false)
  const query = useQuery(tasks, { params: { project_id: project.id }, order: { column: 'sort', direction: 'asc' } })
  const user = session.user.value
  const path = `/projects/${project.id}/tasks`
  const { opened, elsewhere } = useOpened(tasks, rest, { project_id: project.id })
  const isActive = project.archived_at === null
  const mayAdd = isActive && can('create', 'tasks')(user)
  useAddAction(mayAdd ? { label: 'Add task', onAdd: () => setAdding(true) } : null)

  const me = user?.id
  const { groups, count } = useSummary(
    query.items,
    (all) => {
      const open = new Set(all.flatMap(({ id, completed_at }) => (completed_at === null ? [id] : [])))
      const fits: Readonly<Record<View, (task: Task) => boolean>> = {
        all: () => true,
        mine: ({ assigned_id }) => assigned_id === me,
        overdue: (task) => daysLate(task, today) > 0,
        blocked: ({ id, blocked_by_id }) => open.has(id) && blocked_by_id !== null && open.has(blocked_by_id),
      }
      const groups = [...Map.groupBy(all.filter(fits[view]), ({ phase_id }) => phase_id)].map(([phase_id, own]) => ({
        phase_id,
        ids: own.map(({ id }) => id),
        done: own.filter(({ id }) => !open.has(id)).length,
      }))
      return { groups, count: all.length }
    },
    [view, me, today],
  )
  const stages = new Map(
    useQuery(phases, { ask: false }).items.value.map(({ value }, at) => [value.id, { phase: value, at }]),
  )
  const placeOf = (id: Id | null) => (id === null ? undefined : stages.get(id))
  const sorted = groups.toSorted(
    (a, b) => (placeOf(a.phase_id)?.at ?? Infinity) - (placeOf(b.phase_id)?.at ?? Infinity),
  )
  if (elsewhere !== null) return <Redirect to={elsewhere} replace />
  return (
    <ParentScope project_id={project.id}>
      <div className={columns} data-open={opened ? true : undefined}>
        <div className={cx(css({ display: 'grid', gap: '3', minWidth: '0' }), opened && onlyWide)}>
          <div className={tools}>
            <Segmented aria-label="Which tasks" value={view} onChange={setView} options={views} />
            {mayAdd && (
              <span className={css({ mdDown: { display: 'none' } })}>
                <Button variant={opened ? 'outline' : 'solid'} icon="plus" onClick={() => setAdding(true)}>
                  Add task
                </Button>
              </span>
            )}
          </div>
          {sorted.length ? (
            <Card flush>
              {sorted.map((group) => (
                <PhaseGroup
                  key={group.phase_id ?? 'none'}
                  phase={placeOf(group.phase_id)?.phase}
                  {...group}
                  project_id={project.id}
                  path={path}
                  opened={opened?.id}
                  isActive={isActive}
                  maySort={isActive && view === 'all' && can('create', 'tasks')(user)}
                />
              ))}
            </Card>
          ) : query.state.value === 'never' ? (
            <NotLoaded failure={query.failure.value} retry={query.ask} />
          ) : (
            <EmptyState icon={tasks.display.icon} title={count ? 'No such tasks.' : 'No tasks yet.'}>
              What is to be done, phase by phase, stands here.
            </EmptyState>
          )}
        </div>
        {opened && (
          <div key={opened.id} className={css({ display: 'grid', gap: '3', minWidth: '0' })}>
            <span>
              <LinkButton variant="outline" icon="arrow-left" href={path}>
                Tasks
              </LinkButton>
            </span>
            <TaskDetail task={opened} readOnly={!isActive} onGone={() => navigate(path, { replace: true })} />
          </div>
        )}
      </div>
      {adding && (
        <TaskDialog
          project_id={project.id}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => navigate(`${path}/${id}`)}
        />
      )}
    </ParentScope>
  )
}

const columns = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  '&[data-open]': { lg: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 26rem)' } },
})
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
})
const onlyWide = css({ display: { base: 'none!', lg: 'grid!' } })
