import { useRef, useState } from 'react'
import { downloadFile } from '#blocks/csv/download-file.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { toast } from '#ui/toast/toast.tsx'
import { payrollBatches } from '../entities.ts'
import { isEven, tieText } from './tie-out.tsx'
import type { Span } from './span-place.ts'

type Draft = DraftOf<typeof payrollBatches>

/** The address of one of a batch’s files. */
export const addressOf = (id: Id, kind = 'payroll'): string =>
  `/api/payroll_batches/${id}/file?${new URLSearchParams({ kind })}`

/** Creates a batch and downloads its file. A retry after a lost response does not create a second batch. */
export function useExport(span: Span, mapping_id: Id | undefined) {
  const resource = useResource(payrollBatches)
  const { api } = useServices()
  const [busy, setBusy] = useState(false)
  // The idempotency key belongs to the draft object, so a retry must send the same object.
  const pending = useRef<Draft | null>(null)
  async function send(how: Pick<Draft, 'ready_only' | 'changes_only'>): Promise<void> {
    const draft: Draft = { ...span, ...(mapping_id !== undefined && { mapping_id }), ...how }
    if (JSON.stringify(pending.current) !== JSON.stringify(draft)) pending.current = draft
    setBusy(true)
    const answer = await resource.save(pending.current ?? draft)
    if (!answer.ok) {
      setBusy(false)
      return void toastFailure(answer)
    }
    pending.current = null
    const { data: batch } = answer
    await downloadFile(api.urlOf(addressOf(batch.id)))
    setBusy(false)
    const message = `Batch ${batch.id}: ${tieText(batch.totals)}.`
    if (isEven(batch.totals)) toast.success(message)
    else toast.error(message)
  }
  return { busy, send }
}
