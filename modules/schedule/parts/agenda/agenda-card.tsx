import { useState } from 'react'
import { css, cx } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { AskDialog } from '#blocks/workflow/ask-dialog.tsx'
import { longText } from '#core/entity/fields.ts'
import { directionsUrl, formatAddress } from '#lib/address.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { projects } from '../../../projects/entities.ts'
import type { Agenda, AgendaJob, CrewMember } from '../../agenda-shape.ts'
import { scheduleEvents } from '../../entities.ts'
import { hueOf } from '../board-look.ts'
import { EventLine } from '../event-line.tsx'

const replies = { confirmed: 'Confirmed', declined: 'Can’t make it', open: 'Not yet' } as const
const licenceNames: Readonly<Record<string, string>> = {
  journeyman: 'Journeyman',
  apprentice: 'Apprentice',
  laborer: 'Laborer',
}

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
          <p className={css({ textStyle: 'small', color: 'muted' })}>
            {[job.number, job.phase].filter(Boolean).join(' · ')}
          </p>
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
      <ul className={people}>
        {crew.map((member) => (
          <Member key={member.user_id} member={member} isMe={member.user_id === session.user.value?.id} />
        ))}
      </ul>
      {events.length > 0 && (
        <div className={extra}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </div>
      )}
      {job.documents.length > 0 && (
        <ul className={extra} aria-label="Documents">
          {job.documents.map(({ id, name }) => (
            <li key={id}>
              <a href={`/projects/${job.project_id}/documents/${id}`} className={link}>
                <Icon name="file-text" size="sm" /> {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {mine && job.date >= today && <Answer job={job} mine={mine} />}
    </article>
  )
}

const Member = ({ member, isMe }: { member: CrewMember; isMe: boolean }) => (
  <li className={memberLook}>
    <Avatar name={member.name} size="sm" decorative />
    <span className={css({ flex: '1 1 6rem', minWidth: '0' })}>
      <b>{member.name}</b> {member.lead ? 'Lead' : member.license ? licenceNames[member.license] : ''}
      {member.reason && <small className={reasonLook}>{member.reason}</small>}
    </span>
    {member.phone && !isMe && (
      <a href={`tel:+${member.phone}`} aria-label={`Call ${member.name}`} className={phone}>
        <Icon name="phone" size="sm" />
      </a>
    )}
    <span className={state} data-reply={member.reply}>
      {member.reply !== 'open' && <Icon name={member.reply === 'confirmed' ? 'check' : 'x'} size="sm" />}
      {replies[member.reply]}
    </span>
  </li>
)

const why = { reason: longText().label('Why can’t you make it?') }

/** Confirm, or say why not. Without a connection the answer waits to be sent. */
const Answer = ({ job, mine }: { job: AgendaJob; mine: NonNullable<AgendaJob['mine']> }) => {
  const { api } = useServices()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  // What was said here counts until the agenda is read again: publishing a change clears answers.
  const [said, setSaid] = useState<{ reply: 'confirmed' | 'declined'; of: typeof mine } | null>(null)
  const reply = said?.of === mine ? said.reply : mine.reply
  async function answer(action: 'confirm' | 'decline', reason?: string): Promise<boolean> {
    setBusy(true)
    const result = await api(scheduleEvents).act(mine.event_id, action, { date: job.date, ...(reason && { reason }) })
    setBusy(false)
    if (!result.ok) toastFailure(result)
    else setSaid({ reply: action === 'confirm' ? 'confirmed' : 'declined', of: mine })
    return result.ok
  }
  return (
    <footer className={foot}>
      {reply === 'confirmed' ? (
        <span className={state} data-reply="confirmed">
          <Icon name="check" size="sm" /> You confirmed
        </span>
      ) : (
        <Button icon="check" size="lg" loading={busy && !asking} onClick={() => void answer('confirm')}>
          Confirm
        </Button>
      )}
      {reply === 'declined' ? (
        <span className={state} data-reply="declined">
          <Icon name="x" size="sm" /> You can’t make it
        </span>
      ) : (
        <Button variant="outline" size="lg" onClick={() => setAsking(true)}>
          Can’t make it
        </Button>
      )}
      {asking && (
        <AskDialog
          place={['decline', mine.event_id, job.date]}
          title={`${job.name}, ${formatWeekday(job.date)}`}
          fields={why}
          missing={{ reason: 'Add a reason.' }}
          loading={busy}
          onSend={({ reason }) => answer('decline', String(reason))}
          onClose={() => setAsking(false)}
        />
      )}
    </footer>
  )
}

const card = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '3',
  padding: '4',
  background: 'card',
  border: '1px solid {colors.line}',
  borderInlineStart: '5px solid var(--hue)',
  borderRadius: 'lg',
})
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
const meeting = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5' })
const people = css({ display: 'grid', gap: '2.5' })
const memberLook = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  fontSize: 'sm',
  color: 'muted',
  '& b': { color: 'ink', fontWeight: 'strong' },
})
const reasonLook = css({ display: 'block', color: 'conflict' })
const phone = css({
  display: 'grid',
  placeItems: 'center',
  minWidth: { base: '8', _coarse: 'touch' },
  minHeight: { base: '8', _coarse: 'touch' },
  color: 'primary',
})
const state = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  fontSize: 'sm',
  fontWeight: 'strong',
  color: 'muted',
  '&[data-reply=confirmed]': { color: 'done' },
  '&[data-reply=declined]': { color: 'conflict' },
})
const extra = css({ display: 'grid', gap: '1.5', paddingTop: '2.5', borderTop: '1px solid {colors.line}' })
const link = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', color: 'primary', fontSize: 'sm' })
const foot = css({
  display: 'flex',
  flexWrap: 'wrap',
  '& > :first-child': { flex: '1.3 1 0', minWidth: 'max-content' },
  '& > :last-child': { flex: '1 1 0', minWidth: 'max-content' },
  alignItems: 'center',
  gap: '2.5',
  paddingTop: '3',
  borderTop: '1px solid {colors.line}',
})
