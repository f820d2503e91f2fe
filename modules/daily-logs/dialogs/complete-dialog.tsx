import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SignaturePad } from '#ui/signature/signature-pad.tsx'
import { dailyLogs, type DailyLog } from '../entities.ts'

/** Completes a daily log, with a signature if there is one. */
export const CompleteDialog = ({ log, onClose }: { log: DailyLog; onClose: () => void }) => {
  const resource = useResource(dailyLogs)
  const report = useOutcome()
  const [path, setPath] = useState<string | null>(null)
  const [busy, during] = useBusy()
  async function complete() {
    const result = await during(resource.act(log.id, 'complete', { signature_path: path }))
    if (report(result, 'Daily log completed.')) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Complete daily log"
      size="sm"
      main={
        <Button icon="check" loading={busy} onClick={() => void complete()}>
          {path ? 'Sign and complete' : 'Complete'}
        </Button>
      }
    >
      <div className={css({ stack: '3' })}>
        <p>Nobody can change a complete log until it is reopened.</p>
        <SignaturePad value={path} onChange={setPath} />
      </div>
    </Dialog>
  )
}
