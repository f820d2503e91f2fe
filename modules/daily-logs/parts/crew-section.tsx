import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { crewChanges } from '../crew-changes.ts'
import { hoursLabel } from '../layouts.ts'
import { Section } from './section.tsx'
import type { Day } from './use-day.ts'
import { useLiveCrew } from './use-live-crew.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** The own crew of the day from time entries, and what has changed since it was signed (rule daily-log-crew). @useSignals */
export const CrewSection = ({ day: { log } }: { day: Day }) => {
  useLiveCrew(log)
  const { crew, crew_total: total, signed_crew: signed, completed_at } = log
  // Only those who may read hours have them.
  if (!total) return null
  const changes = completed_at && signed && crew ? crewChanges(signed, crew) : []
  return (
    <Section id="crew" icon="users" title="Crew" note={`${people(total.people)}, ${hoursLabel(total.hours)} from time`}>
      {changes.length > 0 && (
        <p role="status" className={changed}>
          Changed since the log was completed:{' '}
          {changes
            .map(({ name, before, after }) => `${name} ${formatHours(before)} → ${formatHours(after)} h`)
            .join(', ')}
        </p>
      )}
      {crew && crew.length > 0 && (
        <ul aria-label="Crew">
          {crew.map(({ user_id, name, hours, codes }) => (
            <li key={user_id}>
              <a href={`/time?day=${log.date}`} className={row}>
                <Avatar name={name} size="sm" decorative />
                <span className={css({ minWidth: '0', flex: '1' })}>
                  <b className={css({ display: 'block' })}>{name}</b>
                  <span className={css({ textStyle: 'note' })}>
                    {codes.map((code) => `${code.number} ${code.name}`).join(', ')}
                  </span>
                </span>
                <b>{formatHours(hours)}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const row = css({
  row: '3',
  minHeight: 'row',
  paddingInline: { base: '3.5', sm: '4.5' },
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
  _hover: { background: 'soft' },
})
const changed = css({
  paddingInline: { base: '3.5', sm: '4.5' },
  paddingBlock: '2',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'strong',
  textStyle: 'small',
})
