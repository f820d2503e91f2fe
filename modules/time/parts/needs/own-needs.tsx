import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { useToday } from '#blocks/today/today.ts'
import { addDays } from '#lib/days.ts'
import { daysPast } from '#lib/due.ts'
import { timecards, type Timecard } from '../../entities.ts'
import { stateOf } from '../../guards.ts'
import { weekLabel } from '../labels.ts'

/** How far back one's own weeks are looked through, in days. */
const BACK = 28

/** What the user's own weeks need: a correction, or confirming a week that is over. @useSignals */
export default function OwnNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session } = useServices()
  const today = useToday()
  const from = addDays(today, -BACK)
  const { items, state } = useQuery(timecards, { filters: { user_id: session.user.value?.id ?? 0, from } })
  const needs = useSummary(items, (weeks) => weeks.flatMap((week) => needOf(week, today) ?? []), [today])
  usePut(put, state.value === 'never' ? null : needs)
  return null
}

/** What a week needs, if anything. */
export function needOf(week: Timecard, today: string): Need | null {
  const state = stateOf(week)
  const common = { key: `week ${week.id}`, href: `/timecard?week=${week.week_start}` }
  if (state === 'rejected')
    return {
      ...common,
      icon: 'undo-2',
      title: 'Your week was sent back',
      detail: `${weekLabel(week.week_start)} · “${week.rejected_reason}”`,
      rank: 'late',
      overdue: daysPast(addDays(week.week_start, 6), today),
      label: 'Open',
    }
  if (state !== 'open' || addDays(week.week_start, 6) >= today) return null
  return {
    ...common,
    icon: 'circle-check',
    title: 'Confirm your week',
    detail: weekLabel(week.week_start),
    rank: 'soon',
    label: 'Open',
  }
}
