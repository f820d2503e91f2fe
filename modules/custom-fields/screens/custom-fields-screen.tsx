import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { css } from '#css/css'
import { Tag } from '#ui/tag/tag.tsx'
import { CustomFieldDialog } from '../dialogs/custom-field-dialog.tsx'
import { customFields } from '../entities.ts'

const line = css({ display: 'inline-flex', alignItems: 'center', gap: '2.5' })

/** The company's custom fields, grouped by scope. */
export default function CustomFieldsScreen() {
  return (
    <SetupList
      entity={customFields}
      title="Custom Fields"
      groupBy="for"
      form={(props) => <CustomFieldDialog {...props} />}
    >
      {(field) => (
        <span className={line}>
          {field.name}
          <Tag>{field.type}</Tag>
          {field.required && <Tag tone="primary">required</Tag>}
        </span>
      )}
    </SetupList>
  )
}
