import type { FilterInputProps } from '#blocks/work-list/spec.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { phases } from '../../phases/entities.ts'
import { PersonPicker } from '../../users/index.ts'

const idOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (id: number | null) => (id === null ? '' : String(id))

/** Chooses a phase. @useSignals */
export const PhaseChoice = ({ value, onChange }: FilterInputProps) => {
  const { items } = useQuery(phases, { ask: false })
  const options = useRecords(items).map(({ id, name }) => ({ value: id, label: name }))
  return <Combobox options={options} value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Any" />
}

/** Chooses a person. */
export const PersonChoice = ({ value, onChange }: FilterInputProps) => (
  <PersonPicker value={idOf(value)} onChange={(id) => onChange(textOf(id))} placeholder="Anyone" />
)
