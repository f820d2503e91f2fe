import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../../users/entities.ts'
import { timecards, type Timecard } from '../../entities.ts'
import { isDisputed } from '../../guards.ts'

/** What a person says is wrong with a week, and the answer. @useSignals */
export const Dispute = ({ card }: { card: Timecard }) => {
  const { store } = useServices()
  const { steps, asked } = useSteps(timecards, card)
  if (!card.disputed_reason) return null
  const answer = steps.find(({ action }) => action === 'answer_dispute')
  return (
    <div className={note} data-open={isDisputed(card) || undefined}>
      <p>Something is wrong: {card.disputed_reason}</p>
      {card.dispute_answer && (
        <p>
          {store.of(users).get(card.dispute_answered_id ?? 0)?.name ?? 'Someone'} answered: {card.dispute_answer}
        </p>
      )}
      {answer && (
        <Button variant="outline" onClick={answer.take}>
          {answer.label}
        </Button>
      )}
      {asked}
    </div>
  )
}

const note = css({
  display: 'grid',
  justifyItems: 'start',
  gap: '2',
  padding: '3',
  borderRadius: 'md',
  background: 'soft',
  fontWeight: 'medium',
  overflowWrap: 'anywhere',
  '&[data-open]': { background: 'attention.soft', color: 'attention' },
})
