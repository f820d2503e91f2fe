import { css } from '#css/css'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { formatAddress } from '#lib/address.ts'
import { Badge } from '#ui/tag/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { Project } from '../entities.ts'
import { CustomerName, ProjectPhases, ProjectTeam } from './names.tsx'
import { OvertimeTag } from './overtime-tag.tsx'

const number = css({ color: 'muted', fontWeight: 'strong', fontSize: 'control', whiteSpace: 'nowrap' })
/** The columns of the list of projects. */
export const columns: readonly Column<Project>[] = [
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
    width: '8rem',
    wide: true,
    phone: 'hidden',
  },
]

/** What an hour is paid by is nothing to guests. */
export const guestColumns = columns.filter(({ key }) => key !== 'overtime_rule')

/** The columns of the CSV export. */
export const csvColumns: readonly CsvColumn<Project>[] = [
  { name: 'number' },
  { name: 'name' },
  { name: 'customer_name', header: 'Customer' },
  { name: 'address', write: ({ address }) => (address ? formatAddress(address) : '') },
  { name: 'overtime_rule' },
  { name: 'open_rfis' },
  { name: 'open_punch_items' },
  { name: 'open_tasks' },
  { name: 'archived_at', header: 'Archived' },
]
