import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { defaultTasks } from '../entities.ts'

const fields = ['title', 'description', 'phase_id', 'due_offset_days', 'assign_role', 'checklist'] as const
const linesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((line: { text?: unknown }) => String(line.text ?? '')).join('\n') : ''

/** Edits a checklist as text, with one line for each item. */
const ChecklistInput = ({ value, onChange, ...props }: InputProps) => (
  <TextArea
    {...props}
    placeholder="One line for each step"
    value={linesOf(value)}
    onChange={(text) => onChange(text === '' ? [] : text.split('\n').map((line) => ({ text: line })))}
  />
)

/** The list of default tasks, grouped by phase. */
export default function DefaultTasksScreen() {
  return (
    <SetupList
      entity={defaultTasks}
      title="Default Tasks"
      groupBy="phase_id"
      form={({ record, onClose }) => (
        <EntityDialog
          entity={defaultTasks}
          record={record}
          fields={fields}
          inputs={{ checklist: (props) => <ChecklistInput {...props} /> }}
          onClose={onClose}
        />
      )}
    />
  )
}
