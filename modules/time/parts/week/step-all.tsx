import type { ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { batchSteps, useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import { can, type Id } from '#core/access/access.ts'
import { formatHours, roundHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { timecards, type Timecard, type Totals } from '../../entities.ts'
import { isDisputed, stateOf } from '../../guards.ts'

/**
 * Takes a step on all weeks that are ready for it. Those that were sent back or are disputed are left out, since each needs a
 * look. Those who approve weeks leave submitting to their people and foremen. @useSignals
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
  const step = can('approve', 'timecards')(session.user.value) ? 'approve' : 'submit'
  const { begin, may, busy, asked } = useBatchSteps(timecards)
  const readyOf = (weeks: readonly Timecard[]) =>
    batchSteps(timecards, weeks, session.user.value).find(({ action }) => action === step)?.ready ?? []
  const ready = readyOf([...cards.value.values()].filter((card) => stateOf(card) !== 'rejected'))
  const clear = ready.filter((card) => !isDisputed(card))
  const disputed = ready.filter(isDisputed)
  const left = disputed.map(({ user_name }) => user_name).join(', ')
  const said = () =>
    [totals && hoursText(clear, totals.peek()), left && `Left out, because something is wrong: ${left}.`]
      .filter(Boolean)
      .join(' ')
  if (!asked && (!clear.length || !may(step))) return null
  return (
    <>
      <Button variant="outline" icon="check" loading={busy} onClick={() => begin(step, clear, said())}>
        {timecards.workflow.steps[step]?.label} {clear.length} {clear.length === 1 ? 'week' : 'weeks'}
      </Button>
      {asked}
    </>
  )
}

/** How many hours these are, and how many of them overtime: "82.50 h, 2.50 of them overtime." */
function hoursText(weeks: readonly Timecard[], totals: ReadonlyMap<Id, Totals>): string {
  const sum = (of: (one: Totals) => number) =>
    roundHours(
      weeks.reduce((all, { user_id }) => {
        const own = totals.get(user_id)
        return own ? all + of(own) : all
      }, 0),
    )
  const hours = sum(({ worked, vacation }) => worked + vacation)
  const overtime = sum((one) => one.overtime + one.double)
  return `${formatHours(hours)} h${overtime ? `, ${formatHours(overtime)} of them overtime` : ''}.`
}
