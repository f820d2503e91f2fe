import { useComputed } from '@preact/signals-react'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { phases } from '../../phases/entities.ts'
import { users } from '../../users/entities.ts'

interface Line {
  id?: number
  [ref: string]: number | undefined
}
const isLines = (value: unknown): value is Line[] => Array.isArray(value)

/** Several records named by a project's lines; a line keeps its id while its record stays chosen. */
const LinesInput = ({
  by,
  options,
  value,
  onChange,
  ...props
}: InputProps & { by: 'phase_id' | 'user_id'; options: readonly Option<number>[] }) => {
  const lines = isLines(value) ? value : []
  const chosen = lines.flatMap((line) => line[by] ?? [])
  return (
    <MultiSelect
      {...props}
      options={options}
      value={chosen}
      onChange={(next) => onChange(next.map((id) => lines.find((line) => line[by] === id) ?? { [by]: id }))}
    />
  )
}

/** The phases a project goes through. */
export const PhasesInput = (props: InputProps) => {
  const { store } = useServices()
  const all = store.of(phases).all
  const options = useComputed(() => all.value.map((item) => ({ value: item.value.id, label: item.value.name })))
  return <LinesInput {...props} by="phase_id" options={options.value} />
}

/** Who works on a project, contacts among them. */
export const TeamInput = (props: InputProps) => {
  const { store } = useServices()
  const all = store.of(users).all
  const options = useComputed(() =>
    all.value.flatMap(({ value: { id, name, active, contact_type_name, customer_name } }) => {
      const company = customer_name ?? contact_type_name
      return active ? [{ value: id, label: name, ...(company && { hint: company }) }] : []
    }),
  )
  return <LinesInput {...props} by="user_id" options={options.value} />
}
