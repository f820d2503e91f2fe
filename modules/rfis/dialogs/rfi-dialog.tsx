import { useEffect, useState } from 'react'
import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { PeoplePicker, PersonPicker } from '../../users/index.ts'
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
  assigned_id: ({ value, ...props }: InputProps) => (
    <PersonPicker {...props} value={typeof value === 'number' ? value : null} placeholder="Nobody yet" />
  ),
  distributions: (props: InputProps) => <PeoplePicker {...props} />,
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
