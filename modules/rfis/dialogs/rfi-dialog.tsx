import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { ItemForm, type ItemFormProps } from '../../work-items/components.ts'
import { rfis, type Rfi } from '../entities.ts'

/** Adds or edits an RFI. Title and question cannot be changed after it is sent. */
export default function RfiDialog(props: ItemFormProps<Rfi>) {
  const { record } = props
  const sent = record?.sent_at !== null && record !== undefined
  return (
    <ItemForm
      {...props}
      entity={rfis}
      basics={['title', 'question', 'assigned_id']}
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
    />
  )
}

const groups = {
  custom_field_values: (props: GroupProps) => <CustomValuesInput {...props} scope="rfis" />,
}
