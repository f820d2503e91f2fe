import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import type { Id } from '#core/access/access.ts'
import { dueParts, isSoon } from '#lib/due.ts'
import { joinWords } from '#lib/join-words.ts'
import { users } from '../../users/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt, hasAnswer } from '../guards.ts'
import { daysLate } from './labels.ts'

const mine = { across: true, filters: { view: 'mine' } }

/** The open RFIs that wait for the user, and the user's own that others let become late. @useSignals */
export default function RfiNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session, store } = useServices()
  const today = useToday()
  const me = session.user.value?.id ?? 0
  const { items, state } = useQuery(rfis, mine)
  const nameOf = (id: Id, known: string | null) => store.of(users).get(id)?.name ?? known ?? 'someone'
  const needs = useSummary(items, (all) => all.flatMap((rfi) => needOf(rfi, me, today, nameOf) ?? []), [me, today])
  usePut(put, state.value === 'never' ? null : needs)
  return null
}

function needOf(rfi: Rfi, me: Id, today: string, nameOf: (id: Id, known: string | null) => string): Need | null {
  const turn = ballInCourt(rfi)
  const soon = isSoon(rfi.due_date, today)
  if (turn === null || (turn !== me && (rfi.user_id !== me || !soon))) return null
  const { day, late } = dueParts(rfi.due_date, today)
  const isLate = daysLate(rfi, today) > 0
  const place = joinWords(rfi.project_number, rfi.project_name)
  const holder = !rfi.sent_at ? 'not sent yet' : `with ${turn === me ? 'you' : nameOf(turn, rfi.assigned_name)}`
  return {
    key: `rfi ${rfi.id}`,
    icon: 'message-circle-question-mark',
    title: `RFI ${numberOf(rfi)} · ${rfi.title}`,
    detail: [place, turn === me && hasAnswer(rfi) ? 'has an answer' : holder, ...(day ? [`due ${day}`] : [])].join(
      ' · ',
    ),
    ...(isLate && { late }),
    rank: turn !== me || !rfi.sent_at ? 'open' : isLate ? 'late' : soon ? 'soon' : 'open',
    href: `/rfis/${rfi.id}`,
    label: turn === me && rfi.sent_at && rfi.user_id !== me ? 'Answer' : 'Open',
  }
}
