import { useMemo, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { costCodes, type CostCode } from '../entities.ts'
import { inOrder, nextSort } from '../parts/grouping.ts'
import { useProjectCodes } from '../parts/use-project-codes.ts'
import { CategoryDialog } from './category-dialog.tsx'

/** Adds or edits a cost code of the project in scope. */
export const CodeDialog = ({
  project_id,
  record,
  initial,
  onClose,
}: {
  project_id: Id
  record?: CostCode | undefined
  initial?: DraftOf<typeof costCodes>
  onClose: () => void
}) => {
  const { codes } = useProjectCodes(project_id).value
  const inputs = useMemo(
    () => ({
      cost_code_category_id: (props: InputProps) => <CategoryInput {...props} project_id={project_id} />,
    }),
    [project_id],
  )
  return (
    <EntityDialog
      entity={costCodes}
      record={record}
      initial={{ ...initial, sort: nextSort(codes) }}
      fields={['cost_code_category_id', 'number', 'name', 'budget_hours', 'percent_complete']}
      inputs={inputs}
      title={record ? 'Edit cost code' : 'Add cost code'}
      onClose={onClose}
    />
  )
}

/** Picks a category of the project, and can add a new one. */
const CategoryInput = ({ value, onChange, project_id, ...props }: InputProps & { project_id: Id }) => {
  const { categories } = useProjectCodes(project_id).value
  const [adding, setAdding] = useState<string | null>(null)
  const options = categories
    .toSorted(inOrder)
    .map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` }))
  return (
    <>
      <Combobox
        {...props}
        options={options}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
        onAdd={setAdding}
      />
      {adding !== null && (
        <CategoryDialog
          initial={{ name: adding, sort: nextSort(categories) }}
          onClose={() => setAdding(null)}
          onSaved={({ id }) => onChange(id)}
        />
      )}
    </>
  )
}
