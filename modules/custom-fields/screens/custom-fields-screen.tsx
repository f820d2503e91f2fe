import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { CustomFieldDialog } from '../dialogs/custom-field-dialog.tsx'
import { customFields } from '../entities.ts'

/** The company's custom fields, grouped by scope. */
export default function CustomFieldsScreen() {
  return (
    <SetupList
      entity={customFields}
      title="Custom Fields"
      groupBy="for"
      form={(props) => <CustomFieldDialog {...props} />}
    />
  )
}
