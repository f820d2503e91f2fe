import { useMemo, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { costCodes, type CostCode } from '../entities.ts'
import { inOrder, nextPlace } from '../parts/grouping.ts'
import { useProjectCodes } from '../parts/use-project-codes.ts'
import { CategoryDialog } from './category-dialog.tsx'

/** Add/Edit a cost code of the project around. */
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
      initial={{ ...initial, sort: nextPlace(codes) }}
      fields={['cost_code_category_id', 'number', 'name', 'budget_hours', 'percent_complete']}
      inputs={inputs}
      title={record ? 'Edit cost code' : 'Add cost code'}
      onClose={onClose}
    />
  )
}

/** A category of the project, with a new one a step away. */
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
          initial={{ name: adding, sort: nextPlace(categories) }}
          onClose={() => setAdding(null)}
          onSaved={({ id }) => onChange(id)}
        />
      )}
    </>
  )
}
