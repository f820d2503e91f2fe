import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { users } from '../../../users/entities.ts'
import { timecards, type Timecard } from '../../entities.ts'
import { isDisputed, isLocked, quotedIn } from '../../guards.ts'
import { weekClosing } from '../../index.ts'
import { weekLabel } from '../labels.ts'
import { useMissing } from './use-missing.ts'

const disputed = { filters: { disputed: true } }
const submitted = { filters: { status: 'submitted' } }

/** "Pat Olsen, Kim Tran and 2 more". */
function listed(names: readonly string[]): string {
  const [first = '', second, third, ...others] = names
  if (!second) return first
  if (!third) return `${first} and ${second}`
  return others.length ? `${first}, ${second} and ${others.length + 1} more` : `${first}, ${second} and ${third}`
}

/** What other people's time needs of the user: disputes, weeks to approve, and people missing hours. @useSignals */
export default function CrewNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { registry, session, store } = useServices()
  const may = useMay()
  const user = session.user.value
  const [closing] = registry.filled(weekClosing, user)
  const missing = useMissing()
  const mayApprove = may(timecards, 'approve')
  const disputes = useQuery(timecards, disputed)
  const waiting = useQuery(timecards, { ...submitted, ask: mayApprove })
  const nameOf = (id: Id) => store.of(users).get(id)?.name ?? ''
  const isKnown = missing.data && disputes.state.value !== 'never' && (!mayApprove || waiting.state.value !== 'never')
  const submittedWeeks = useRecords(waiting.items)
  const weeks = mayApprove ? submittedWeeks : []
  const wrong = useRecords(disputes.items).filter(
    (week) => isDisputed(week) && !isLocked(week) && week.user_id !== user?.id,
  )
  const without = missing.data?.user_ids ?? []
  usePut(
    put,
    isKnown
      ? [
          ...wrong.map((week) => disputeOf(week, nameOf(week.user_id))),
          ...(without.length
            ? [
                {
                  key: 'missing',
                  icon: 'users',
                  title: `${without.length} ${without.length === 1 ? 'person' : 'people'} missing hours for ${formatWeekday(missing.day)}`,
                  detail: [listed(without.map(nameOf)), plannedOf(missing.data?.planned_ids)]
                    .filter(Boolean)
                    .join(' · '),
                  rank: 'awaited' as const,
                  href: `/time?view=day&day=${missing.day}`,
                  label: 'Enter',
                },
              ]
            : []),
          ...(weeks.length ? [approvalOf(weeks, nameOf, closing)] : []),
        ]
      : null,
  )
  return null
}

/** How many of those missing hours were on the schedule. */
const plannedOf = (planned: readonly Id[] = []): string => (planned.length ? `${planned.length} planned` : '')

const disputeOf = (week: Timecard, name: string): Need => ({
  key: `dispute ${week.id}`,
  icon: 'circle-alert',
  title: `${name} says that something is wrong`,
  detail: `Week ${weekLabel(week.week_start)} · ${quotedIn(week)}`,
  rank: 'awaited',
  href: `/timecard?week=${week.week_start}&user=${week.user_id}`,
  label: 'Open',
})

/** The weeks to approve, in one line that opens the oldest: where it is closed for those who export. */
function approvalOf(
  weeks: readonly Timecard[],
  nameOf: (id: Id) => string,
  closing: ((week: Day) => string) | undefined,
): Need {
  const starts = [...new Set(weeks.map(({ week_start }) => week_start))].sort()
  const oldest = starts[0] ?? ''
  return {
    key: 'approve',
    icon: 'clipboard-check',
    title: `${weeks.length} ${weeks.length === 1 ? 'week' : 'weeks'} to approve`,
    detail: `${starts.length === 1 ? weekLabel(oldest) : `Since ${weekLabel(oldest)}`} · ${listed(weeks.map(({ user_id }) => nameOf(user_id)))}`,
    rank: 'soon',
    href: closing?.(oldest) ?? `/time?view=week&day=${oldest}&show=submitted`,
    label: 'Review',
  }
}
