import { useBusy } from '#blocks/failure/use-busy.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { DeleteConfirmation } from '#ui/delete-confirmation/delete-confirmation.tsx'
import { useOutcome } from '../failure/use-outcome.ts'
import { useResource } from '../services/services.tsx'

/** Deletes a record after a confirmation (rule delete-confirmation) and shows the result in a toast. */
export const DeleteRecord = <E extends Entity>({
  entity,
  record,
  message,
  onClose,
  onDeleted,
}: {
  entity: E
  record: RecordOf<E>
  message?: string
  onClose: () => void
  onDeleted?: () => void
}) => {
  const resource = useResource(entity)
  const report = useOutcome()
  const [busy, during] = useBusy()
  async function remove() {
    const result = await during(resource.remove(record.id))
    onClose()
    if (report(result, wordsOf(entity).deleted)) onDeleted?.()
  }
  return <DeleteConfirmation open loading={busy} onConfirm={remove} onCancel={onClose} {...(message && { message })} />
}
