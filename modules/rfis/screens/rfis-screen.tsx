import { ListPage } from '#blocks/list-page/list-page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { guest } from '#core/access/access.ts'
import type { Column } from '#ui/table/column.ts'
import { rfis, type Rfi } from '../entities.ts'
import { columns as of } from '../parts/columns.tsx'
import { csv } from '../parts/csv.ts'

const columns: readonly Column<Rfi>[] = [
  of.number,
  { ...of.title, width: 'minmax(10rem, 1.6fr)' },
  {
    key: 'project_name',
    header: 'Project',
    cell: ({ project_number, project_name }) => (
      <>
        {project_number}
        <span className={css({ mdDown: { display: 'none' } })}> · {project_name}</span>
      </>
    ),
    sortable: true,
    width: 'minmax(6rem, 1.3fr)',
    phone: 'sub',
  },
  of.assigned,
  { ...of.turn, width: 'minmax(6rem, 1fr)' },
  { ...of.age, wide: true },
  of.due,
]
const view = {
  name: 'view',
  label: 'Which',
  options: [
    { value: 'mine', label: 'For me' },
    { value: 'open', label: 'Open' },
    { value: 'resolved', label: 'Resolved' },
    { value: 'all', label: 'All' },
  ],
}
const groups = ['state', 'assigned_id', 'project_id']
const batch = ['assigned_id', 'due_date']
const hrefOf = ({ id, project_id }: Rfi) => `/projects/${project_id}/rfis/${id}`
const guestHrefOf = ({ id }: Rfi) => `/rfis/${id}`
/** All visible RFIs across projects (rule rfi-list). */
export default function RfisScreen() {
  const { session } = useServices()
  const outside = guest(session.user.value)
  return (
    <ListPage
      entity={rfis}
      across
      title="RFIs"
      columns={columns}
      rowHref={outside ? guestHrefOf : hrefOf}
      filter={view}
      groups={groups}
      batch={batch}
      {...(!outside && { csv })}
      empty={{ title: 'No RFIs here.', text: 'Questions appear here as soon as there are any.' }}
    />
  )
}
