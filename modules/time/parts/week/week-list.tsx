import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useDerived } from '#blocks/query/use-derived.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { css } from '#css/css'
import type { WorkflowState } from '#core/entity/workflow.ts'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, weekdayOf, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { users, type User } from '../../../users/entities.ts'
import type { Timecard, Totals } from '../../entities.ts'
import { isDisputed, stateOf, weekMarks, weekStates } from '../../guards.ts'
import { cellKey, type ByCell } from '../sheet/day-sheet.ts'
import { SignedMark } from '../sign/signed-tag.tsx'
import type { SignedOn } from '../sign/use-signed.ts'
import type { SeesDay } from '../use-sees-day.ts'
import { payColumns, Sum } from './pay-columns.tsx'

interface Shown {
  byCell: ByCell
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>
  /** Null for one project, since how hours are paid follows from the whole week. */
  totals: ReadonlySignal<ReadonlyMap<Id, Totals>> | null
  days: readonly Day[]
  sees: SeesDay
  /** Whether a day without hours is one that lacks them. */
  isMissing: (user_id: Id, day: Day) => boolean
  /** Nobody's of one project alone, since all of a day is signed. */
  signedOn: SignedOn
}

/** People by their hours, and by the state of their week. */
export function listOf(shown: Shown): WorkListSpec<typeof users> {
  const { byCell, cards, totals, days, isMissing } = shown
  const stateIn = ({ id }: User) => stateOf(cards.value.get(id))
  const states = Object.keys(weekStates)
  return {
    entity: users,
    name: 'week',
    columns: columnsOf(shown),
    by: 'show',
    which: 'Show',
    views: [
      { key: 'all', label: 'All', fits: () => true, empty: 'Nobody here.' },
      {
        key: 'missing',
        label: 'Missing',
        fits: ({ id }) => days.some((day) => isMissing(id, day) && !byCell.keys.value.has(cellKey(String(id), day))),
        empty: 'Nobody is missing: every day up to yesterday has hours.',
      },
      {
        key: 'submitted',
        label: 'Submitted',
        fits: (user) => stateIn(user) === 'submitted',
        empty: 'Nobody’s week is submitted.',
      },
    ],
    facets: [
      {
        name: 'state',
        label: 'State',
        none: '',
        of(user) {
          const state = stateIn(user)
          return { value: state, label: weekStates[state].label, rank: states.indexOf(state) }
        },
      },
      'role',
    ],
    sort: 'name',
    csv: {
      file: `hours of ${days[0] ?? 'a week'}.csv`,
      columns: [
        { name: 'name', header: 'Person' },
        ...days.map((day) => ({ name: day, header: day, write: ({ id }: User) => hoursIn(byCell, id, day) })),
        { name: 'total', header: 'Total', write: ({ id }) => weekHours(byCell, id, days) },
        ...(['regular', 'overtime', 'double'] as const).flatMap((kind) =>
          totals ? { name: kind, write: ({ id }: User) => totals.value.get(id)?.[kind] ?? 0 } : [],
        ),
        { name: 'state', header: 'State', write: (user) => weekStates[stateIn(user)].label },
      ],
    },
  }
}

function columnsOf({ byCell, cards, totals, days, sees, isMissing, signedOn }: Shown): Column<User>[] {
  return [
    {
      key: 'name',
      header: 'Person',
      cell: ({ name }) => <b>{name}</b>,
      width: 'minmax(6.25rem, 1.4fr)',
      phone: 'title',
      foot: () => 'Total',
    },
    ...days.map((day): Column<User> => ({
      key: `day${weekdayOf(day)}`,
      header: formatWeekday(day).split(' ')[0]?.replace(',', '') ?? day,
      cell: ({ id }) => (
        <span className={css({ row: '1', justifyContent: 'flex-end' })}>
          <SignedMark of={byCell.of(cellKey(String(id), day))} user_id={id} day={day} signedOn={signedOn} />
          <DayHours
            byCell={byCell}
            user_id={id}
            day={day}
            expected={isMissing(id, day)}
            seen={sees(id, day) === true}
          />
        </span>
      ),
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'hidden',
      foot: (rows) => <Sum rows={rows} of={(id) => hoursIn(byCell, id, day)} />,
    })),
    {
      key: 'total',
      header: 'Total',
      cell: ({ id }) => <WeekHours byCell={byCell} user_id={id} days={days} />,
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'end',
      foot: (rows) => <Sum rows={rows} of={(id) => weekHours(byCell, id, days)} />,
    },
    ...(totals ? payColumns(totals) : []),
    {
      key: 'state',
      header: 'State',
      cell: ({ id }) => <State cards={cards} user_id={id} />,
      width: 'minmax(5.25rem, 8.5rem)',
      phone: 'sub',
    },
  ]
}

const hoursIn = (byCell: ByCell, user_id: Id, day: Day): number =>
  byCell.of(cellKey(String(user_id), day)).value.reduce((sum, { hours }) => sum + hours, 0)

const weekHours = (byCell: ByCell, user_id: Id, days: readonly Day[]): number =>
  days.reduce((sum, day) => sum + hoursIn(byCell, user_id, day), 0)

/** A person's hours of one day. It reads its own cell's signal, so a changed entry rerenders only this. @useSignals */
const DayHours = memo(
  ({
    byCell,
    user_id,
    day,
    expected,
    seen,
  }: {
    byCell: ByCell
    user_id: Id
    day: Day
    expected: boolean
    seen: boolean
  }) => {
    const hours = useDerived(() => hoursIn(byCell, user_id, day), [byCell, user_id, day])
    if (hours === 0 && !seen) return <span className={css({ color: 'faint' })}>—</span>
    if (hours === 0 && expected)
      return (
        <span
          className={css({ textStyle: 'small', color: 'attention', fontWeight: 'strong' })}
          title="No hours on this day"
        >
          missing
        </span>
      )
    return (
      <span className={css({ '&[data-zero]': { color: 'faint' } })} data-zero={!hours || undefined}>
        {formatHours(hours)}
      </span>
    )
  },
)

/** @useSignals */
const WeekHours = memo(({ byCell, user_id, days }: { byCell: ByCell; user_id: Id; days: readonly Day[] }) => (
  <b>{useDerived(() => formatHours(weekHours(byCell, user_id, days)), [byCell, user_id, days])}</b>
))

/** @useSignals */
const State = ({ cards, user_id }: { cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>; user_id: Id }) => {
  const card = useDerived(() => cards.value.get(user_id), [cards, user_id])
  const state = stateOf(card)
  const { label, tone = 'neutral' }: WorkflowState = isDisputed(card) ? weekMarks.disputed : weekStates[state]
  return (
    <Tag small tone={tone}>
      {label}
    </Tag>
  )
}
