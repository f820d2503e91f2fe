import { useState } from 'react'
import { useLocation } from 'wouter'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { can } from '#core/access/access.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { openItems } from '../guards.ts'

/** Changes a project: edits, archives or deletes it. @useSignals */
export const ProjectTools = ({ project }: { project: Project }) => {
  const { registry, session } = useServices()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { steps, asked } = useSteps(projects, project, {
    about: { archive: openSentence(openItems(project, registry.counts(projects))) },
  })
  const user = session.user.value
  const mayEdit = can('edit', 'projects')(user)
  const archived = project.archived_at !== null
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
      {mayEdit && !archived && <IconButton icon="pencil" aria-label="Edit" onClick={() => setOpen('edit')} />}
      {more.length > 0 && <Menu label="More" trigger={<IconButton icon="ellipsis" aria-label="More" />} items={more} />}
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
