import { useState } from 'react'
import { ReasonDialog } from '#blocks/workflow/reason-dialog.tsx'
import { useSteps } from '#blocks/workflow/use-steps.ts'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { punchItems, type PunchItem } from '../entities.ts'

/** Reject and Close of a completed item for whoever checks it; for everyone else, that it is completed. @useSignals */
export const CheckButtons = ({ item }: { item: PunchItem }) => {
  const { steps, busy } = useSteps(punchItems, item)
  const [asking, setAsking] = useState(false)
  const close = steps.find(({ action }) => action === 'close')
  const reject = steps.find(({ action }) => action === 'reject')
  if (!close || !reject) return <Tag tone="done">Completed</Tag>
  return (
    <span className={css({ position: 'relative', zIndex: '1', display: 'flex', gap: '1' })}>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        {reject.label}
      </Button>
      <Button size="sm" variant="outline" icon="check" loading={busy} onClick={() => void close.take()}>
        {close.label}
      </Button>
      {asking && (
        <ReasonDialog
          place={[punchItems.name, item.id, reject.action]}
          title={reject.label}
          label="Reason"
          missing={reject.missing ?? ''}
          loading={busy}
          onReason={async (reason) => {
            const isTaken = await reject.take(reason)
            if (isTaken) setAsking(false)
            return isTaken
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
