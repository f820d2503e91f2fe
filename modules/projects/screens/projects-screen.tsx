import { useState } from 'react'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can, staff } from '#core/access/access.ts'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { columns, csvColumns } from '../parts/columns.tsx'
import { narrowing } from '../parts/narrowing.tsx'

const rowHref = ({ id }: Project) => `/projects/${id}`
const csv = { file: 'projects.csv', columns: csvColumns }
const status = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'archived', label: 'Archived' },
    { value: 'all', label: 'All' },
  ],
}

/** The list of visible projects, active ones by default (rule project-list). */
export default function ProjectsScreen() {
  const { session } = useServices()
  const [adding, setAdding] = useState(false)
  const office = staff(session.user.value)
  const mayAdd = can('create', 'projects')(session.user.value)
  return (
    <>
      <ListPage
        entity={projects}
        title="Projects"
        columns={columns}
        rowHref={rowHref}
        filter={status}
        {...(office && { narrow: narrowing, csv })}
        counted={(total, filters) => `${total} ${filters.status === 'all' ? 'in all' : filters.status}`}
        add={mayAdd ? { label: 'Add project', onAdd: () => setAdding(true) } : null}
        empty={{ title: 'No projects here.', text: 'Projects with this status appear here as soon as there are any.' }}
      />
      {adding && <ProjectDialog onClose={() => setAdding(false)} />}
    </>
  )
}
