import { useState } from 'react'
import { css, cx } from '#css/css'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useMay } from '#blocks/offered/offered.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { directionsUrl, formatAddress } from '#lib/address.ts'
import type { Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { projects } from '../../../projects/entities.ts'
import { dayPapers } from '../../../projects/index.ts'
import { timeEntries } from '../../../time/entities.ts'
import type { Agenda, AgendaJob, CrewMember } from '../../agenda-shape.ts'
import { startOf, stepOf } from './day.ts'
import { Answer, useReply } from '../agenda/answer.tsx'
import { CrewList } from '../agenda/crew-list.tsx'
import { DayDocuments } from '../agenda/day-documents.tsx'
import { hueOf } from '../board-look.ts'
import { EventLine } from '../event-line.tsx'
import { card, dayName, head } from './next-card.tsx'
import { Steps } from './steps.tsx'

interface JobCardProps {
  readonly job: AgendaJob
  readonly today: Day
  readonly events: Agenda['events']
  /** Whether it is the job of the hour, one of whose actions stands out. */
  readonly isFirst: boolean
  /** The last time that has come of those that change something; none on another day. */
  readonly hour: string | null
}

/** A job of today or of the next work day: time, place, crew, papers, and the steps of the day. @useSignals */
export const JobCard = ({ job, today, events, isFirst, hour }: JobCardProps) => {
  const { store, session } = useServices()
  const { mine, address } = job
  const me = session.user.value?.id
  const reply = useReply(mine, job.date)
  const isToday = job.date === today
  const hoursIn = useHoursIn(job)
  const [open, setOpen] = useState(false)
  const others = job.crew.filter(({ user_id }) => user_id !== me)
  const lead = others.find((member) => member.lead)
  const works = isToday && reply !== 'declined'
  const hasBegun = hour !== null && startOf(job) <= hour
  const step = works && isFirst ? stepOf({ hasBegun, hoursIn, hour }) : null
  return (
    <article
      aria-label={job.name}
      className={cx(card, hueOf(store.of(projects).get(job.project_id)?.color, job.project_id))}
    >
      <header className={head}>
        <div className={css({ flex: '1 1 8rem', minWidth: '0' })}>
          <p className={css({ textStyle: 'note' })}>
            {[isToday ? null : dayName(job.date, today), job.number, job.phase].filter(Boolean).join(' · ')}
          </p>
          <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>
            <a href={`/projects/${job.project_id}`}>{job.name}</a>
          </h2>
        </div>
        <b className={css({ textStyle: 'section', whiteSpace: 'nowrap' })}>{formatTime(startOf(job))}</b>
      </header>
      <div>
        {mine?.meeting_place && <b className={css({ display: 'block', fontWeight: 'strong' })}>{mine.meeting_place}</b>}
        {address && (
          <span className={css({ fontWeight: mine?.meeting_place ? 'regular' : 'strong' })}>
            {formatAddress(address)}
          </span>
        )}
        {mine?.note && <p className={css({ whiteSpace: 'pre-wrap' })}>{mine.note}</p>}
      </div>
      {(address || lead?.phone) && (
        <div className={css({ flow: '2' })}>
          {address && (
            <LinkButton
              variant={step === 'go' ? 'solid' : 'outline'}
              size="lg"
              icon="navigation"
              href={directionsUrl(address)}
              target="_blank"
              rel="noreferrer"
              className={css({ flex: '1 1 auto!' })}
            >
              Directions
            </LinkButton>
          )}
          {lead?.phone && (
            <LinkButton
              variant="outline"
              size="lg"
              icon="phone"
              href={`tel:+${lead.phone}`}
              aria-label={`Call ${lead.name}`}
            >
              {''}
            </LinkButton>
          )}
        </div>
      )}
      {others.length > 0 && (
        <div className={part}>
          <button type="button" className={crewLine} aria-expanded={open} onClick={() => setOpen(!open)}>
            <span className={css({ display: 'inline-flex', gap: '1' })}>
              {job.crew.slice(0, 4).map(({ user_id, name }) => (
                <Avatar key={user_id} name={name} size="sm" decorative />
              ))}
            </span>
            <Crew others={others} leads={mine?.lead === true} lead={lead} />
            <Icon name={open ? 'chevron-up' : 'chevron-down'} />
          </button>
          {open && <CrewList crew={job.crew} />}
        </div>
      )}
      {events.length > 0 && (
        <div className={part}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </div>
      )}
      <DayDocuments job={job} />
      {works && (
        <div className={css({ borderTop: '1px solid {colors.line}', _empty: { display: 'none' } })}>
          <SlotOutlet slot={dayPapers} props={{ project_id: job.project_id }} />
        </div>
      )}
      {works && <Steps job={`/projects/${job.project_id}`} step={step} />}
      {mine && (!works || !hasBegun) && <Answer job={job} mine={mine} quiet />}
    </article>
  )
}

/** Whether hours of this day are on the device that were entered for the job. @useSignals */
function useHoursIn({ date, project_id }: AgendaJob): boolean {
  const may = useMay()
  const { items } = useQuery(timeEntries, {
    filters: { from: date, to: date, project_id },
    ask: may(timeEntries, 'view'),
  })
  return useSummary(items, (entries) => entries.length > 0, [])
}

const firstName = ({ name }: CrewMember) => name.split(' ')[0] ?? name
const named = (people: readonly CrewMember[]) => people.map(firstName).join(', ')

/** The lead and the crew. The lead also reads who has not confirmed. */
const Crew = ({
  others,
  leads,
  lead,
}: {
  others: readonly CrewMember[]
  leads: boolean
  lead: CrewMember | undefined
}) => {
  const [open, out] = (['open', 'declined'] as const).map((reply) => others.filter((member) => member.reply === reply))
  const rest = others.filter((member) => member !== lead)
  return (
    <span className={css({ flex: '1 1 8rem', minWidth: '0' })}>
      <b>
        {leads ? `You lead ${named(others)}` : lead ? `${lead.name} leads` : `With ${named(others)}`}
        {!leads && lead && rest.length > 0 && `, with ${named(rest)}`}
      </b>
      {leads && open && open.length > 0 && (
        <span className={css({ display: 'block', color: 'attention', fontWeight: 'strong' })}>
          {named(open)} {open.length === 1 ? 'has' : 'have'} not confirmed
        </span>
      )}
      {leads && out && out.length > 0 && (
        <span className={css({ display: 'block', color: 'conflict', fontWeight: 'strong' })}>
          {named(out)} can’t make it
        </span>
      )}
    </span>
  )
}

const part = css({ stack: '2.5', paddingTop: '3', borderTop: '1px solid {colors.line}' })
const crewLine = css({
  wrap: '2.5',
  textAlign: 'start',
  textStyle: 'small',
  minHeight: { _coarse: 'touch' },
  '& b': { fontWeight: 'strong' },
})
