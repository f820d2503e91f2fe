import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ListPage } from '#blocks/list-page/list-page.tsx'
import type { FilterInputProps, Narrowing } from '#blocks/work-list/spec.ts'
import { useServices } from '#blocks/services/services.tsx'
import { costCodeLabel, costCodeNumber } from '#lib/cost-codes.ts'
import { formatDay, formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import type { Column } from '#ui/table/column.ts'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { PersonPicker } from '../../users/index.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'
import { EntryDialog } from '../dialogs/entry-dialog.tsx'
import { entryTypes, timecards, timeEntries, type TimeEntry } from '../entities.ts'
import { stateOf, weekStates } from '../guards.ts'
import { ChangeAll } from './sheet/change-all.tsx'
import { hrefOf, type ViewProps } from './time-place.ts'
import { typeLabels } from './labels.ts'

/** The state of an entry's week: as known here, since it changes without the entry. @useSignals */
const Status = ({ entry }: { entry: TimeEntry }) => {
  const { store } = useServices()
  const week = entry.week_id === null ? undefined : store.of(timecards).get(entry.week_id)
  return <>{weekStates[week ? stateOf(week) : entry.status].label}</>
}

const columns: readonly Column<TimeEntry>[] = [
  {
    key: 'date',
    header: 'Date',
    cell: ({ date }) => formatDay(date),
    phoneCell: ({ date }) => formatMonthDay(date),
    sortable: true,
    width: '6rem',
    phone: 'sub',
  },
  { key: 'user_name', header: 'Person', cell: ({ user_name }) => <b>{user_name}</b>, sortable: true, phone: 'title' },
  {
    key: 'project_name',
    header: 'Project',
    cell: ({ project, type }) => (project ? `${project.number} · ${project.name}` : <Tag>{typeLabels[type]}</Tag>),
    phoneCell: ({ project, type }) => project?.number ?? typeLabels[type],
    sortable: true,
    width: '1.5fr',
    phone: 'sub',
  },
  { key: 'type', header: 'Type', cell: ({ type }) => typeLabels[type], sortable: true, width: '6rem', phone: 'hidden' },
  {
    key: 'cost_code',
    header: 'Cost code',
    cell: ({ cost_code }) => (cost_code ? costCodeLabel(cost_code) : ''),
    phoneCell: ({ cost_code }) => (cost_code ? costCodeNumber(cost_code) : '—'),
    width: '1.3fr',
    phone: 'sub',
  },
  {
    key: 'per_diem',
    header: 'Per diem',
    cell: ({ per_diem }) => per_diem && <Tag small>Per diem</Tag>,
    width: '6rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'creator_name',
    header: 'Entered by',
    cell: ({ creator_name }) => creator_name,
    wide: true,
    phone: 'hidden',
  },
  { key: 'status', header: 'Status', cell: (entry) => <Status entry={entry} />, width: '7rem', phone: 'sub' },
  {
    key: 'hours',
    header: 'Hours',
    cell: ({ hours }) => <b>{formatHours(hours)}</b>,
    sortable: true,
    align: 'end',
    width: '5rem',
    phone: 'end',
  },
]
const csvColumns: readonly CsvColumn<TimeEntry>[] = [
  { name: 'date' },
  { name: 'user_name', header: 'Person' },
  { name: 'type' },
  { name: 'project_number', header: 'Project' },
  { name: 'project_name', header: 'Project name' },
  { name: 'cost_code', write: ({ cost_code }) => (cost_code ? costCodeLabel(cost_code) : '') },
  { name: 'hours' },
  { name: 'per_diem' },
  { name: 'notes' },
  { name: 'creator_name', header: 'Entered by' },
]
const csv = { file: 'time.csv', columns: csvColumns }
const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))
const types = entryTypes.map((value) => ({ value, label: typeLabels[value] }))

const PersonChoice = ({ value, onChange }: FilterInputProps) => (
  <PersonPicker past value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Anyone" />
)
/** A code is one of a job, which is chosen first. */
const CodeChoice = ({ value, onChange }: FilterInputProps) => {
  const project_id = idOf(new URLSearchParams(useSearch()).get('project_id') ?? '')
  return (
    <CostCodePicker
      project_id={project_id}
      value={idOf(value)}
      onChange={(id) => onChange(textOf(id))}
      placeholder={project_id === null ? 'Choose a project first' : 'Any'}
    />
  )
}
const statuses = (['open', 'submitted', 'approved', 'exported'] as const).map((value) => ({
  value,
  label: weekStates[value].label,
}))
const groups = ['user_id', 'project_id', 'cost_code_id', 'type']
const narrow: readonly Narrowing[] = [
  'from',
  'to',
  'project_id',
  { name: 'cost_code_id', input: CodeChoice },
  { name: 'user_id', label: 'Person', input: PersonChoice },
  { name: 'type', options: types },
  { name: 'status', label: 'Status', options: statuses },
]

/** The list of entries, with search, filters, editing and CSV export (rule time-views). @useSignals */
export default function EntriesView({ place }: ViewProps) {
  const { api, store } = useServices()
  const [, navigate] = useLocation()
  const [entering, setEntering] = useState(false)
  const opened = Number(new URLSearchParams(useSearch()).get('entry'))
  const here = hrefOf(place)
  const entry = opened ? store.of(timeEntries).get(opened) : undefined
  useEffect(() => {
    // A link to an entry must also work when the entry is not among the loaded pages of the list.
    if (!opened || store.of(timeEntries).peek(opened)) return
    void api(timeEntries)
      .fetch(opened)
      .then((result) => result.ok || toast.error('This entry could not be found.'))
  }, [api, store, opened])
  return (
    <>
      <ListPage
        entity={timeEntries}
        title="Time"
        columns={columns}
        rowHref={rowHref}
        narrow={narrow}
        groups={groups}
        csv={csv}
        tools={(list) => <ChangeAll list={list} />}
        add={{ label: 'Enter time', onAdd: () => setEntering(true) }}
        empty={{ title: 'No time here.', text: 'Entries appear here as soon as there are any.' }}
        tabs={
          <Tabs
            aria-label="Time"
            current={here}
            items={[
              { href: hrefOf({ ...place, view: 'day' }), label: 'Day' },
              { href: hrefOf({ ...place, view: 'week' }), label: 'Week' },
              { href: here, label: 'Entries' },
            ]}
          />
        }
      />
      {entering && <EnterTimeDialog project_id={place.project_id} onClose={() => setEntering(false)} />}
      {entry && <EntryDialog record={entry} onClose={() => navigate(here, { replace: true })} />}
    </>
  )
}

const rowHref = ({ id }: TimeEntry) => `/time?view=entries&entry=${id}`
