import { useState } from 'react'
import { OutboxList } from '#blocks/outbox/outbox-list.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'

/** A dialog with the unsent entries of this device. @useSignals */
export default function OutboxDialog() {
  const { writes } = useServices()
  const [busy, setBusy] = useState(false)
  const waits = writes.items.value.some(({ state }) => state !== 'refused')
  async function sendNow() {
    setBusy(true)
    await writes.wake().finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Not sent yet"
      footer={
        waits ? (
          <Button icon="send" loading={busy} onClick={() => void sendNow()}>
            Send now
          </Button>
        ) : (
          <Button variant="outline" onClick={closeDialog}>
            Close
          </Button>
        )
      }
    >
      <OutboxList />
    </Dialog>
  )
}
