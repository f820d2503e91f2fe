import { useComputed } from '@preact/signals-react'
import type { Narrowing } from '#blocks/list-page/narrow.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { customers } from '../../customers/entities.ts'
import { phases } from '../../phases/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import type { Project } from '../entities.ts'

type Input = Parameters<Narrowing['input']>[0]
const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))

const CustomerChoice = ({ value, onChange }: Input) => (
  <RecordPicker entity={customers} value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Any" />
)

const PhaseChoice = ({ value, onChange }: Input) => {
  const { store } = useServices()
  const all = store.of(phases).all
  const options = useComputed(() => all.value.map((item) => ({ value: item.value.id, label: item.value.name })))
  return (
    <Combobox options={options.value} value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Any" />
  )
}

const PersonChoice = ({ value, onChange }: Input) => (
  <PersonPicker value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Anyone" />
)

/** The filters of the list of projects besides its status. */
export const narrowing: readonly Narrowing[] = [
  { name: 'customer_id', label: 'Customer', input: (props) => <CustomerChoice {...props} /> },
  { name: 'phase_id', label: 'Phase', input: (props) => <PhaseChoice {...props} /> },
  { name: 'user_id', label: 'Person', input: (props) => <PersonChoice {...props} /> },
]

/** Whether a changed project still matches the list's filters. */
export function belongs(project: Project, filters: Readonly<Record<string, string>>): boolean {
  const { status, customer_id, phase_id, user_id } = filters
  return (
    (status === 'all' || (status === 'archived') === (project.archived_at !== null)) &&
    (!customer_id || project.customer_id === Number(customer_id)) &&
    (!phase_id || project.project_phases.some((line) => line.phase_id === Number(phase_id))) &&
    (!user_id || project.project_users.some((line) => line.user_id === Number(user_id)))
  )
}
