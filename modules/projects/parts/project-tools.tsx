import { useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { can } from '#core/access/access.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { projectMore } from '../index.ts'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { openItems } from '../guards.ts'

/** Changes a project: edits, archives or deletes it. @useSignals */
export const ProjectTools = ({ project }: { project: Project }) => {
  const { registry, session } = useServices()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'delete' | number | null>(null)
  const { steps, asked } = useSteps(projects, project, {
    about: { archive: openSentence(openItems(project, registry.counts(projects))) },
  })
  const user = session.user.value
  const others = registry.filled(projectMore, user)
  const mayEdit = can('edit', 'projects')(user)
  const archived = project.archived_at !== null
  const close = () => setOpen(null)
  const more = [
    ...others.map(({ label, icon }, at) => ({ label, icon, onSelect: () => setOpen(at) })),
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
      {typeof open === 'number' && <Other project={project} dialog={others[open]?.dialog} onClose={close} />}
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

/** The dialog of another module, whose script is fetched when it is opened. */
const Other = ({
  dialog,
  ...props
}: {
  project: Project
  dialog: Lazy<{ project: Project; onClose: () => void }> | undefined
  onClose: () => void
}): ReactNode => {
  const Dialog = useMemo(() => dialog && lazyDialog(async () => (await dialog()).default), [dialog])
  return Dialog && <Dialog {...props} />
}

const openSentence = (open: readonly string[]): string => (open.length ? `This project has ${open.join(', ')}.` : '')
