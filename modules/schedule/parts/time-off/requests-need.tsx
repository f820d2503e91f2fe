import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { timeOffRequests } from '../../entities.ts'
import { isAsked, spanText } from '../../time-off.ts'

/** Time off that somebody asks for, until it is answered. @useSignals */
export default function RequestsNeed({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { items, state } = useQuery(timeOffRequests, { filters: { view: 'asked' } })
  const needs = useSummary(
    items,
    (requests) =>
      requests.filter(isAsked).map((request): Need => ({
        key: `time off ${request.id}`,
        icon: 'sun',
        title: `${request.user_name} asks for time off`,
        detail: `${spanText(request)} · ${choiceLabel(request.kind)}`,
        rank: 'awaited',
        href: String(timeOffRequests.display.href(request)),
        label: 'Answer',
      })),
    [],
  )
  usePut(put, state.value === 'never' ? null : needs)
  return null
}
