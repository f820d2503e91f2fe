import { useState } from 'react'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Badge } from '#ui/tag/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { CustomerName, ProjectPhases, ProjectTeam } from '../parts/names.tsx'
import { OvertimeTag } from '../parts/overtime-tag.tsx'

const number = css({ color: 'muted', fontWeight: 'strong', fontSize: 'control', whiteSpace: 'nowrap' })
const columns: readonly Column<Project>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (project) => <span className={number}>{project.number}</span>,
    sortable: true,
    width: '6.5rem',
    phone: 'end',
  },
  {
    key: 'name',
    header: 'Project',
    cell: ({ name }) => <b>{name}</b>,
    sortable: true,
    width: 'minmax(12rem, 1.3fr)',
    phone: 'title',
  },
  {
    key: 'customer_name',
    header: 'Customer',
    cell: (project) => <CustomerName project={project} />,
    sortable: true,
    phone: 'sub',
  },
  {
    key: 'phases',
    header: 'Phases',
    cell: (project) => <ProjectPhases project={project} />,
    width: 'minmax(11rem, 0.9fr)',
    phone: 'hidden',
  },
  {
    key: 'open_rfis',
    header: 'RFIs',
    cell: ({ open_rfis }) => <Badge count={open_rfis} />,
    align: 'end',
    width: '4.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'open_punch_items',
    header: 'Punch',
    cell: ({ open_punch_items }) => <Badge count={open_punch_items} tone="neutral" />,
    align: 'end',
    width: '4.5rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'overtime_rule',
    header: 'Rate rule',
    cell: ({ overtime_rule }) => <OvertimeTag rule={overtime_rule} />,
    sortable: true,
    width: '7.5rem',
    phone: 'hidden',
  },
  {
    key: 'team',
    header: 'Team',
    cell: (project) => <ProjectTeam project={project} />,
    width: '6.5rem',
    wide: true,
    phone: 'hidden',
  },
]
const rowHref = ({ id }: Project) => `/projects/${id}`
const belongs = ({ archived_at }: Project, { status }: Readonly<Record<string, string>>) =>
  status === 'all' || (status === 'archived') === (archived_at !== null)
const status = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'archived', label: 'Archived' },
    { value: 'all', label: 'All' },
  ],
}

/** Every project one may see, searchable, active ones first (specification section 2). */
export default function ProjectsScreen() {
  const { session } = useServices()
  const [adding, setAdding] = useState(false)
  const mayAdd = can('create', 'projects')(session.user.value)
  return (
    <>
      <ListPage
        entity={projects}
        title="Projects"
        columns={columns}
        rowHref={rowHref}
        filter={status}
        belongs={belongs}
        counted={(total, filters) => `${total} ${filters.status === 'all' ? 'in all' : filters.status}`}
        add={mayAdd ? { label: 'Add project', onAdd: () => setAdding(true) } : null}
        empty={{ title: 'No projects here.', text: 'Projects with this status appear here as soon as there are any.' }}
      />
      {adding && <ProjectDialog onClose={() => setAdding(false)} />}
    </>
  )
}
