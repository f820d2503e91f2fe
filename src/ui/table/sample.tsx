import { type Signal, signal } from '@preact/signals-react'
import { css } from '#css/css'
import { AvatarStack } from '#ui/avatar/avatar.tsx'
import { PhaseStrip } from '#ui/phase-strip/phase-strip.tsx'
import { Badge, Tag } from '#ui/tag/tag.tsx'
import type { Column } from './column.ts'

/** A record for the stories and tests of the table. */
export interface Job {
  id: number
  number: string
  name: string
  customer: string
  rfis: number
  prevailing: boolean
  team: string[]
  changed?: boolean
}

const names = [
  'Canyon Lakes Elementary',
  'Columbia Point Tenant Fit-out',
  'Hanford 300 Area Lighting',
  'Southridge Dental',
  'Pasco Water Reclamation',
]
const customers = [
  'Kennewick School District',
  'Port of Kennewick',
  'Mission Integration',
  'Badger Mountain Builders',
  'City of Pasco',
]

/** Creates records, each in its own signal. */
export const buildJobs = (count: number): Signal<Job>[] =>
  Array.from({ length: count }, (_, index) =>
    signal({
      id: index + 1,
      number: `26-${String(index + 1).padStart(3, '0')}`,
      name: `${names[index % names.length]}`,
      customer: `${customers[index % customers.length]}`,
      rfis: (index * 7) % 4,
      prevailing: index % 2 === 0,
      team: ['Dana Marsh', 'Rosa Ortiz', 'Kim Tran'].slice(0, 1 + (index % 3)),
      changed: index === 2,
    }),
  )

const number = css({ fontWeight: 'strong', color: 'muted', fontSize: 'control' })
const name = css({ fontWeight: 'bold' })
const quiet = css({ color: 'muted' })
const phases = [
  { name: 'Underground', color: 'var(--colors-phase-1)', share: 30 },
  { name: 'Rough-in', color: 'var(--colors-phase-2)', share: 46 },
  { name: 'Trim', color: 'var(--colors-phase-3)', share: 14 },
]

/** The columns of the project list. */
export const jobColumns: readonly Column<Job>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: (job) => <span className={number}>{job.number}</span>,
    sortable: true,
    width: '6rem',
    phone: 'sub',
  },
  {
    key: 'name',
    header: 'Project',
    cell: (job) => <span className={name}>{job.name}</span>,
    sortable: true,
    width: 'minmax(10rem, 2fr)',
    phone: 'title',
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: (job) => <span className={quiet}>{job.customer}</span>,
    sortable: true,
    width: 'minmax(8rem, 1.6fr)',
    phone: 'sub',
  },
  {
    key: 'phases',
    header: 'Phases',
    cell: () => <PhaseStrip phases={phases} current="Rough-in" />,
    width: '13rem',
    phone: 'hidden',
  },
  {
    key: 'rfis',
    header: 'RFIs',
    cell: (job) => <Badge count={job.rfis} />,
    align: 'end',
    sortable: true,
    width: '5rem',
    phone: 'end',
  },
  {
    key: 'rule',
    header: 'Rate rule',
    cell: (job) => (
      <Tag tone={job.prevailing ? 'prevailing' : 'neutral'}>{job.prevailing ? 'Prevailing' : 'Standard'}</Tag>
    ),
    width: '8rem',
  },
  { key: 'team', header: 'Team', cell: (job) => <AvatarStack names={job.team} />, width: '7rem' },
]
