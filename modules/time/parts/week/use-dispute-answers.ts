import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { timecards, timeEntries } from '../../entities.ts'
import type { Proposal } from '../../guards.ts'

/**
 * What answers a dispute that says what the hours should be: they stay, or are changed, which settles it (rule
 * timecard-week). @useSignals
 */
export function useDisputeAnswers(): (
  week: Id,
  proposal: Proposal,
) => readonly { readonly label: string; readonly take: () => Promise<unknown> }[] {
  const may = useMay()
  const report = useOutcome()
  const weeks = useResource(timecards)
  const entries = useResource(timeEntries)
  return (week, { entry_id: id, date, hours, to }) => {
    const [is, proposed] = [formatHours(hours), formatHours(to)]
    const reason = `${formatWeekday(date)} stays at ${is} h.`
    const keep = async () => report(await weeks.act(week, 'answer_dispute', { reason }), 'Answered.')
    const change = async () => report(await entries.save({ id, hours: to }), `Changed to ${proposed}.`)
    return [
      ...(may(timecards, 'answer_dispute') ? [{ label: `Keep ${is}`, take: keep }] : []),
      // A day without hours has no entry: that one is deleted by hand.
      ...(may(timeEntries, 'edit') && to > 0 ? [{ label: `Change to ${proposed}`, take: change }] : []),
    ]
  }
}
