import { useState } from 'react'
import { css } from '#css/css'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can, staff } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { projects, type Project } from '../entities.ts'
import { columns, csvColumns, guestColumns } from '../parts/columns.tsx'
import { narrowing } from '../parts/narrowing.ts'

const ImportProjects = lazyDialog(async () => (await import('../dialogs/import-projects.tsx')).ImportProjects)
const ProjectDialog = lazyDialog(async () => (await import('../dialogs/project-dialog.tsx')).ProjectDialog)

/** Spreadsheets are imported at a desk. */
const wide = css({ mdDown: { display: 'none' } })
const rowHref = ({ id }: Project) => `/projects/${id}`
const groups = ['customer_id', 'overtime_rule']
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
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const close = () => setOpen(null)
  const office = staff(session.user.value)
  const mayAdd = can('create', 'projects')(session.user.value)
  return (
    <>
      <ListPage
        entity={projects}
        title="Projects"
        columns={office ? columns : guestColumns}
        rowHref={rowHref}
        filter={status}
        {...(office && { groups, narrow: narrowing, csv })}
        counted={(total, filters) => `${total} ${filters.status === 'all' ? 'in all' : filters.status}`}
        actions={
          mayAdd && (
            <Button variant="outline" icon="upload" className={wide} onClick={() => setOpen('import')}>
              Import
            </Button>
          )
        }
        add={mayAdd ? { label: 'Add project', onAdd: () => setOpen('add') } : null}
        empty={{ title: 'No projects here.', text: 'Projects with this status appear here as soon as there are any.' }}
      />
      {open === 'add' && <ProjectDialog onClose={close} />}
      {open === 'import' && <ImportProjects onClose={close} />}
    </>
  )
}
