import { LinkButton } from '#ui/button/button.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Held } from './own.tsx'

/** On the form of a person: what they are certified for, and the way to add and renew it. */
export default function CertificationsOf({ person }: { person: Id }) {
  return (
    <div className={css({ stack: '2', justifyItems: 'start' })}>
      <Held person={person} />
      <LinkButton variant="outline" icon="badge-check" href="/certifications">
        Certifications
      </LinkButton>
    </div>
  )
}
