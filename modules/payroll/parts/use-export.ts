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

/** Makes a batch and hands over its file; sent again after a lost answer it is still one batch. */
export function useExport(span: Span, mapping_id: Id | undefined) {
  const resource = useResource(payrollBatches)
  const [busy, setBusy] = useState(false)
  // The same object for the same wish, by which the request keeps its key until it is answered.
  const wish = useRef<Draft | null>(null)
  async function send(how: Pick<Draft, 'duplicate' | 'new_only'> = {}): Promise<void> {
    const draft: Draft = { ...span, ...(mapping_id !== undefined && { mapping_id }), ...how }
    if (JSON.stringify(wish.current) !== JSON.stringify(draft)) wish.current = draft
    setBusy(true)
    const answer = await resource.save(wish.current ?? draft)
    setBusy(false)
    if (!answer.ok) return void toastFailure(answer)
    wish.current = null
    const { data: batch } = answer
    downloadText(fileName(batch, 'payroll'), payrollCsv(batch))
    const said = `Batch ${batch.id}: ${tieText(batch.totals)}.`
    if (isEven(batch.totals)) toast.success(said)
    else toast.error(said)
  }
  return { busy, send }
}
