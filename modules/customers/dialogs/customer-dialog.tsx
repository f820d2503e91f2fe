import { EntityDialog, type EntityDialogProps } from '#blocks/entity-form/entity-dialog.tsx'
import { CustomValuesInput } from '../../custom-fields/index.ts'
import { customers } from '../entities.ts'

/** Adds or edits a customer. Only the name is required. */
export const CustomerDialog = (
  props: Pick<EntityDialogProps<typeof customers>, 'record' | 'initial' | 'onClose' | 'onSaved'>,
) => (
  <EntityDialog
    {...props}
    entity={customers}
    title={props.record ? 'Edit Customer' : 'Add Customer'}
    fields={['name', 'email', 'phone_number', 'custom_field_values']}
    groups={{ custom_field_values: (group) => <CustomValuesInput {...group} scope="customer" /> }}
  />
)
