import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import { can } from '#core/access/access.ts'
import { daysPast } from '#lib/due.ts'
import { certifications } from '../entities.ts'
import { expiryText, soonFrom } from './labels.ts'

/** What expires within 60 days: one's own, and everybody's for who edits people. @useSignals */
export default function Expiring({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session } = useServices()
  const today = useToday()
  const user = session.user.value
  const edits = can('edit', 'users')(user)
  const { items, state } = useQuery(certifications, { filters: { until: soonFrom(today) } })
  const needs = useSummary(
    items,
    (all) =>
      all.flatMap(({ id, user_id, user_name, user_active, name, expires_on }): Need[] => {
        const isOwn = user_id === user?.id
        if (!user_active || !(isOwn || edits)) return []
        const overdue = daysPast(expires_on, today)
        return [
          {
            key: `certification ${id}`,
            icon: 'badge-check',
            title: `${isOwn ? 'Your' : `${user_name}’s`} ${name} ${expiryText(expires_on, today)}`,
            detail: isOwn && !edits ? 'Renew it, and give the office a scan.' : 'Renew it, and upload the new scan.',
            ...(overdue > 0 && { overdue }),
            rank: overdue > 0 ? 'late' : 'open',
            href: `/certifications/${id}`,
            label: 'Open',
          },
        ]
      }),
    [today, user?.id, edits],
  )
  usePut(put, state.value === 'never' ? null : needs)
  return null
}
