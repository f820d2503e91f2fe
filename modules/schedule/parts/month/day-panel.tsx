import { css, cx } from '#css/css'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { daysOf, type WorkDays } from '../../days-of.ts'
import { scheduleSettings, type ScheduleEvent } from '../../entities.ts'
import { hueOf } from '../board-look.ts'
import { EventLine } from '../event-line.tsx'

/** The crews and events of one day; for customers, who see no crews, its phases. @useSignals */
export const DayPanel = ({
  day,
  today,
  events,
  company,
}: {
  day: Day
  today: Day
  events: readonly ScheduleEvent[]
  company: WorkDays
}) => {
  const { session, store } = useServices()
  const isCustomer = (session.user.value?.customer_id ?? null) !== null
  const there = events.flatMap((event) =>
    event.kind === 'assignment' && !event.removed && daysOf(event, company).includes(day) ? [event] : [],
  )
  const jobs = [...Map.groupBy(there, ({ project_id }) => project_id)]
  const people = new Set(there.map(({ user_id }) => user_id)).size
  const [setting] = useRecords(store.of(scheduleSettings).all)
  const start = setting?.start_time ?? '07:00'
  return (
    <aside aria-label={formatWeekday(day)} className={panel}>
      <header className={head}>
        {day === today && <small>Today</small>}
        <h2 className={css({ textStyle: 'section' })}>{formatWeekday(day)}</h2>
        {!isCustomer && (
          <p>{`${people} ${people === 1 ? 'person' : 'people'} on ${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}`}</p>
        )}
      </header>
      {isCustomer &&
        barsOn(day, events).map(({ id, project_id, phase_id }) => {
          const project = store.of(projects).get(project_id ?? 0)
          return (
            <section key={id} className={cx(job, hueOf(project?.color, project?.id))}>
              <span>
                <b>
                  {project?.number} {project?.name}
                </b>
                <small>{store.of(phases).get(phase_id)?.name}</small>
              </span>
            </section>
          )
        })}
      {events.flatMap((event) =>
        event.kind === 'calendar' &&
        event.start_date !== null &&
        event.start_date <= day &&
        (event.end_date ?? event.start_date) >= day
          ? [<EventLine key={event.id} event={event} />]
          : [],
      )}
      {jobs.map(([project_id, crew]) => {
        const project = store.of(projects).get(project_id ?? 0)
        const lead = crew.find((one) => one.lead)
        const names = crew.map(({ user_id }) => store.of(users).get(user_id)?.name ?? '')
        const time = crew.map(({ start_time }) => start_time ?? start).toSorted()[0] ?? start
        return (
          <section key={project_id} className={cx(job, hueOf(project?.color, project?.id))}>
            <span>
              <b>
                {project?.number} {project?.name}
              </b>
              <small>
                {[lead ? store.of(users).get(lead.user_id)?.name : null, formatTime(time)].filter(Boolean).join(' · ')}
              </small>
            </span>
            <span className={faces}>
              {names.map((name) => (
                <Avatar key={name} name={name} size="sm" />
              ))}
            </span>
          </section>
        )
      })}
    </aside>
  )
}

const barsOn = (day: Day, events: readonly ScheduleEvent[]) =>
  events.flatMap((event) => (event.kind === 'phase' && event.start_date <= day && event.end_date >= day ? [event] : []))

const panel = css({ stack: '2.5', padding: '4', layerStyle: 'card' })
const head = css({ '& small, & p': { color: 'muted', fontSize: 'sm' } })
const job = css({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '2',
  paddingInlineStart: '3',
  borderInlineStart: '4px solid var(--hue)',
  fontSize: 'sm',
  '& b': { display: 'block', fontWeight: 'strong' },
  '& small': { color: 'muted' },
})
const faces = css({ flow: '1', alignContent: 'center' })
