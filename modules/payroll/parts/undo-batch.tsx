import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useResource } from '#blocks/services/services.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { payrollBatches, type PayrollBatch } from '../entities.ts'

/** Confirms undoing a batch, whose file payroll may already have imported. */
export const UndoBatch = ({ batch, onClose }: { batch: PayrollBatch; onClose: () => void }) => {
  const resource = useResource(payrollBatches)
  const [busy, setBusy] = useState(false)
  async function undo() {
    setBusy(true)
    const answer = await resource.act(batch.id, 'undo')
    setBusy(false)
    onClose()
    if (answer.ok) toast.success(`Batch ${batch.id} undone.`)
    else toastFailure(answer)
  }
  return (
    <ConfirmDialog
      open
      danger
      title={`Undo batch ${batch.id}?`}
      message="Its weeks can then be reopened and exported again. If payroll has already imported the file, undo it there too."
      confirm="Undo batch"
      loading={busy}
      onCancel={onClose}
      onConfirm={() => void undo()}
    />
  )
}
