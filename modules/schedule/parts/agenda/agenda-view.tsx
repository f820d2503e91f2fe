import { useState } from 'react'
import { css } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useMay } from '#blocks/offered/offered.tsx'
import { staff } from '#core/access/access.ts'
import { addDays, formatMonthDay, formatWeekday, type Day } from '#lib/days.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import type { Agenda, AgendaJob } from '../../agenda-shape.ts'
import { scheduleEvents, timeOffRequests } from '../../entities.ts'
import { AgendaCard } from './agenda-card.tsx'
import { EventLine } from '../event-line.tsx'
import type { Place } from '../place.ts'
import { ScheduleFrame } from '../schedule-frame.tsx'
import { AskForTimeOff, OwnRequests } from '../time-off/own-requests.tsx'

const dependsOn = [scheduleEvents]
const DAYS = 8
const whose = [
  { value: 'mine', label: 'Mine' },
  { value: 'crews', label: 'My crews' },
  { value: 'all', label: 'All' },
] as const
type Whose = (typeof whose)[number]['value']

const isMine = ({ mine }: AgendaJob) => mine !== null
const leads = ({ mine }: AgendaJob) => mine?.lead === true
const filters: Readonly<Record<Whose, (job: AgendaJob) => boolean>> = { mine: isMine, crews: leads, all: () => true }

/** Published work day by day: today, tomorrow and the days after. The device keeps the last answer. @useSignals */
export default function AgendaView({ place }: { place: Place }) {
  const { api, session, today } = useServices()
  const user = session.user.value
  const seesAll = staff(user) && user?.role !== 'employee'
  const asks = useMay()(timeOffRequests, 'create')
  const [shown, setShown] = useState<Whose | null>(null)
  const from = place.day
  const to = addDays(from, DAYS)
  useQuery(scheduleEvents, { filters: { from, to } })
  const { data, failure, retry } = useAsked(
    () => api(scheduleEvents).ask<Agenda>('agenda', { from, to }),
    `agenda ${from}`,
    dependsOn,
  )
  const chosen = shown ?? (seesAll && data && !data.jobs.some(isMine) ? 'all' : 'mine')
  const jobs = (data?.jobs ?? []).filter(filters[seesAll ? chosen : 'mine'])
  const shownJobs = new Set(jobs.map(({ project_id }) => project_id))
  // Who else is off, or meets elsewhere, is looked up under All.
  const events = (data?.events ?? []).filter(
    ({ own, project_id }) => chosen === 'all' || own !== false || shownJobs.has(project_id ?? 0),
  )
  const days = [
    ...new Set([from, addDays(from, 1), ...jobs.map(({ date }) => date), ...events.map(({ date }) => date)]),
  ]
    .filter((day) => day <= to)
    .toSorted()
  return (
    <ScheduleFrame
      place={{ ...place, mode: 'agenda' }}
      sub={`from ${formatMonthDay(from)}`}
      step={(direction) => addDays(place.day, direction * 7)}
      filters={
        <>
          {seesAll && <Segmented aria-label="Whose work" value={chosen} onChange={setShown} options={whose} />}
          {asks && <AskForTimeOff />}
        </>
      }
    >
      {!data ? (
        <NotLoaded failure={failure} retry={retry} />
      ) : (
        <div className={list}>
          {days.map((day) => (
            <DayPart
              key={day}
              day={day}
              today={today.value}
              jobs={jobs.filter(({ date }) => date === day)}
              events={events.filter(({ date }) => date === day)}
            />
          ))}
          {asks && <OwnRequests />}
        </div>
      )}
    </ScheduleFrame>
  )
}

const nameOf = (day: Day, today: Day): string =>
  day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : formatWeekday(day)

const DayPart = ({
  day,
  today,
  jobs,
  events,
}: {
  day: Day
  today: Day
  jobs: readonly AgendaJob[]
  events: Agenda['events']
}) => {
  const ofJobs = new Set(jobs.map(({ project_id }) => project_id))
  const others = events.filter(({ project_id }) => project_id === null || !ofJobs.has(project_id))
  const name = nameOf(day, today)
  return (
    <section aria-label={name} className={css({ column: '2.5' })}>
      <h2 className={heading}>
        {name} {name !== formatWeekday(day) && <span>{formatWeekday(day)}</span>}
      </h2>
      {others.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
      {jobs.map((job) => (
        <AgendaCard
          key={job.project_id}
          job={job}
          today={today}
          events={events.filter(({ project_id }) => project_id === job.project_id)}
        />
      ))}
      {!jobs.length && !others.length && <p className={css({ color: 'muted' })}>Nothing planned.</p>}
    </section>
  )
}

const list = css({ column: '5', maxWidth: '40rem' })
const heading = css({
  textStyle: 'section',
  '& span': { textStyle: 'note', marginInlineStart: '1', letterSpacing: 'normal' },
})
