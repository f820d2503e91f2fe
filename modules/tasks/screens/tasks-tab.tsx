import { useMemo } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useReorder } from '#blocks/setup-list/use-reorder.ts'
import { can, type Id } from '#core/access/access.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { phases } from '../../phases/entities.ts'
import type { Project } from '../../projects/entities.ts'
import { ItemTab } from '../../work-items/components.ts'
import TaskDialog from '../dialogs/task-dialog.tsx'
import { tasks, type Task } from '../entities.ts'
import { taskList } from '../parts/list.tsx'
import { TaskDetail } from '../parts/task-detail.tsx'

/** A project's tasks by phase, in the order that they are dragged to. @useSignals */
export default function TasksTab({ record: project, rest }: TabProps<Project>) {
  const user = useServices().session.user.value
  const query = useQuery(tasks, { params: { project_id: project.id }, order: { column: 'sort', direction: 'asc' } })
  const maySort = project.archived_at === null && can('create', 'tasks')(user)
  const { order, grip } = useOrder(query, project.id)
  const open = useSummary(query.items, (all) => all.flatMap(({ id, completed_at }) => (completed_at ? [] : id)), [])
  const stages = useSummary(useQuery(phases, { ask: false }).items, (all) => all.map((phase) => ({ ...phase })), [])
  const spec = useMemo(() => taskList(stages, new Set(open), maySort ? grip : undefined), [stages, open, maySort, grip])
  return (
    <ItemTab
      project={project}
      rest={rest}
      spec={spec}
      query={query}
      Detail={TaskDetail}
      Form={TaskDialog}
      importing={() => import('../dialogs/import-tasks.tsx')}
      selectable={maySort}
      {...(maySort && { ordered: order })}
      empty="What is to be done, phase by phase, stands here."
    />
  )
}

/** The tasks in the order in which they are being dragged, each within its phase. @useSignals */
function useOrder(query: LiveQuery<Task>, project_id: Id) {
  const { api, store } = useServices()
  const ids = useSummary(query.items, (all) => all.map(({ id }) => id), [])
  const phaseOf = (id: Id) => store.of(tasks).peek(id)?.phase_id ?? null
  async function save(next: readonly Id[]) {
    // Those that keep their place are not changed.
    const drafts = [...Map.groupBy(next, phaseOf).values()].flatMap((own) =>
      own.flatMap((id, at) => (store.of(tasks).peek(id)?.sort === at + 1 || id < 0 ? [] : [{ id, sort: at + 1 }])),
    )
    const result = await api(tasks, { project_id }).saveMany(drafts)
    if (!result.ok) toastFailure(result)
  }
  const { order: all, grip } = useReorder(ids, save, (a, b) => phaseOf(a) === phaseOf(b))
  const places = useMemo(() => new Map(all.map((id, at) => [id, at])), [all])
  const order = useMemo(
    () => (shown: readonly Id[]) => shown.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
    [places],
  )
  return { order, grip }
}
