import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { DraftOf } from '#core/entity/entity.ts'
import { costCodeCategories, type CostCodeCategory } from '../entities.ts'

/** Adds or edits a category of the project in scope. */
export const CategoryDialog = ({
  record,
  initial,
  onClose,
  onSaved,
}: {
  record?: CostCodeCategory | undefined
  initial?: DraftOf<typeof costCodeCategories>
  onClose: () => void
  onSaved?: (category: CostCodeCategory) => void
}) => (
  <EntityDialog
    entity={costCodeCategories}
    record={record}
    {...(initial && { initial })}
    fields={['number', 'name']}
    title={record ? 'Edit category' : 'Add category'}
    onClose={onClose}
    {...(onSaved && { onSaved })}
  />
)
