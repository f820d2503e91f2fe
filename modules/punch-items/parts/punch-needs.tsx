import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import type { Id } from '#core/access/access.ts'
import { needOf, useItemNeeds } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { isRejected, workOf } from './labels.ts'

/** The open items that the user has to do, and the user's own that wait for a check. @useSignals */
export default function PunchNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const me = useServices().session.user.value?.id ?? 0
  const of = (item: PunchItem, today: string) => punchNeed(item, today, me)
  const mine = useItemNeeds<typeof punchItems, PunchItem>(punchItems, 'mine', of)
  const made = useItemNeeds<typeof punchItems, PunchItem>(punchItems, 'made_to_check', of)
  usePut(put, mine && made && [...mine, ...made])
  return null
}

function punchNeed(item: PunchItem, today: string, me: Id): Need {
  const isDone = workOf(item) === 'completed'
  const doer = item.completed_id === me ? 'you' : (item.completed_name ?? 'someone')
  const state = isDone ? `completed by ${doer}` : isRejected(item) ? `rejected: ${item.rejected_reason}` : null
  const need = needOf(punchItems, isDone ? { ...item, due_date: null } : item, today, {
    name: `punch ${numberOf(item)}`,
    says: [...(item.location === null ? [] : [item.location]), ...(state === null ? [] : [state])],
  })
  if (isDone) return { ...need, rank: 'awaited', label: 'Check' }
  return isRejected(item) && !need.late ? { ...need, rank: 'awaited' } : need
}
