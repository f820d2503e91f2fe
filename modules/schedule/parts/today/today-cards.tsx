import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css, cx } from '#css/css'
import { addDays, type Day } from '#lib/days.ts'
import { cardGrid } from '#ui/card/card.tsx'
import type { Agenda } from '../../agenda-shape.ts'
import { scheduleEvents } from '../../entities.ts'
import { HOURS_DUE, byHour, startOf } from './day.ts'
import { NextCard } from './next-card.tsx'
import { JobCard } from './job-card.tsx'
import { useHour } from './use-hour.ts'

const dependsOn = [scheduleEvents]
const DAYS = 8

/** On Home of whoever is planned or leads: the jobs of today, and the next day. @useSignals */
export default function TodayCards() {
  const today = useToday()
  // Another day is asked about anew, and until that is answered the device's answer of yesterday holds.
  return <Days key={today} today={today} />
}

/** @useSignals */
const Days = ({ today }: { today: Day }) => {
  const { api } = useServices()
  useQuery(scheduleEvents, { filters: { from: today, to: addDays(today, DAYS) } })
  const { data, failure, retry } = useAsked(
    () => api(scheduleEvents).ask<Agenda>('agenda', {}),
    'agenda from today on',
    dependsOn,
  )
  const own = (data?.jobs ?? []).filter(({ date, mine }) => mine !== null && date >= today)
  const [first, next] = [...new Set(own.map(({ date }) => date))].toSorted()
  const jobs = own.filter(({ date }) => date === first)
  const passed = useHour(today, [...jobs.map(startOf), HOURS_DUE])
  if (!data) return failure && <NotLoaded failure={failure} retry={retry} />
  const hour = first === today ? passed : null
  const following = first === today ? own.filter(({ date }) => date === next) : []
  if (!jobs.length) return null
  return (
    <section aria-label="Your work" className={cards}>
      {byHour(jobs, hour).map((job, at) => (
        <JobCard
          key={job.project_id}
          {...{ job, today, hour }}
          events={data.events.filter(({ date, project_id }) => date === job.date && project_id === job.project_id)}
          isFirst={at === 0}
        />
      ))}
      {following.map((job) => (
        <NextCard key={`${job.date} ${job.project_id}`} job={job} today={today} />
      ))}
    </section>
  )
}

const cards = cx(cardGrid, css({ marginTop: { md: '4' } }))
