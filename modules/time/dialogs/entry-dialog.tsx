import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'
import { mayRemove, typesFor } from '../guards.ts'
import { typeLabels } from '../parts/labels.ts'

/** Edits a single entry. */
export const EntryDialog = ({ record, onClose }: { record: TimeEntry; onClose: () => void }) => {
  const { session } = useServices()
  const [removing, setRemoving] = useState(false)
  const types = [...new Set([...typesFor(session.user.value), record.type])]
  if (removing)
    return <DeleteRecord entity={timeEntries} record={record} onClose={() => setRemoving(false)} onDeleted={onClose} />
  return (
    <EntityDialog
      entity={timeEntries}
      record={record}
      title={`${record.user_name}’s time`}
      fields={['date', 'hours', 'type', 'project_id', 'cost_code_id', 'per_diem', 'notes']}
      clears={{ project_id: ['cost_code_id'] }}
      inputs={{
        type: ({ value, onChange }) => (
          <Segmented
            aria-label="Type"
            full
            value={types.find((type) => type === value) ?? record.type}
            onChange={onChange}
            options={types.map((type) => ({ value: type, label: typeLabels[type] }))}
          />
        ),
      }}
      groups={{ cost_code_id: (group) => <CodeInput {...group} /> }}
      outro={
        mayRemove(record, session.user.value) && (
          <Button variant="outline" icon="trash-2" onClick={() => setRemoving(true)}>
            Delete
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}

const CodeInput = ({ get, value, onChange, invalid, errors }: GroupProps) => {
  const project = get('project_id')
  const [error] = errors
  if (get('type') !== 'standard') return null
  return (
    <Field label="Cost code" {...(error && { error: error.message })}>
      <CostCodePicker
        project_id={typeof project === 'number' ? project : null}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
        invalid={invalid}
      />
    </Field>
  )
}
