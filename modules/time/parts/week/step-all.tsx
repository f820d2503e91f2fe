import type { ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { batchSteps, useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import { can, type Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { timecards, type Timecard, type Totals } from '../../entities.ts'
import { isDisputed, stateOf } from '../../guards.ts'
import { hoursOf, useApproval } from './use-approval.tsx'

/**
 * Submits or approves all weeks that are ready for it. Those that were sent back or are disputed are left out, since each
 * needs a look. Those who approve weeks leave submitting to their people and foremen, and those who export them approve
 * where they close the week. @useSignals
 */
export const StepAll = ({
  cards,
  totals,
}: {
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>
  /** Everyone's hours of the whole week; null where only some of them are shown. */
  totals: ReadonlySignal<ReadonlyMap<Id, Totals>> | null
}) => {
  const { session } = useServices()
  const user = session.user.value
  const step = can('approve', 'timecards')(user) ? 'approve' : 'submit'
  const submission = useBatchSteps(timecards)
  const approval = useApproval()
  const asked = submission.asked ?? approval.asked
  const weeks = [...cards.value.values()].filter((card) => stateOf(card) !== 'rejected')
  const ready = batchSteps(timecards, weeks, user).find(({ action }) => action === step)?.ready ?? []
  const clear = ready.filter((card) => !isDisputed(card))
  const left = ready.filter(isDisputed).map(({ user_name }) => user_name)
  const besides = left.length ? `Left out, because something is wrong: ${left.join(', ')}.` : ''
  if (!asked && (!clear.length || !submission.may(step) || (step === 'approve' && can('export', 'timecards')(user))))
    return null
  function begin() {
    const named = clear.map(({ id, user_id, user_name: name }) => {
      const paid = totals?.peek().get(user_id)
      const hours = totals ? (paid ? paid.worked + paid.vacation : 0) : null
      return { id, user_id, name, hours, overtime: paid ? paid.overtime + paid.double : 0 }
    })
    if (step === 'approve') return approval.begin(named, besides)
    submission.begin(step, clear, [totals && `${hoursOf(named)}.`, besides].filter(Boolean).join(' '))
  }
  return (
    <>
      <Button variant="outline" icon="check" loading={submission.busy || approval.busy} onClick={begin}>
        {timecards.workflow.steps[step]?.label} {clear.length} {clear.length === 1 ? 'week' : 'weeks'}
      </Button>
      {asked}
    </>
  )
}
