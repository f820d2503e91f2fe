import { useComputed } from '@preact/signals-react'
import type { Narrowing } from '#blocks/list-page/narrow.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { customers } from '../../customers/entities.ts'
import { phases } from '../../phases/entities.ts'
import { PersonPicker } from '../../users/index.ts'

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
