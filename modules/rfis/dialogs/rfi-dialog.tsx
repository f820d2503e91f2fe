import { useEffect, useState } from 'react'
import { useComputed } from '@preact/signals-react'
import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { users } from '../../users/entities.ts'
import { rfis, type Rfi } from '../entities.ts'

/** Add/Edit RFI; a new one comes with the project's next number, one that is sent keeps its question. */
export const RfiDialog = ({
  record,
  onClose,
  onSaved,
}: {
  record?: Rfi
  onClose: () => void
  onSaved?: (rfi: Rfi) => void
}) => {
  const next = useNextNumber(record === undefined)
  if (next === undefined) return <Spinner />
  const sent = record?.sent_at !== null && record !== undefined
  return (
    <EntityDialog
      entity={rfis}
      record={record}
      {...(next !== null && { initial: { number: next } })}
      fields={[
        'number',
        ...(sent ? [] : (['title', 'question'] as const)),
        'assigned_id',
        'distributions',
        'due_date',
        'cost_impact',
        'schedule_impact_days',
        'custom_field_values',
      ]}
      inputs={inputs}
      groups={groups}
      title={record ? 'Edit RFI' : 'Add RFI'}
      onClose={onClose}
      {...(onSaved && { onSaved })}
    />
  )
}

const inputs = {
  assigned_id: (props: InputProps) => <PersonInput {...props} />,
  distributions: (props: InputProps) => <DistributionInput {...props} />,
}
const groups = {
  custom_field_values: (props: GroupProps) => <CustomValuesInput {...props} scope="rfis" />,
}

/** The number to propose; null when the server cannot say, undefined while it is asked. */
function useNextNumber(wanted: boolean): number | null | undefined {
  const resource = useResource(rfis)
  const [number, setNumber] = useState<number | null | undefined>(wanted ? undefined : null)
  useEffect(() => {
    if (wanted) void resource.ask<number>('next_number').then((answer) => setNumber(answer.ok ? answer.data : null))
  }, [resource, wanted])
  return number
}

function usePeople() {
  const { store } = useServices()
  const all = store.of(users).all
  return useComputed(() =>
    all.value.flatMap(({ value: { id, name, active, customer_name, contact_type_name } }): Option<number>[] => {
      const company = customer_name ?? contact_type_name
      return active ? [{ value: id, label: name, ...(company && { hint: company }) }] : []
    }),
  )
}

const PersonInput = ({ value, onChange, ...props }: InputProps) => (
  <Combobox
    {...props}
    options={usePeople().value}
    value={typeof value === 'number' ? value : null}
    onChange={onChange}
    placeholder="Nobody yet"
  />
)

interface Line {
  id?: number
  user_id?: number
}
const isLines = (value: unknown): value is Line[] => Array.isArray(value)

const DistributionInput = ({ value, onChange, ...props }: InputProps) => {
  const lines = isLines(value) ? value : []
  return (
    <MultiSelect
      {...props}
      options={usePeople().value}
      value={lines.flatMap(({ user_id }) => user_id ?? [])}
      onChange={(ids) => onChange(ids.map((id) => lines.find((line) => line.user_id === id) ?? { user_id: id }))}
    />
  )
}
