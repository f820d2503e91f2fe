import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import type { Column } from '#ui/table/column.ts'
import { timeOffRequests, type TimeOffRequest } from '../../entities.ts'
import { isAsked, spanText } from '../../time-off.ts'

const columns: readonly Column<TimeOffRequest>[] = [
  { key: 'user_name', header: 'Person', cell: ({ user_name }) => <b>{user_name}</b>, sortable: true, phone: 'title' },
  {
    key: 'start_date',
    header: 'Days',
    cell: spanText,
    sortable: true,
    width: 'minmax(14rem, 1.4fr)',
    phone: 'sub',
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => choiceLabel(kind), sortable: true, width: '7rem', phone: 'sub' },
  {
    key: 'note',
    header: 'Note',
    cell: ({ note }) => note && <span className={css({ truncate: true })}>{note}</span>,
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'state',
    header: 'State',
    cell: (request) => <StateTag entity={timeOffRequests} record={request} small />,
    width: '7rem',
    phone: 'end',
  },
]

/** Requests for time off: those to answer first. */
export const requestList: WorkListSpec<typeof timeOffRequests> = {
  entity: timeOffRequests,
  columns,
  views: [
    { key: 'all', label: 'All', fits: () => true },
    { key: 'asked', label: 'Asked', fits: isAsked, empty: 'Nobody waits for an answer.' },
    { key: 'mine', label: 'Mine', fits: ({ user_id }, { me }) => user_id === me, empty: 'You have asked for none.' },
  ],
  facets: ['state', 'kind', 'user_id'],
  group: 'state',
  sort: 'start_date',
  isDone: (request) => !isAsked(request),
  csv: {
    file: 'time off.csv',
    columns: [
      { name: 'user_name', header: 'Person' },
      { name: 'start_date', header: 'First day' },
      { name: 'end_date', header: 'Last day' },
      { name: 'hours_per_day', header: 'Hours a day' },
      { name: 'kind' },
      { name: 'granted_at' },
      { name: 'declined_at' },
    ],
  },
}
