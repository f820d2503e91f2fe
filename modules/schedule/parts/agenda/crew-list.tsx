import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { CrewMember } from '../../agenda-shape.ts'
import { replyLook } from './answer.tsx'

const replies = { confirmed: 'Confirmed', declined: 'Can’t make it', open: 'Not yet' } as const
const licenseNames: Readonly<Record<string, string>> = {
  journeyman: 'Journeyman',
  apprentice: 'Apprentice',
  laborer: 'Laborer',
}

/** The crew of a job on a day, whose numbers are called from there, with what each answered. @useSignals */
export const CrewList = ({ crew }: { crew: readonly CrewMember[] }) => {
  const me = useServices().session.user.value?.id
  return (
    <ul className={people}>
      {crew.map((member) => (
        <Member key={member.user_id} member={member} isMe={member.user_id === me} />
      ))}
    </ul>
  )
}

const Member = ({ member, isMe }: { member: CrewMember; isMe: boolean }) => (
  <li className={memberLook}>
    <Avatar name={member.name} size="sm" decorative />
    <span className={css({ flex: '1 1 6rem', minWidth: '0' })}>
      <b>{member.name}</b> {member.lead ? 'Lead' : member.license ? licenseNames[member.license] : ''}
      {member.reason && <small className={reasonLook}>{member.reason}</small>}
    </span>
    {member.phone && !isMe && (
      <a href={`tel:+${member.phone}`} aria-label={`Call ${member.name}`} className={phone}>
        <Icon name="phone" size="sm" />
      </a>
    )}
    <span className={replyLook} data-reply={member.reply}>
      {member.reply !== 'open' && <Icon name={member.reply === 'confirmed' ? 'check' : 'x'} size="sm" />}
      {replies[member.reply]}
    </span>
  </li>
)

const people = css({ stack: '2.5' })
const memberLook = css({ wrap: '2.5', fontSize: 'sm', color: 'muted', '& b': { color: 'ink', fontWeight: 'strong' } })
const reasonLook = css({ display: 'block', color: 'conflict' })
const phone = css({
  center: true,
  minWidth: { base: '8', _coarse: 'touch' },
  minHeight: { base: '8', _coarse: 'touch' },
  color: 'primary',
})
