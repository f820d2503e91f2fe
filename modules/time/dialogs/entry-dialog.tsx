import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'
import { mayRemove } from '../guards.ts'

/** Edits a single entry. */
export const EntryDialog = ({ record, onClose }: { record: TimeEntry; onClose: () => void }) => {
  const { session } = useServices()
  const [removing, setRemoving] = useState(false)
  if (removing)
    return <DeleteRecord entity={timeEntries} record={record} onClose={() => setRemoving(false)} onDeleted={onClose} />
  return (
    <EntityDialog
      entity={timeEntries}
      record={record}
      title={`${record.user_name}’s time`}
      fields={['date', 'hours', 'type', 'project_id', 'cost_code_id', 'per_diem', 'notes']}
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
