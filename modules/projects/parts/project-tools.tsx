import { useState } from 'react'
import { useLocation } from 'wouter'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { can } from '#core/access/access.ts'
import { directionsUrl } from '#lib/address.ts'
import { formatPhone } from '#lib/phone.ts'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { openItems } from '../guards.ts'
import { projectActions } from '../index.ts'
import { siteContact } from './team.ts'

/** The actions in a project's header: call the site, get directions, and edit, archive or delete it. @useSignals */
export const ProjectTools = ({ project }: { project: Project }) => {
  const { registry, session, store } = useServices()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { steps, asked } = useSteps(projects, project, {
    about: { archive: openSentence(openItems(project, registry.counts(projects))) },
  })
  const user = session.user.value
  const mayEdit = can('edit', 'projects')(user)
  const archived = project.archived_at !== null
  const contact = siteContact(project, store)
  const close = () => setOpen(null)
  const more = [
    ...steps.map(({ label, icon = 'circle', take }) => ({ label, icon, onSelect: take })),
    ...(can('delete', 'projects')(user)
      ? [
          {
            label: 'Delete',
            icon: 'trash-2' as const,
            danger: true,
            separated: true,
            onSelect: () => setOpen('delete'),
          },
        ]
      : []),
  ]
  return (
    <>
      {contact?.phone_number && (
        <LinkButton
          variant="outline"
          icon="phone"
          href={`tel:+${contact.phone_number}`}
          title={`${contact.name}, ${formatPhone(contact.phone_number)}`}
        >
          Call site
        </LinkButton>
      )}
      {project.address && (
        <LinkButton
          variant="outline"
          icon="navigation"
          href={directionsUrl(project.address)}
          target="_blank"
          rel="noreferrer"
        >
          Directions
        </LinkButton>
      )}
      {mayEdit && !archived && (
        <IconButton variant="outline" icon="pencil" aria-label="Edit" onClick={() => setOpen('edit')} />
      )}
      {more.length > 0 && (
        <Menu label="More" trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />} items={more} />
      )}
      <SlotOutlet slot={projectActions} props={{ project }} />
      {open === 'edit' && <ProjectDialog record={project} onClose={close} />}
      {asked}
      {open === 'delete' && (
        <DeleteRecord
          entity={projects}
          record={project}
          onClose={close}
          onDeleted={() => navigate('/projects', { replace: true })}
        />
      )}
    </>
  )
}

const openSentence = (open: readonly string[]): string => (open.length ? `This project has ${open.join(', ')}.` : '')
