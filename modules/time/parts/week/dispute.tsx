import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatRecent } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../../users/entities.ts'
import { timecards, type Timecard, type TimeEntry } from '../../entities.ts'
import { isDisputed, proposalsOf, statementsOf } from '../../guards.ts'
import { useDisputeAnswers } from './use-dispute-answers.ts'

/** What a person says is wrong with a week, and the answer. @useSignals */
export const Dispute = ({ card, entries }: { card: Timecard; entries: readonly TimeEntry[] }) => {
  const { store } = useServices()
  const { steps, asked } = useSteps(timecards, card)
  const answersTo = useDisputeAnswers()
  if (!card.disputed_reason) return null
  const proposals = proposalsOf(card, entries)
  const said = statementsOf(card)
  const nameOf = (id: Id | null) => store.of(users).get(id ?? 0)?.name ?? 'Someone'
  const answer = steps.find(({ action }) => action === 'answer_dispute')
  return (
    <div className={note} data-open={isDisputed(card) || undefined}>
      {said.length > 1 ? (
        <>
          <p>Something is wrong:</p>
          <ul className={list}>
            {said.map(({ user_id, at, reason }) => (
              <li key={at}>
                {reason}
                <span className={who}>
                  {nameOf(user_id)}
                  {at && `, ${formatRecent(at)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Something is wrong: {card.disputed_reason}</p>
      )}
      {proposals.map(({ date, hours, to }) => (
        <p key={date}>
          {formatWeekday(date)}: {formatHours(hours)} → {formatHours(to)} h
        </p>
      ))}
      {card.dispute_answer && (
        <p>
          {nameOf(card.dispute_answered_id)} answered: {card.dispute_answer}
        </p>
      )}
      {answer && (
        <span className={answers}>
          {[...answersTo(card.id, proposals), answer].map(({ label, take }) => (
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

const list = css({ stack: '2' })
const who = css({ display: 'block', textStyle: 'small', fontWeight: 'regular' })
const answers = css({ flow: '1.5' })
const note = css({
  stack: '2',
  justifyItems: 'start',
  padding: '3',
  borderRadius: 'md',
  background: 'soft',
  fontWeight: 'medium',
  overflowWrap: 'anywhere',
  '&[data-open]': { background: 'attention.soft', color: 'attention' },
})
