import { memo, useMemo, useState } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useSearch } from 'wouter'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useDerived } from '#blocks/query/use-derived.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { WorkflowState } from '#core/entity/workflow.ts'
import type { Id } from '#core/access/access.ts'
import { between } from '#core/query/where.ts'
import { watchedAll } from '#core/store/watched.ts'
import { addDays, daysOfWeek, formatMonthDay, formatWeekday, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { users, type User } from '../../../users/entities.ts'
import { timecards, timeEntries, type Timecard, type Totals } from '../../entities.ts'
import { isDisputed, isLocked, stateOf, weekMarks, weekStates } from '../../guards.ts'
import { timeActions } from '../../index.ts'
import { cellKey, type ByCell } from '../sheet/day-sheet.ts'
import { TimeFrame } from '../time-frame.tsx'
import type { ViewProps } from '../time-place.ts'
import { useSeesDay, type SeesDay } from '../use-sees-day.ts'
import { SignedMark } from '../sign/signed-tag.tsx'
import { useSigned, type SignedOn } from '../sign/use-signed.ts'
import { StepAll } from './step-all.tsx'
import { payColumns, Sum } from './pay-columns.tsx'
import { ReviewAll } from './review-all.tsx'
import { useWeekTotals } from './use-week-totals.ts'

type Narrowed = 'all' | 'missing' | 'submitted'
const narrowings = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'submitted', label: 'Submitted' },
] as const

/** A week by person: hours per day, missing days and the state of each week (rule time-views). */
export default function WeekView({ place }: ViewProps) {
  const { settings } = useServices()
  const start = startOfWeek(place.day, settings.value.week_start)
  return <WeekTable key={`${start} ${place.project_id}`} place={place} start={start} />
}

const WeekTable = ({ place, start }: ViewProps & { start: Day }) => {
  const { store, settings } = useServices()
  const { project_id } = place
  const end = addDays(start, 6)
  const today = useToday()
  const [search, setSearch] = useState('')
  const asked = new URLSearchParams(useSearch()).get('show')
  const [narrowed, setNarrowed] = useState<Narrowed>(narrowings.find(({ value }) => value === asked)?.value ?? 'all')
  const byCell = useMemo(
    () =>
      store.groups(
        { entity: timeEntries, where: { date: between(start, end), ...(project_id !== null && { project_id }) } },
        ({ user_id, date }) => cellKey(String(user_id), date),
      ),
    [store, start, end, project_id],
  )
  const {
    items: entries,
    state,
    failure,
    ask,
  } = useQuery(timeEntries, { filters: { from: start, to: end, project_id } })
  const { items: weeks, state: weeksKnown } = useQuery(timecards, { filters: { from: addDays(start, -6), to: start } })
  const cards = useMemo(() => {
    const all = watchedAll(weeks)
    return computed(() => new Map(all.value.map((card) => [card.user_id, card])))
  }, [weeks])
  const open = useMemo(() => {
    const all = watchedAll(entries)
    return computed(() => all.value.filter(({ user_id }) => !isLocked(cards.value.get(user_id))))
  }, [entries, cards])
  const totals = useWeekTotals(entries, cards, start)
  const { signedOn } = useSigned(start, end)
  const sees = useSeesDay(start, end)
  // Hours are expected on past weekdays only.
  const week = useMemo(() => daysOfWeek(start, settings.value.week_start), [start, settings.value.week_start])
  const expected = useMemo(() => week.filter((day) => day < today && weekdayOf(day) % 6 !== 0), [week, today])
  const people = useMemo(
    () =>
      computed(() => {
        const filled = byCell.keys.value
        const busy = new Set([...filled].map((key) => key.split(' ')[0]))
        const text = search.toLowerCase()
        return store.of(users).all.value.filter((item) => {
          const { id, name, active, track_time } = item.value
          if (!name.toLowerCase().includes(text)) return false
          const isOurs = active && track_time && project_id === null && week.some((day) => sees(id, day))
          if (!busy.has(String(id)) && !isOurs) return false
          if (narrowed === 'missing')
            return expected.some((day) => sees(id, day) && !filled.has(cellKey(String(id), day)))
          return narrowed === 'all' || stateOf(cards.value.get(id)) === 'submitted'
        })
      }),
    [store, byCell, search, narrowed, week, expected, cards, project_id, sees],
  )
  const columns = useMemo(
    () =>
      columnsOf({
        byCell,
        cards,
        totals: project_id === null ? totals : null,
        people,
        days: week,
        sees,
        isMissing: (id, day) => expected.includes(day) && sees(id, day) === true,
        signedOn: project_id === null ? signedOn : () => null,
      }),
    [signedOn, byCell, cards, totals, people, project_id, week, expected, sees],
  )
  const rowHref = useMemo(
    () =>
      ({ id }: User) =>
        `/timecard?week=${start}&user=${id}`,
    [start],
  )
  return (
    <TimeFrame
      place={place}
      sub={`${formatMonthDay(start)} – ${formatMonthDay(end)}`}
      actions={
        <>
          <StepAll cards={cards} totals={project_id === null ? totals : null} />
          <ReviewAll entries={open.value} />
          <SlotOutlet slot={timeActions} props={{ week: start }} />
        </>
      }
    >
      <div className={bar}>
        <span className={css({ flex: '1 1 12rem', maxWidth: { sm: '18rem' } })}>
          <TextInput
            type="search"
            aria-label="Search people"
            placeholder="Search"
            value={search}
            onChange={setSearch}
          />
        </span>
        <Segmented aria-label="Show" value={narrowed} onChange={setNarrowed} options={narrowings} />
      </div>
      {state.value === 'never' || weeksKnown.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : people.value.length > 0 ? (
        <Table
          aria-label="Week"
          density="compact"
          rows={people.value}
          columns={columns}
          rowKey={idOf}
          rowHref={rowHref}
        />
      ) : (
        <EmptyState icon="clock" title={narrowed === 'missing' ? 'Nobody is missing.' : 'Nobody here.'}>
          {narrowed === 'missing'
            ? 'Every day up to yesterday has hours.'
            : 'People with time in this week appear here.'}
        </EmptyState>
      )}
    </TimeFrame>
  )
}

const idOf = ({ id }: User) => id

interface Shown {
  byCell: ByCell
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>
  /** Null for one project, since how hours are paid follows from the whole week. */
  totals: ReadonlySignal<ReadonlyMap<Id, Totals>> | null
  people: ReadonlySignal<readonly ReadonlySignal<User>[]>
  days: readonly Day[]
  sees: SeesDay
  /** Whether a day without hours is one that lacks them. */
  isMissing: (user_id: Id, day: Day) => boolean
  /** Nobody's of one project alone, since all of a day is signed. */
  signedOn: SignedOn
}

function columnsOf({ byCell, cards, totals, people, days, sees, isMissing, signedOn }: Shown): Column<User>[] {
  const ids = () => people.value.map((item) => item.peek().id)
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
      key: day,
      header: formatWeekday(day).split(' ')[0]?.replace(',', '') ?? day,
      cell: ({ id }) => (
        <>
          <DayHours
            byCell={byCell}
            user_id={id}
            day={day}
            expected={isMissing(id, day)}
            seen={sees(id, day) === true}
          />
          <SignedMark of={byCell.of(cellKey(String(id), day))} user_id={id} day={day} signedOn={signedOn} />
        </>
      ),
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'hidden',
      foot: () => <Sum of={() => ids().reduce((sum, id) => sum + hoursIn(byCell, id, day), 0)} />,
    })),
    {
      key: 'total',
      header: 'Total',
      cell: ({ id }) => <WeekHours byCell={byCell} user_id={id} days={days} />,
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'end',
      foot: () => <Sum of={() => ids().reduce((sum, id) => sum + weekHours(byCell, id, days), 0)} />,
    },
    ...(totals ? payColumns(totals, ids) : []),
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

const bar = css({ flow: '2.5', marginBottom: '3' })
