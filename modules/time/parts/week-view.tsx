import { memo, useEffect, useMemo, useState } from 'react'
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { guardOf } from '#core/entity/entity.ts'
import { addDays, daysOfWeek, formatMonthDay, formatWeekday, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { users, type User } from '../../users/entities.ts'
import { timecards, timeEntries, type Timecard } from '../entities.ts'
import { isDisputed, stateOf } from '../guards.ts'
import { timeActions } from '../index.ts'
import { cellKey } from './day-sheet.ts'
import { TimeFrame } from './time-frame.tsx'
import { createTimeIndex, type TimeIndex } from './time-index.ts'
import type { ViewProps } from './time-place.ts'
import { stateLabels } from './labels.ts'

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
  const [narrowed, setNarrowed] = useState<Narrowed>('all')
  const index = useMemo(
    () =>
      createTimeIndex(store.of(timeEntries), (entry) =>
        entry.date >= start && entry.date <= end && (project_id === null || entry.project_id === project_id)
          ? cellKey(String(entry.user_id), entry.date)
          : null,
      ),
    [store, start, end, project_id],
  )
  useEffect(() => index.start(), [index])
  const { state, failure, ask } = useQuery(timeEntries, { filters: { from: start, to: end, project_id } })
  const { items: weeks, state: weeksKnown } = useQuery(timecards, { filters: { from: addDays(start, -6), to: start } })
  const cards = useMemo(() => computed(() => new Map(weeks.value.map(({ value }) => [value.user_id, value]))), [weeks])
  // Hours are expected on past weekdays only.
  const expected = useMemo(
    () => daysOfWeek(start, settings.value.week_start).filter((day) => day < today && weekdayOf(day) % 6 !== 0),
    [start, today, settings.value.week_start],
  )
  const people = useMemo(
    () =>
      computed(() => {
        const filled = index.filled.value
        const busy = new Set([...filled].map((key) => key.split(' ')[0]))
        const text = search.toLowerCase()
        return store.of(users).all.value.filter((item) => {
          const { id, name, active, track_time } = item.value
          if (!name.toLowerCase().includes(text)) return false
          if (!busy.has(String(id)) && !(active && track_time && project_id === null)) return false
          if (narrowed === 'missing') return expected.some((day) => !filled.has(cellKey(String(id), day)))
          return narrowed === 'all' || stateOf(cards.value.get(id)) === 'submitted'
        })
      }),
    [store, index, search, narrowed, expected, cards, project_id],
  )
  const columns = useMemo(
    () => columnsOf(index, cards, daysOfWeek(start, settings.value.week_start), new Set(expected)),
    [index, cards, start, settings.value.week_start, expected],
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
          <ApproveAll cards={cards} />
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
        <Table aria-label="Week" compact rows={people.value} columns={columns} rowKey={idOf} rowHref={rowHref} />
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

function columnsOf(
  index: TimeIndex,
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>,
  days: readonly Day[],
  expected: ReadonlySet<Day>,
): Column<User>[] {
  return [
    {
      key: 'name',
      header: 'Person',
      cell: ({ name }) => <b>{name}</b>,
      width: 'minmax(6.25rem, 1.4fr)',
      phone: 'title',
    },
    ...days.map((day): Column<User> => ({
      key: day,
      header: formatWeekday(day).split(' ')[0]?.replace(',', '') ?? day,
      cell: ({ id }) => <DayHours index={index} user_id={id} day={day} expected={expected.has(day)} />,
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'hidden',
    })),
    {
      key: 'total',
      header: 'Total',
      cell: ({ id }) => <WeekHours index={index} user_id={id} days={days} />,
      align: 'end',
      width: 'minmax(3.75rem, 5rem)',
      phone: 'end',
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ id }) => <State cards={cards} user_id={id} />,
      width: 'minmax(5.25rem, 8.5rem)',
      phone: 'sub',
    },
  ]
}

const hoursIn = (index: TimeIndex, user_id: Id, day: Day): number =>
  index.cell(cellKey(String(user_id), day)).value.reduce((sum, { hours }) => sum + hours, 0)

/** A person's hours of one day. It reads its own cell's signal, so a changed entry rerenders only this. @useSignals */
const DayHours = memo(
  ({ index, user_id, day, expected }: { index: TimeIndex; user_id: Id; day: Day; expected: boolean }) => {
    const hours = hoursIn(index, user_id, day)
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
        {hours.toFixed(2)}
      </span>
    )
  },
)

/** @useSignals */
const WeekHours = memo(({ index, user_id, days }: { index: TimeIndex; user_id: Id; days: readonly Day[] }) => (
  <b>{days.reduce((sum, day) => sum + hoursIn(index, user_id, day), 0).toFixed(2)}</b>
))

/** @useSignals */
const State = ({ cards, user_id }: { cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>; user_id: Id }) => {
  const card = cards.value.get(user_id)
  const state = stateOf(card)
  if (isDisputed(card))
    return (
      <Tag small tone="attention">
        Something's wrong
      </Tag>
    )
  return (
    <Tag
      small
      tone={
        state === 'submitted'
          ? 'primary'
          : state === 'approved' || state === 'exported'
            ? 'done'
            : state === 'rejected'
              ? 'attention'
              : 'neutral'
      }
    >
      {stateLabels[state]}
    </Tag>
  )
}

/** Approves all submitted weeks after a confirmation, and reports how many failed. @useSignals */
const ApproveAll = ({ cards }: { cards: ReadonlySignal<ReadonlyMap<Id, Timecard>> }) => {
  const { session } = useServices()
  const resource = useResource(timecards)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const submitted = [...cards.value.values()].filter((card) => stateOf(card) === 'submitted')
  if (!submitted.length || !guardOf(timecards, 'approve')(session.user.value)) return null
  async function approve() {
    setBusy(true)
    const failed: number[] = []
    for (const { id } of submitted) if (!(await resource.act(id, 'approve')).ok) failed.push(id)
    setBusy(false)
    setAsking(false)
    if (failed.length) toast.error(`${failed.length} of ${submitted.length} weeks could not be approved.`)
    else toast.success(`${submitted.length} weeks approved.`)
  }
  const count = `${submitted.length} ${submitted.length === 1 ? 'week' : 'weeks'}`
  return (
    <>
      <Button variant="outline" icon="check" onClick={() => setAsking(true)}>
        Approve {count}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Approve ${count}?`}
        message="Approved weeks are locked and ready for payroll."
        confirm="Approve"
        loading={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void approve()}
      />
    </>
  )
}

const bar = css({ display: 'flex', flexWrap: 'wrap', gap: '2.5', marginBottom: '3' })
