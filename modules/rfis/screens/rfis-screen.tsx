import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { guest } from '#core/access/access.ts'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { useToday } from '#blocks/today/today.ts'
import { formatDay } from '#lib/days.ts'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { users } from '../../users/entities.ts'
import { numberOf, rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'
import { FlagDot } from '../parts/dot.tsx'
import { ageOf, daysLate } from '../parts/labels.ts'

const onPhone = css({ md: { display: 'none' } })
const atDesk = css({ mdDown: { display: 'none' } })

/** The name of the person whose turn it is. @useSignals */
const Turn = ({ rfi }: { rfi: Rfi }) => {
  const { session, store } = useServices()
  const turn = ballInCourt(rfi)
  if (turn === null) return <Tag tone="done">Resolved</Tag>
  const isMine = turn === session.user.value?.id
  const name = store.of(users).get(turn)?.name ?? rfi.assigned_name
  return (
    <>
      <span className={onPhone}>With {isMine ? 'you' : name}</span>
      <span className={atDesk}>{isMine ? 'You' : name}</span>
    </>
  )
}

/** The due date, marked when it is overdue. @useSignals */
const Due = ({ rfi }: { rfi: Rfi }) => {
  const late = daysLate(rfi, useToday())
  if (!rfi.due_date) return null
  if (!late) return <>{formatDay(rfi.due_date)}</>
  return (
    <Tag tone="attention">
      {formatDay(rfi.due_date)}
      <span className={atDesk}> · overdue</span>
    </Tag>
  )
}

const columns: readonly Column<Rfi>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (rfi) => <span className={css({ color: 'muted', fontWeight: 'strong' })}>{numberOf(rfi)}</span>,
    sortable: true,
    width: '6.5rem',
    phone: 'hidden',
  },
  {
    key: 'title',
    header: 'Title',
    cell: (rfi) => (
      <span className={css({ display: 'inline-flex', alignItems: 'center', gap: '2', maxWidth: 'full' })}>
        <span className={onPhone}>{numberOf(rfi)}</span>
        <b className={css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' })}>{rfi.title}</b>
        <FlagDot id={rfi.id} />
      </span>
    ),
    sortable: true,
    width: 'minmax(14rem, 1.6fr)',
    phone: 'title',
  },
  {
    key: 'project_name',
    header: 'Project',
    cell: ({ project_number, project_name }) => (
      <>
        {project_number}
        <span className={atDesk}> · {project_name}</span>
      </>
    ),
    sortable: true,
    width: '1.3fr',
    phone: 'sub',
  },
  {
    key: 'assigned_name',
    header: 'Assigned',
    cell: ({ assigned_name }) => assigned_name,
    sortable: true,
    wide: true,
    phone: 'hidden',
  },
  { key: 'turn', header: 'Ball in court', cell: (rfi) => <Turn rfi={rfi} />, phone: 'sub' },
  { key: 'age', header: 'Age', cell: (rfi) => ageOf(rfi, Date.now()), align: 'end', width: '4.5rem', phone: 'hidden' },
  {
    key: 'due_date',
    header: 'Due',
    cell: (rfi) => <Due rfi={rfi} />,
    sortable: true,
    width: '10.5rem',
    phone: 'end',
  },
]
const csvColumns: readonly CsvColumn<Rfi>[] = [
  { name: 'project_number', header: 'Project' },
  { name: 'number' },
  { name: 'title' },
  { name: 'question' },
  { name: 'assigned_name', header: 'Assigned to' },
  { name: 'due_date' },
  { name: 'sent_at', header: 'Sent' },
  { name: 'resolved_at', header: 'Resolved' },
  { name: 'cost_impact' },
  { name: 'schedule_impact_days' },
]
const csv = { file: 'rfis.csv', columns: csvColumns }
const view = {
  name: 'view',
  label: 'Which',
  options: [
    { value: 'mine', label: 'For me' },
    { value: 'open', label: 'Open' },
    { value: 'resolved', label: 'Resolved' },
    { value: 'all', label: 'All' },
  ],
}
const initial = { view: 'mine' }
const hrefOf = ({ id, project_id }: Rfi) => `/projects/${project_id}/rfis/${id}`
const guestHrefOf = ({ id }: Rfi) => `/rfis/${id}`
/** All visible RFIs across projects (rule rfi-list). */
export default function RfisScreen() {
  const { session } = useServices()
  const outside = guest(session.user.value)
  return (
    <ListPage
      entity={rfis}
      across
      title="RFIs"
      columns={columns}
      rowHref={outside ? guestHrefOf : hrefOf}
      filter={view}
      initial={initial}
      {...(!outside && { csv })}
      empty={{ title: 'No RFIs here.', text: 'Questions appear here as soon as there are any.' }}
    />
  )
}
