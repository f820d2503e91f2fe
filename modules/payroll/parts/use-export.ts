import { useRef, useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { downloadText } from '#lib/csv.ts'
import { toast } from '#ui/toast/toast.tsx'
import { payrollBatches } from '../entities.ts'
import { fileName, payrollCsv } from '../files.ts'
import { isEven, tieText } from './tie-out.tsx'
import type { Span } from './span-place.ts'

type Draft = DraftOf<typeof payrollBatches>

/** Creates a batch and downloads its file. A retry after a lost response does not create a second batch. */
export function useExport(span: Span, mapping_id: Id | undefined) {
  const resource = useResource(payrollBatches)
  const [busy, setBusy] = useState(false)
  // The idempotency key belongs to the draft object, so a retry must send the same object.
  const pending = useRef<Draft | null>(null)
  async function send(how: Pick<Draft, 'duplicate' | 'new_only'> = {}): Promise<void> {
    const draft: Draft = { ...span, ...(mapping_id !== undefined && { mapping_id }), ...how }
    if (JSON.stringify(pending.current) !== JSON.stringify(draft)) pending.current = draft
    setBusy(true)
    const answer = await resource.save(pending.current ?? draft)
    setBusy(false)
    if (!answer.ok) return void toastFailure(answer)
    pending.current = null
    const { data: batch } = answer
    downloadText(fileName(batch, 'payroll'), payrollCsv(batch))
    const message = `Batch ${batch.id}: ${tieText(batch.totals)}.`
    if (isEven(batch.totals)) toast.success(message)
    else toast.error(message)
  }
  return { busy, send }
}
