import { LAST, type Facet } from '#blocks/work-list/facets.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import type { Grip } from '#blocks/setup-list/use-reorder.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { IconButton } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Phase } from '../../phases/entities.ts'
import { tasks, type Task } from '../entities.ts'
import { columns } from './columns.tsx'
import { daysLate } from './labels.ts'

const isDone = ({ completed_at }: Task) => completed_at !== null

/** By their phase, in the order and the colors of the company's. */
const phaseFacet = (phases: readonly Phase[]): Facet<Task> => {
  const values = new Map(
    phases.map(({ id, name, color }, rank) => [id, { value: String(id), label: name, color, rank }]),
  )
  return {
    name: 'phase_id',
    label: 'Phase',
    of: ({ phase_id }) =>
      phase_id === null ? null : (values.get(phase_id) ?? { value: String(phase_id), label: 'Phase', rank: LAST - 1 }),
    none: 'No phase',
  }
}

/** Moves a task within its phase; one that waits to be sent has no place there yet. */
const gripColumn = (grip: (id: Id) => Grip): Column<Task> => ({
  key: 'grip',
  header: 'Order',
  cell: ({ id, title }) =>
    id > 0 && (
      <IconButton
        icon="grip-vertical"
        size="sm"
        aria-label={`Move ${title}`}
        className={css({ cursor: 'grab', touchAction: 'none' })}
        {...grip(id)}
      />
    ),
  width: '4rem',
  phone: 'end',
})

/**
 * The tasks of a project by phase.
 * @param openIds the tasks that are not completed, of which others are blocked
 * @param grip undefined where tasks stay in their places
 */
export const taskList = (
  phases: readonly Phase[],
  openIds: ReadonlySet<Id>,
  grip: ((id: Id) => Grip) | undefined,
): WorkListSpec<typeof tasks> => ({
  entity: tasks,
  columns,
  ...(grip && { grips: gripColumn(grip) }),
  views: [
    { key: 'all', label: 'All', fits: () => true },
    {
      key: 'mine',
      label: 'Mine',
      fits: ({ assigned_id }, { me }) => assigned_id === me,
      empty: 'Nothing is assigned to you.',
    },
    {
      key: 'late',
      label: 'Late',
      fits: (task, { today }) => daysLate(task, today) > 0,
      empty: 'Nothing is late.',
    },
    {
      key: 'blocked',
      label: 'Blocked',
      fits: ({ completed_at, blocked_by_id }) =>
        completed_at === null && blocked_by_id !== null && openIds.has(blocked_by_id),
      empty: 'Nothing is blocked.',
    },
  ],
  facets: [phaseFacet(phases), 'state', 'assigned_id', 'priority'],
  group: 'phase_id',
  sort: 'sort',
  late: daysLate,
  isDone,
  batch: ['assigned_id', 'due_date', 'priority'],
  csv: {
    file: 'tasks.csv',
    columns: [
      { name: 'number' },
      { name: 'title' },
      { name: 'assigned_name', header: 'Assigned to' },
      { name: 'due_date' },
      { name: 'priority' },
      { name: 'completed_at', header: 'Completed' },
    ],
  },
})
