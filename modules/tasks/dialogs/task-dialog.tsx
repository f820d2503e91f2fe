import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { guest } from '#core/access/access.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { phases } from '../../phases/entities.ts'
import { rfis } from '../../rfis/entities.ts'
import { ItemForm, type ItemFormProps } from '../../work-items/components.ts'
import { tasks, type Task } from '../entities.ts'

const idOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** Adds or edits a task. @useSignals */
export default function TaskDialog(props: ItemFormProps<Task>) {
  const { project_id, record } = props
  const { session } = useServices()
  const outside = guest(session.user.value)
  const others = useRecords(useQuery(tasks, { params: { project_id } }).items)
  const asked = useRecords(useQuery(rfis, { params: { project_id }, ask: !outside }).items)
  const stages = useRecords(useQuery(phases, { ask: false }).items)
  const taskOptions = others.flatMap(({ id, title }) =>
    id === record?.id || id < 0 ? [] : [{ value: id, label: title }],
  )
  const rfiOptions = asked.map((rfi) => ({ value: rfi.id, label: rfis.display.title(rfi) }))
  const phaseOptions = stages.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ItemForm
      {...props}
      entity={tasks}
      fields={[
        'title',
        'description',
        'phase_id',
        ...(outside ? [] : (['assigned_id'] as const)),
        'due_date',
        'priority',
        'blocked_by_id',
        ...(outside ? [] : (['blocked_rfi_id'] as const)),
      ]}
      inputs={{
        phase_id: ({ value, ...props }: InputProps) => (
          <Combobox {...props} value={idOf(value)} options={phaseOptions} placeholder="No phase" />
        ),
        blocked_by_id: ({ value, ...props }: InputProps) => (
          <Combobox {...props} value={idOf(value)} options={taskOptions} placeholder="No task" />
        ),
        blocked_rfi_id: ({ value, ...props }: InputProps) => (
          <Combobox {...props} value={idOf(value)} options={rfiOptions} placeholder="No RFI" />
        ),
      }}
    />
  )
}
