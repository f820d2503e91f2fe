import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatMoney } from '#lib/money.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Column } from '#ui/table/column.ts'
import { itemColumns } from '../../work-items/components.ts'
import { extraWork, type ExtraWork } from '../entities.ts'
import { amountOf, hoursOf } from '../guards.ts'

/** Nobody is late with a ticket. */
const of = itemColumns<typeof extraWork, ExtraWork>(extraWork, { late: () => 0, due: () => '' })

const columns: readonly Column<ExtraWork>[] = [
  of.number,
  of.title,
  { key: 'date', header: 'Day', cell: ({ date }) => formatWeekday(date), sortable: true, width: '8rem', phone: 'sub' },
  {
    key: 'hours',
    header: 'Hours',
    cell: (ticket) => formatHours(hoursOf(ticket)),
    phoneCell: (ticket) => `${formatHours(hoursOf(ticket))} h`,
    align: 'end',
    width: '5rem',
    phone: 'sub',
  },
  {
    key: 'amount',
    header: 'Materials',
    cell: (ticket) => {
      const amount = amountOf(ticket)
      return amount === null ? '–' : formatMoney(amount)
    },
    align: 'end',
    width: '7rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'asked_by_name',
    header: 'Requested by',
    cell: ({ asked_by_name }) => asked_by_name,
    sortable: true,
    wide: true,
    phone: 'hidden',
  },
  of.state,
]

/** The tickets of a project by their state. */
export const ticketList: WorkListSpec<typeof extraWork> = {
  entity: extraWork,
  columns,
  views: [
    { key: 'all', label: 'All', fits: () => true },
    {
      key: 'unsigned',
      label: 'To sign',
      fits: ({ signed_at, refused_at, sent_at }) => signed_at === null && refused_at === null && sent_at === null,
      empty: 'Every ticket is signed or refused.',
    },
    {
      key: 'unsent',
      label: 'To send',
      fits: ({ signed_at, refused_at, sent_at }) => (signed_at ?? refused_at) !== null && sent_at === null,
      empty: 'Nothing waits to be sent.',
    },
    {
      key: 'unbilled',
      label: 'To bill',
      fits: ({ sent_at, billed_at }) => sent_at !== null && billed_at === null,
      empty: 'Everything that was sent is billed.',
    },
  ],
  facets: ['state', 'asked_by_id', 'assigned_id'],
  group: 'state',
  sort: '-number',
  isDone: ({ billed_at }) => billed_at !== null,
  batch: ['assigned_id', 'due_date', 'shared'],
  csv: {
    file: 'extra work.csv',
    columns: [
      { name: 'number' },
      { name: 'date', header: 'Day' },
      { name: 'title' },
      { name: 'description' },
      { name: 'asked_by_name', header: 'Requested by' },
      { name: 'hours', header: 'Hours', write: hoursOf },
      { name: 'amount', header: 'Materials', write: amountOf },
      { name: 'signed_by' },
      { name: 'signed_at' },
      { name: 'sent_at' },
      { name: 'billed_at' },
    ],
  },
}

const [everything] = ticketList.views
/** The same for guests, who send and bill none. */
export const sharedTickets: WorkListSpec<typeof extraWork> = { ...ticketList, views: [everything] }
