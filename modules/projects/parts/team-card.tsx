import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Card } from '#ui/card/card.tsx'
import { ContactLinks } from '#ui/contact-links/contact-links.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import type { Project } from '../entities.ts'
import { teamOf } from './team.ts'

/** The people on a project, with links to call, text or email them. @useSignals */
export const TeamCard = ({ project }: { project: Project }) => {
  const { store } = useServices()
  const team = teamOf(project, store)
  return (
    <Card>
      <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>Team</h2>
      {team.length === 0 && <p className={css({ color: 'muted' })}>Nobody is on this project yet.</p>}
      <ul className={css({ display: 'grid' })}>
        {team.map((person) => (
          <li key={person.id} className={line}>
            <Avatar name={person.name} size="sm" decorative />
            <span className={css({ flex: '1 1 5rem', minWidth: '0' })}>
              <b>{person.name}</b>
              <span className={css({ display: 'block', textStyle: 'note' })}>
                {[choiceLabel(person.role), person.customer_name ?? person.contact_type_name]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <ContactLinks name={person.name} phone={person.phone_number} email={person.email} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const line = css({ wrap: '2.5', minHeight: '12' })
