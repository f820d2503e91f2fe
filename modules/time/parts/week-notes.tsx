import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { ReasonDialog } from '#blocks/workflow/reason-dialog.tsx'
import { css } from '#css/css'
import { users } from '../../users/entities.ts'
import { timecards, type Timecard } from '../entities.ts'
import { Dispute } from './dispute.tsx'

/** Why a week was sent back, and what its person says is wrong: the first thing to read. @useSignals */
export const WeekNotes = ({ card }: { card: Timecard | null }) => {
  const { store } = useServices()
  const resource = useResource(timecards)
  const report = useOutcome()
  const [answering, setAnswering] = useState(false)
  const [busy, setBusy] = useState(false)
  async function answer(id: number, reason: string): Promise<boolean> {
    setBusy(true)
    const result = await resource.act(id, 'answer_dispute', { reason })
    setBusy(false)
    if (!result.ok) {
      toastFailure(result)
      return false
    }
    setAnswering(false)
    report(result, 'Answered.')
    return true
  }
  const nameOf = (id: number | null) => (id ? (store.of(users).get(id)?.name ?? 'Someone') : 'Someone')
  return (
    <>
      {card?.rejected_reason && (
        <p className={note}>
          {nameOf(card.rejected_id)} sent it back: {card.rejected_reason}
        </p>
      )}
      {card && <Dispute card={card} onAnswer={() => setAnswering(true)} />}
      {card && answering && (
        <ReasonDialog
          title="Answer"
          label="What do you answer?"
          loading={busy}
          onClose={() => setAnswering(false)}
          place={[timecards.name, card.id, 'answer_dispute']}
          onReason={(reason) => answer(card.id, reason)}
        />
      )}
    </>
  )
}

const note = css({
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
})
