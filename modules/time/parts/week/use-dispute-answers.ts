import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { timecards, timeEntries } from '../../entities.ts'
import type { Proposal } from '../../guards.ts'

/**
 * What answers a dispute that says what hours should be: all of them stay, or are changed, which settles it (rule
 * timecard-week). @useSignals
 */
export function useDisputeAnswers(): (
  week: Id,
  proposals: readonly Proposal[],
) => readonly { readonly label: string; readonly take: () => Promise<unknown> }[] {
  const may = useMay()
  const report = useOutcome()
  const weeks = useResource(timecards)
  const entries = useResource(timeEntries)
  return (week, proposals) => {
    const [only, ...more] = proposals
    if (!only) return []
    const changed = proposals.map(({ to }) => formatHours(to)).join(', ')
    const reason = proposals
      .map(({ date, hours }) => `${formatWeekday(date)} stays at ${formatHours(hours)} h.`)
      .join(' ')
    const drafts = proposals.map(({ entry_id: id, to: hours }) => ({ id, hours }))
    const keep = async () => report(await weeks.act(week, 'answer_dispute', { reason }), 'Answered.')
    // All at once: the first change alone would settle what is said of the other days.
    const change = async () => report(await entries.saveMany(drafts), `Changed to ${changed}.`)
    const all = more.length > 1 ? `all ${proposals.length}` : 'both'
    return [
      ...(may(timecards, 'answer_dispute')
        ? [{ label: `Keep ${more.length ? all : formatHours(only.hours)}`, take: keep }]
        : []),
      // A day without hours has no entry: that one is deleted by hand.
      ...(may(timeEntries, 'edit') && proposals.every(({ to }) => to > 0)
        ? [{ label: more.length ? `Change ${all}` : `Change to ${changed}`, take: change }]
        : []),
    ]
  }
}
