import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { projects } from '../entities.ts'
import { VisitedProjects } from '../parts/visited-projects.tsx'
import { ProjectDialog } from './project-dialog.tsx'

const { title, subtitle } = projects.display
/** The maximum number of projects shown (rule project-search). */
const PAGE_SIZE = 50
const lists = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

/** Searches active or archived projects and opens the selected one (rule project-search). */
export default function ProjectSearchDialog({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const resource = useResource(projects)
  const [, navigate] = useLocation()
  const [status, setStatus] = useState<'active' | 'archived'>('active')
  const [adding, setAdding] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const mayCreate = can('create', 'projects')(session.user.value)
  async function search(text: string) {
    const answer = await resource.fetchPage({
      search: text,
      status,
      sort_column: 'name',
      sort_direction: 'asc',
      per_page: PAGE_SIZE,
    })
    if (!answer.ok) throw new Error(answer.message || 'The list could not be loaded.')
    return answer.data.data.map((project) => ({ value: project.id, label: title(project), hint: subtitle(project) }))
  }
  if (adding) return <ProjectDialog onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Search projects"
      initialFocus={field}
      footer={
        <Button variant="outline" icon="plus" disabled={!mayCreate} onClick={() => setAdding(true)}>
          Add project
        </Button>
      }
    >
      <div className={css({ stack: '4', minHeight: '18rem', alignContent: 'start' })}>
        <Segmented aria-label="Status" value={status} onChange={setStatus} options={lists} full />
        <div ref={field}>
          <Combobox
            key={status}
            aria-label="Project"
            placeholder="Name, number or customer"
            value={null}
            onSearch={search}
            onChange={(id: number | null) => {
              if (id === null) return
              onClose()
              navigate(`/projects/${id}`)
            }}
          />
        </div>
        <VisitedProjects status={status} onFollow={onClose} />
      </div>
    </Dialog>
  )
}
