import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../../users/entities.ts'
import { timecards, type Timecard, type TimeEntry } from '../../entities.ts'
import { isDisputed, proposalOf } from '../../guards.ts'
import { useDisputeAnswers } from './use-dispute-answers.ts'

/** What a person says is wrong with a week, and the answer. @useSignals */
export const Dispute = ({ card, entries }: { card: Timecard; entries: readonly TimeEntry[] }) => {
  const { store } = useServices()
  const { steps, asked } = useSteps(timecards, card)
  const answersTo = useDisputeAnswers()
  if (!card.disputed_reason) return null
  const proposal = proposalOf(card, entries)
  const answer = steps.find(({ action }) => action === 'answer_dispute')
  return (
    <div className={note} data-open={isDisputed(card) || undefined}>
      <p>Something is wrong: {card.disputed_reason}</p>
      {proposal && (
        <p>
          {formatWeekday(proposal.date)}: {formatHours(proposal.hours)} → {formatHours(proposal.to)} h
        </p>
      )}
      {card.dispute_answer && (
        <p>
          {store.of(users).get(card.dispute_answered_id ?? 0)?.name ?? 'Someone'} answered: {card.dispute_answer}
        </p>
      )}
      {answer && (
        <span className={answers}>
          {[...(proposal ? answersTo(card.id, proposal) : []), answer].map(({ label, take }) => (
            <Button key={label} variant="outline" onClick={() => void take()}>
              {label}
            </Button>
          ))}
        </span>
      )}
      {asked}
    </div>
  )
}

const answers = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' })
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
