import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import type { Id } from '#core/access/access.ts'
import { isSoon } from '#lib/due.ts'
import { users } from '../../users/entities.ts'
import { needOf, useItemNeeds } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt, hasAnswer } from '../guards.ts'
import { daysLate } from './labels.ts'

/** The open RFIs that wait for the user, and the user's own that others let become late. @useSignals */
export default function RfiNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session, store } = useServices()
  const me = session.user.value?.id ?? 0
  const nameOf = (id: Id, known: string | null) => store.of(users).get(id)?.name ?? known ?? 'someone'
  const needs = useItemNeeds<typeof rfis, Rfi>(rfis, 'mine', (rfi, today) => rfiNeed(rfi, me, today, nameOf))
  usePut(put, needs)
  return null
}

function rfiNeed(rfi: Rfi, me: Id, today: string, nameOf: (id: Id, known: string | null) => string): Need | null {
  const turn = ballInCourt(rfi)
  const isMine = turn === me
  if (turn === null || (!isMine && (rfi.user_id !== me || !isSoon(rfi.due_date, today)))) return null
  const holder = !rfi.sent_at ? 'not sent yet' : `with ${isMine ? 'you' : nameOf(turn, rfi.assigned_name)}`
  const { late, overdue, ...need } = needOf(rfis, rfi, today, {
    name: `RFI ${numberOf(rfi)}`,
    says: [isMine && hasAnswer(rfi) ? 'has an answer' : holder],
  })
  const isLate = daysLate(rfi, today) > 0
  return {
    ...need,
    ...(isLate && late !== undefined && overdue !== undefined && { late, overdue }),
    // What is late with somebody else is to be asked for.
    ...(!isLate && (!isMine || !rfi.sent_at) && { rank: 'open' }),
    ...(isMine && rfi.sent_at && rfi.user_id !== me && { label: 'Answer' }),
  }
}
