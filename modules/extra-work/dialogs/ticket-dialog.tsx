import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { guest } from '#core/access/access.ts'
import { ItemForm, type ItemFormProps } from '../../work-items/components.ts'
import { extraWork, type ExtraWork } from '../entities.ts'
import { DayHours } from '../parts/day-hours.tsx'

/** Adds or edits a ticket: first what it is about, its photos and people; what was signed for stays. @useSignals */
export default function TicketDialog(props: ItemFormProps<ExtraWork>) {
  const { project_id, record, initial } = props
  const { session } = useServices()
  const today = useToday()
  const isSigned = record !== undefined && record.signed_at !== null
  return (
    <ItemForm
      {...props}
      entity={extraWork}
      wide
      initial={{ date: today, ...initial }}
      fields={[
        ...(isSigned ? [] : (['title', 'description', 'date', 'asked_by_id', 'people'] as const)),
        'materials',
        'assigned_id',
        'due_date',
        ...(guest(session.user.value) ? [] : (['shared'] as const)),
      ]}
      groups={isSigned ? {} : { people: (props: GroupProps) => <DayHours {...props} project_id={project_id} /> }}
    />
  )
}
