import { useServices } from '#blocks/services/services.tsx'
import { directionsUrl } from '#lib/address.ts'
import { formatPhone } from '#lib/phone.ts'
import { LinkButton } from '#ui/button/button.tsx'
import type { Project } from '../entities.ts'
import { siteContact } from './team.ts'

/** Calls the project's site and leads there; `brief` shows icons alone. @useSignals */
export const SiteLinks = ({ project, brief = false }: { project: Project; brief?: boolean }) => {
  const { store } = useServices()
  const contact = siteContact(project, store)
  const look = { variant: brief ? ('ghost' as const) : ('outline' as const) }
  return (
    <>
      {contact?.phone_number && (
        <LinkButton
          {...look}
          icon="phone"
          href={`tel:+${contact.phone_number}`}
          title={`${contact.name}, ${formatPhone(contact.phone_number)}`}
          aria-label="Call site"
        >
          {brief ? undefined : 'Call site'}
        </LinkButton>
      )}
      {project.address && (
        <LinkButton
          {...look}
          icon="navigation"
          href={directionsUrl(project.address)}
          target="_blank"
          rel="noreferrer"
          aria-label="Directions"
        >
          {brief ? undefined : 'Directions'}
        </LinkButton>
      )}
    </>
  )
}
