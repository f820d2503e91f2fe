import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import type { Id } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import { joinWords } from '#lib/join-words.ts'
import { users } from '../../users/entities.ts'
import { numberOf, rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'
import { daysLate, dueLabel } from './labels.ts'

const mine = { across: true, filters: { view: 'mine' } }
/** From so many days before it is due, an RFI is soon due. */
const SOON = 2

/** The open RFIs that wait for the user, and the user's own that others let become late. @useSignals */
export default function RfiNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session, store } = useServices()
  const today = useToday()
  const me = session.user.value?.id ?? 0
  const { items, state } = useQuery(rfis, mine)
  const nameOf = (id: Id, known: string | null) => store.of(users).get(id)?.name ?? known ?? 'someone'
  const needs = items.value.flatMap(({ value }) => needOf(value, me, today, nameOf) ?? [])
  usePut(put, state.value === 'never' ? null : needs)
  return null
}

function needOf(rfi: Rfi, me: Id, today: string, nameOf: (id: Id, known: string | null) => string): Need | null {
  const turn = ballInCourt(rfi)
  const isLate = daysLate(rfi, today) > 0
  const isSoon = rfi.due_date !== null && rfi.due_date <= addDays(today, SOON)
  if (turn === null || (turn !== me && (rfi.user_id !== me || !(isLate || isSoon)))) return null
  const isAnswered = turn === me && rfi.user_id === me && rfi.sent_at !== null && rfi.last_user_id === rfi.assigned_id
  const due = dueLabel(rfi, today)
  const lower = due.charAt(0).toLowerCase() + due.slice(1)
  const place = joinWords(rfi.project_number, rfi.project_name)
  const holder = !rfi.sent_at ? 'not sent yet' : `with ${turn === me ? 'you' : nameOf(turn, rfi.assigned_name)}`
  return {
    key: `rfi ${rfi.id}`,
    icon: 'message-circle-question-mark',
    title: `RFI ${numberOf(rfi)} · ${rfi.title}`,
    detail: [place, isAnswered ? 'has an answer' : holder, ...(due && !isLate ? [lower] : [])].join(' · '),
    ...(isLate && { late: lower }),
    rank: turn !== me || !rfi.sent_at ? 'open' : isLate ? 'late' : isSoon ? 'soon' : 'open',
    href: `/rfis/${rfi.id}`,
    label: turn === me && rfi.sent_at && rfi.user_id !== me ? 'Answer' : 'Open',
  }
}
