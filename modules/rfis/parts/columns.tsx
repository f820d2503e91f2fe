import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatWeekday, type Day } from '#lib/days.ts'
import { dueText } from '#lib/due.ts'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { users } from '../../users/entities.ts'
import { itemColumns } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'
import { FlagDot } from './dot.tsx'
import { ageOf, daysLate } from './labels.ts'

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

/** One that is not sent, or is resolved, cannot be late. */
const due = (rfi: Rfi, today: Day, as: { bare: boolean }) =>
  !rfi.sent_at || rfi.resolved_at ? (rfi.due_date ? formatWeekday(rfi.due_date) : '') : dueText(rfi.due_date, today, as)

/** The columns of RFIs, by their keys. */
export const columns = {
  number: {
    key: 'number',
    header: 'Number',
    cell: (rfi) => <span className={css({ color: 'muted', fontWeight: 'strong' })}>{numberOf(rfi)}</span>,
    sortable: true,
    width: '6.5rem',
    phone: 'hidden',
  },
  title: {
    key: 'title',
    header: 'Title',
    cell: (rfi) => (
      <span className={css({ inlineRow: '2', maxWidth: 'full' })}>
        <span className={onPhone}>{numberOf(rfi)}</span>
        <b className={css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' })}>{rfi.title}</b>
        <FlagDot id={rfi.id} />
      </span>
    ),
    sortable: true,
    width: 'minmax(14rem, 1.6fr)',
    phone: 'title',
  },
  assigned: {
    key: 'assigned_name',
    header: 'Assigned',
    cell: ({ assigned_name }) => assigned_name,
    sortable: true,
    wide: true,
    phone: 'hidden',
  },
  turn: { key: 'turn', header: 'Ball in court', cell: (rfi) => <Turn rfi={rfi} />, phone: 'sub' },
  cost: {
    key: 'cost_impact',
    header: 'Cost',
    cell: ({ cost_impact }) => (cost_impact === 'none' ? '–' : choiceLabel(cost_impact)),
    sortable: true,
    width: '5.5rem',
    wide: true,
    phone: 'hidden',
  },
  age: {
    key: 'age',
    header: 'Age',
    cell: (rfi) => ageOf(rfi, Date.now()),
    align: 'end',
    width: '4.5rem',
    phone: 'hidden',
  },
  due: itemColumns<typeof rfis, Rfi>(rfis, { late: daysLate, due }).due,
} satisfies Record<string, Column<Rfi>>
