import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { guest } from '#core/access/access.ts'
import { useNewFiles } from '../../attachments/index.ts'
import { CostCodePicker } from '../../cost-codes/index.ts'
import type { MakeProps } from '../../work-items/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { mayAssign } from '../guards.ts'

const basics = ['title', 'description', 'location', 'trade', 'priority', 'due_date'] as const

/** Adds or edits a punch item. @useSignals */
export default function PunchItemDialog({
  project_id,
  record,
  initial,
  onClose,
  onSaved,
}: MakeProps & { record?: PunchItem; onSaved?: (record: PunchItem) => void }) {
  const { session } = useServices()
  const files = useNewFiles(punchItems, { record, onClose, kind: 'before' })
  const user = session.user.value
  return (
    <EntityDialog
      entity={punchItems}
      record={record}
      {...(initial && { initial })}
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
      {...files}
      {...(onSaved && { onSaved })}
    />
  )
}
