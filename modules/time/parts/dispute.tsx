import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../users/entities.ts'
import { timecards, type Timecard } from '../entities.ts'
import { isDisputed } from '../guards.ts'

/** What a person says is wrong with a week, and the answer. @useSignals */
export const Dispute = ({ card, onAnswer }: { card: Timecard; onAnswer: () => void }) => {
  const { session, store } = useServices()
  const may = useMay()
  const user = session.user.value
  if (!card.disputed_reason) return null
  const mayAnswer =
    isDisputed(card) &&
    may(timecards, 'answer_dispute') &&
    (card.user_id !== user?.id || can('approve', 'timecards')(user))
  return (
    <div className={note} data-open={isDisputed(card) || undefined}>
      <p>Something is wrong: {card.disputed_reason}</p>
      {card.dispute_answer && (
        <p>
          {store.of(users).get(card.dispute_answered_id ?? 0)?.name ?? 'Someone'} answered: {card.dispute_answer}
        </p>
      )}
      {mayAnswer && (
        <Button variant="outline" onClick={onAnswer}>
          Answer
        </Button>
      )}
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
