import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useQuickAdd } from '#blocks/quick-add/use-quick-add.ts'
import { useResource } from '#blocks/services/services.tsx'
import { SetupGroup } from '#blocks/setup-list/setup-group.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { customFieldOptions, customFields, type CustomField, type CustomFieldOption } from '../entities.ts'

/** Adds or edits a custom field. The options of a select field are saved immediately, independent of the form. */
export const CustomFieldDialog = ({
  record,
  onClose,
  onEdit,
}: {
  record: CustomField | undefined
  onClose: () => void
  onEdit: (record: CustomField) => void
}) => (
  <EntityDialog
    // Remounts the dialog when a new select field is opened again to add its options.
    key={record?.id ?? 'new'}
    entity={customFields}
    record={record}
    title={record ? 'Edit Custom Field' : 'Add Custom Field'}
    fields={['name', 'for', 'type', 'required']}
    intro={record?.type === 'select' && <Options field={record} />}
    onClose={onClose}
    onSaved={(saved) => {
      if (!record && saved.type === 'select') queueMicrotask(() => onEdit(saved))
    }}
  />
)

/** The options of a select field, which can be sorted, renamed and deactivated. */
const Options = ({ field }: { field: CustomField }) => {
  const resource = useResource(customFieldOptions)
  const [open, setOpen] = useState<{ verb: 'edit' | 'delete'; option: CustomFieldOption } | null>(null)
  const { items: own } = useQuery(customFieldOptions, { filters: { custom_field_id: field.id }, ask: false })
  const ids = useSummary(own, (options) => options.map(({ id }) => id), [])
  const option = useQuickAdd((name) => resource.save({ custom_field_id: field.id, name, sort: ids.length }))
  const close = () => setOpen(null)
  return (
    <fieldset className={box}>
      <legend className={css({ textStyle: 'label' })}>Options</legend>
      {ids.length > 0 && (
        <SetupGroup
          entity={customFieldOptions}
          ids={ids}
          onEdit={(option) => setOpen({ verb: 'edit', option })}
          onDelete={(option) => setOpen({ verb: 'delete', option })}
        />
      )}
      <span className={line}>
        <TextInput
          aria-label="New option"
          placeholder="New option"
          value={option.text}
          onChange={option.setText}
          onKeyDown={(event) => {
            // Enter would submit the surrounding form.
            if (event.key === 'Enter') option.add(event)
          }}
        />
        <Button variant="outline" icon="plus" onClick={option.add}>
          Add
        </Button>
      </span>
      {open?.verb === 'edit' && (
        <EntityDialog
          entity={customFieldOptions}
          record={open.option}
          title="Edit Option"
          fields={['name']}
          onClose={close}
        />
      )}
      {open?.verb === 'delete' && <DeleteRecord entity={customFieldOptions} record={open.option} onClose={close} />}
    </fieldset>
  )
}

const box = css({ stack: '1.5', border: '1px solid {colors.line}', borderRadius: 'lg', padding: '3' })
const line = css({ row: '2', justifyContent: 'space-between', minHeight: '9' })
