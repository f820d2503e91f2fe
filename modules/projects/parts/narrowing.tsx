import type { FilterInputProps, Narrowing } from '#blocks/list-page/narrow.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { phases } from '../../phases/entities.ts'
import { PersonPicker } from '../../users/index.ts'

const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))

/** @useSignals */
const PhaseChoice = ({ value, onChange }: FilterInputProps) => {
  const { items } = useQuery(phases, { ask: false })
  const options = items.value.map((item) => ({ value: item.value.id, label: item.value.name }))
  return <Combobox options={options} value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Any" />
}

const PersonChoice = ({ value, onChange }: FilterInputProps) => (
  <PersonPicker value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Anyone" />
)

/** The filters of the list of projects besides its status. */
export const narrowing: readonly Narrowing[] = [
  'customer_id',
  { name: 'phase_id', input: PhaseChoice },
  { name: 'user_id', label: 'Person', input: PersonChoice },
]
