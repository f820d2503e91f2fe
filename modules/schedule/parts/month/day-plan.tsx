import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { timeIn } from '#lib/days.ts'
import { deviceZone, formatTime } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { logEntries, type DailyLog } from '../../../daily-logs/entities.ts'
import { users } from '../../../users/entities.ts'
import { scheduleEvents, type CalendarEvent, type PlannedDay } from '../../entities.ts'

const dependsOn = [scheduleEvents]

/** What the schedule says of a log's day: who was expected, and what was to be delivered or visited. @useSignals */
export default function DayPlan({ log }: { log: DailyLog }) {
  const { api, store } = useServices()
  const { date, project_id } = log
  const { data } = useAsked(
    () => api(scheduleEvents).ask<PlannedDay>('planned', { day: date }),
    `planned on ${date}`,
    dependsOn,
  )
  const { items } = useQuery(scheduleEvents, { filters: { from: date, to: date, kind: 'calendar', project_id } })
  const people = [
    ...new Set((data?.work ?? []).filter((one) => one.project_id === project_id).map((one) => one.user_id)),
  ]
  const events = useRecords(items).flatMap((one) => (one.kind === 'calendar' ? [one] : []))
  if (!people.length && !events.length) return null
  const worked = new Set((log.crew ?? []).map(({ user_id }) => user_id))
  return (
    <Card>
      <section aria-label="Planned" className={css({ stack: '2' })}>
        <h2 className={css({ textStyle: 'bar' })}>Planned</h2>
        {people.length > 0 && (
          <p>
            Expected:{' '}
            {people
              .map((id) => `${store.of(users).get(id)?.name ?? ''}${log.crew && !worked.has(id) ? ' (no time)' : ''}`)
              .join(', ')}
          </p>
        )}
        {events.map((event) => (
          <PlannedEvent key={event.id} event={event} log={log} />
        ))}
      </section>
    </Card>
  )
}

/** A delivery or visit of the plan, which can be taken into the log. @useSignals */
const PlannedEvent = ({ event, log }: { event: CalendarEvent; log: DailyLog }) => {
  const { api, settings } = useServices()
  const may = useMay()
  const [busy, during] = useBusy()
  const [added, setAdded] = useState(false)
  const zone = settings.value.time_zone ?? deviceZone
  const time = event.starts_at === null ? null : timeIn(zone, new Date(event.starts_at))
  const isTaken = event.type === 'delivery' || event.type === 'inspection' || event.type === 'meeting'
  const mayAdd = isTaken && log.completed_at === null && may(logEntries, 'create')
  async function add() {
    const draft =
      event.type === 'delivery'
        ? ({ type: 'delivery', supplier: event.title, time } as const)
        : ({ type: 'visitor', name: event.title, purpose: event.location, time_in: time } as const)
    const result = await during(api(logEntries, { daily_log_id: log.id }).save({ ...draft, daily_log_id: log.id }))
    if (!result.ok) return toastFailure(result)
    setAdded(true)
    toast.success('Added to the log.')
  }
  return (
    <p className={css({ row: '2' })}>
      <span className={css({ flex: '1' })}>
        {event.title}
        {time !== null && ` ${formatTime(time)}`}
      </span>
      {mayAdd && !added && (
        <Button variant="outline" size="sm" loading={busy} onClick={() => void add()}>
          Add to log
        </Button>
      )}
    </p>
  )
}
