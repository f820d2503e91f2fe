import { useComputed } from '@preact/signals-react'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { phases } from '../../phases/entities.ts'

interface Line {
  id?: number
  phase_id?: number
}
const isLines = (value: unknown): value is Line[] => Array.isArray(value)

/** Selects the project's phases. A line keeps its id as long as its phase remains selected. */
export const PhasesInput = ({ value, onChange, ...props }: InputProps) => {
  const { store } = useServices()
  const all = store.of(phases).all
  const options = useComputed(() => all.value.map((item) => ({ value: item.value.id, label: item.value.name })))
  const lines = isLines(value) ? value : []
  return (
    <MultiSelect
      {...props}
      options={options.value}
      value={lines.flatMap(({ phase_id }) => phase_id ?? [])}
      onChange={(ids) => onChange(ids.map((id) => lines.find((line) => line.phase_id === id) ?? { phase_id: id }))}
    />
  )
}
