import type { ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { batchSteps, useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { timecards, type Timecard } from '../../entities.ts'
import { isDisputed, stateOf } from '../../guards.ts'

/**
 * Takes a step on all weeks that are ready for it. Those that were sent back or are disputed are left out, since each needs a
 * look. @useSignals
 */
export const StepAll = ({
  step,
  cards,
}: {
  step: 'approve' | 'submit'
  cards: ReadonlySignal<ReadonlyMap<Id, Timecard>>
}) => {
  const { session } = useServices()
  const { begin, may, busy, asked } = useBatchSteps(timecards)
  const readyOf = (weeks: readonly Timecard[]) =>
    batchSteps(timecards, weeks, session.user.value).find(({ action }) => action === step)?.ready ?? []
  const ready = readyOf([...cards.value.values()].filter((card) => stateOf(card) !== 'rejected'))
  const clear = ready.filter((card) => !isDisputed(card))
  const disputed = ready.filter(isDisputed)
  const left = disputed.map(({ user_name }) => user_name).join(', ')
  if (!asked && (!clear.length || !may(step))) return null
  return (
    <>
      <Button
        variant="outline"
        icon="check"
        loading={busy}
        onClick={() => begin(step, clear, left && `Left out, because something is wrong: ${left}.`)}
      >
        {timecards.workflow.steps[step]?.label} {clear.length} {clear.length === 1 ? 'week' : 'weeks'}
      </Button>
      {asked}
    </>
  )
}
