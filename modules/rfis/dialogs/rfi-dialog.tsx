import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useNewFiles } from '../../attachments/index.ts'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import type { MakeProps } from '../../work-items/index.ts'
import { rfis, type Rfi } from '../entities.ts'

/** Adds or edits an RFI. Title and question cannot be changed after it is sent. */
export default function RfiDialog({
  record,
  initial,
  onClose,
  onSaved,
}: MakeProps & { record?: Rfi; onSaved?: (record: Rfi) => void }) {
  const files = useNewFiles(rfis, { record, onClose })
  const sent = record?.sent_at !== null && record !== undefined
  return (
    <EntityDialog
      entity={rfis}
      record={record}
      {...(initial && { initial })}
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
      groups={groups}
      title={record ? 'Edit RFI' : 'Add RFI'}
      {...files}
      {...(onSaved && { onSaved })}
    />
  )
}

const groups = {
  custom_field_values: (props: GroupProps) => <CustomValuesInput {...props} scope="rfis" />,
}
