import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { guest } from '#core/access/access.ts'
import { useNewFiles } from '../../attachments/index.ts'
import type { MakeProps } from '../../work-items/index.ts'
import { extraWork, type ExtraWork } from '../entities.ts'
import { DayHours } from '../parts/day-hours.tsx'

/** Adds or edits a ticket: first what it is about, its photos and people; what was signed for stays. @useSignals */
export default function TicketDialog({
  project_id,
  record,
  initial,
  onClose,
  onSaved,
}: MakeProps & { record?: ExtraWork; onSaved?: (record: ExtraWork) => void }) {
  const { session } = useServices()
  const today = useToday()
  const files = useNewFiles(extraWork, { record, onClose })
  const isSigned = record !== undefined && record.signed_at !== null
  return (
    <EntityDialog
      entity={extraWork}
      record={record}
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
      {...files}
      {...(onSaved && { onSaved })}
    />
  )
}
