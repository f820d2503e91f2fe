import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { guest } from '#core/access/access.ts'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { ItemForm, type ItemFormProps } from '../../work-items/components.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { mayAssign } from '../guards.ts'

const basics = ['title', 'description', 'location', 'trade', 'priority', 'due_date'] as const

/** Adds or edits a punch item. @useSignals */
export default function PunchItemDialog(props: ItemFormProps<PunchItem>) {
  const { project_id } = props
  const { session } = useServices()
  const user = session.user.value
  return (
    <ItemForm
      {...props}
      entity={punchItems}
      kind="before"
      basics={['title', 'location', 'assigned_id']}
      fields={[
        ...basics,
        ...(mayAssign(user) ? (['assigned_id'] as const) : []),
        ...(guest(user) ? [] : (['cost_code_id', 'requires_photo', 'private'] as const)),
      ]}
      inputs={{
        cost_code_id: ({ value, ...props }: InputProps) => (
          <CostCodePicker {...props} project_id={project_id} value={typeof value === 'number' ? value : null} />
        ),
      }}
    />
  )
}
