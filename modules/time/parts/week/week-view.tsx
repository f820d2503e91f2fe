import { useMemo, useState } from 'react'
import { computed } from '@preact/signals-react'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { between } from '#core/query/where.ts'
import { watchedAll } from '#core/store/watched.ts'
import { addDays, daysOfWeek, formatMonthDay, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import { users, type User } from '../../../users/entities.ts'
import { timecards, timeEntries } from '../../entities.ts'
import { isLocked } from '../../guards.ts'
import { daysOff, timeActions } from '../../index.ts'
import { cellKey } from '../sheet/day-sheet.ts'
import { useSigned } from '../sign/use-signed.ts'
import { TimeFrame } from '../time-frame.tsx'
import type { ViewProps } from '../time-place.ts'
import { useSeesDay } from '../use-sees-day.ts'
import { ReviewAll } from './review-all.tsx'
import { StepAll } from './step-all.tsx'
import { useWeekTotals } from './use-week-totals.ts'
import { listOf } from './week-list.tsx'

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
  const byCell = useMemo(
    () =>
      store.groups(
        { entity: timeEntries, where: { date: between(start, end), ...(project_id !== null && { project_id }) } },
        ({ user_id, date }) => cellKey(String(user_id), date),
      ),
    [store, start, end, project_id],
  )
  const booked = useQuery(timeEntries, { filters: { from: start, to: end, project_id } })
  const entries = booked.items
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
  const [off, setOff] = useState<readonly Day[]>([])
  // Hours are expected on past weekdays on which the company works.
  const week = useMemo(() => daysOfWeek(start, settings.value.week_start), [start, settings.value.week_start])
  const expected = useMemo(
    () => week.filter((day) => day < today && weekdayOf(day) % 6 !== 0 && !off.includes(day)),
    [week, today, off],
  )
  const people = useMemo(
    () =>
      computed(() => {
        const filled = byCell.keys.value
        const busy = new Set([...filled].map((key) => key.split(' ')[0]))
        return store.of(users).all.value.filter((item) => {
          const { id, active, track_time } = item.value
          const isOurs = active && track_time && project_id === null && week.some((day) => sees(id, day))
          return busy.has(String(id)) || isOurs
        })
      }),
    [store, byCell, week, project_id, sees],
  )
  const spec = useMemo(
    () =>
      listOf({
        byCell,
        cards,
        totals: project_id === null ? totals : null,
        days: week,
        sees,
        isMissing: (id, day) => expected.includes(day) && sees(id, day) === true,
        signedOn: project_id === null ? signedOn : () => null,
      }),
    [signedOn, byCell, cards, totals, project_id, week, expected, sees],
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
      <SlotOutlet slot={daysOff} props={{ from: start, to: end, onTell: setOff }} />
      {booked.state.value === 'never' || weeksKnown.value === 'never' ? (
        <NotLoaded failure={booked.failure.value} retry={booked.ask} />
      ) : (
        <WorkList
          spec={spec}
          query={{ ...booked, items: people }}
          place="week"
          label="Search people"
          hrefOf={rowHref}
          selectable={false}
          empty="People with time in this week appear here."
        />
      )}
    </TimeFrame>
  )
}
