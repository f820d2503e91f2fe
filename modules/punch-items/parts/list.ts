import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { mayCheck } from '../guards.ts'
import { columns } from './columns.tsx'
import { daysLate, workOf } from './labels.ts'

const csvColumns = ['number', 'title', 'location', 'trade', 'priority', 'assigned_name', 'due_date', 'rejected_reason']

/** A project's punch items by their state. */
export const punchList: WorkListSpec<typeof punchItems> = {
  entity: punchItems,
  columns,
  views: [
    { key: 'all', label: 'All', fits: () => true },
    {
      key: 'mine',
      label: 'Mine',
      // What one has to do, or has done and nobody has closed yet.
      fits: ({ assigned_id, closed_at }, { me }) => assigned_id === me && closed_at === null,
      empty: 'Nothing is assigned to you.',
    },
    {
      key: 'check',
      label: 'To check',
      fits: (item, { user }) => workOf(item) === 'completed' && user !== null && mayCheck(item, user),
      empty: 'Nothing waits for your check.',
    },
    { key: 'late', label: 'Late', fits: (item, { today }) => daysLate(item, today) > 0, empty: 'Nothing is late.' },
  ],
  facets: ['state', 'assigned_id', 'location', 'trade', 'priority'],
  group: 'state',
  sort: 'due_date',
  late: daysLate,
  isDone: ({ closed_at }: PunchItem) => closed_at !== null,
  batch: ['assigned_id', 'due_date', 'priority'],
  csv: { file: 'punch items.csv', columns: csvColumns.map((name) => ({ name })) },
}
