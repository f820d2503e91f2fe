import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { directionsUrl, formatAddress } from '#lib/address.ts'
import type { Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { projects } from '../../../projects/entities.ts'
import type { Agenda, AgendaJob } from '../../agenda-shape.ts'
import { hueOf } from '../board-look.ts'
import { EventLine } from '../event-line.tsx'
import { Answer } from './answer.tsx'
import { CrewList } from './crew-list.tsx'
import { DayDocuments } from './day-documents.tsx'

/** A job of a day: when and where, who is on it, what happens there, and the reader's answer. @useSignals */
export const AgendaCard = ({ job, today, events }: { job: AgendaJob; today: Day; events: Agenda['events'] }) => {
  const { store, session } = useServices()
  const { mine, crew } = job
  const color = store.of(projects).get(job.project_id)?.color
  const lead = crew.find((member) => member.lead && member.user_id !== session.user.value?.id && member.phone)
  const place = mine?.meeting_place ?? (job.address ? formatAddress(job.address) : null)
  return (
    <article aria-label={job.name} className={cx(card, hueOf(color, job.project_id))}>
      <header className={head}>
        <div>
          <h3 className={css({ textStyle: 'section' })}>{job.name}</h3>
          <p className={css({ textStyle: 'note' })}>{[job.number, job.phase].filter(Boolean).join(' · ')}</p>
        </div>
        <p className={clock}>
          <b>{formatTime(mine?.start_time ?? job.start_time)}</b>
          {mine && (
            <span>{[`${formatHours(mine.hours)} h`, mine.lead ? 'you lead' : null].filter(Boolean).join(' · ')}</span>
          )}
        </p>
      </header>
      <div className={where}>
        {place !== null &&
          (job.address && !mine?.meeting_place ? (
            <LinkButton
              variant="outline"
              icon="map-pin"
              href={directionsUrl(job.address)}
              target="_blank"
              rel="noreferrer"
            >
              {place}
            </LinkButton>
          ) : (
            <span className={meeting}>
              <Icon name="map-pin" size="sm" /> {place}
            </span>
          ))}
        {lead?.phone && (
          <LinkButton variant="outline" icon="phone" href={`tel:+${lead.phone}`} aria-label={`Call ${lead.name}`}>
            {''}
          </LinkButton>
        )}
      </div>
      {mine?.note && <p className={css({ whiteSpace: 'pre-wrap' })}>{mine.note}</p>}
      <CrewList crew={crew} />
      {events.length > 0 && (
        <div className={extra}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </div>
      )}
      <DayDocuments job={job} />
      {mine && job.date >= today && <Answer job={job} mine={mine} />}
    </article>
  )
}

const card = css({ column: '3', padding: '4', layerStyle: 'card', borderInlineStart: '5px solid var(--hue)' })
const head = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '3' })
const clock = css({
  display: 'grid',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  '& b': { textStyle: 'section' },
  '& span': { fontSize: 'xs', color: 'muted' },
})
const where = css({
  display: 'flex',
  gap: '2',
  // Long addresses wrap, since a phone has no room for them on one line.
  '& > :first-child': {
    flex: '1',
    minWidth: '0',
    justifyContent: 'flex-start',
    textAlign: 'start',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
})
const meeting = css({ inlineRow: '1.5' })
const extra = css({ stack: '1.5', paddingTop: '2.5', borderTop: '1px solid {colors.line}' })
