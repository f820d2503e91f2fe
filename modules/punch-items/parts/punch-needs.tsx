import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import { addDays } from '#lib/days.ts'
import { joinWords } from '#lib/join-words.ts'
import { numberOf, punchItems, type PunchItem } from '../entities.ts'
import { daysLate, dueLabel, isRejected, workOf } from './labels.ts'

/** From so many days before it is due, an item is soon due. */
const SOON = 2

/** The open items that the user has to do, and the user's own that wait for a check. @useSignals */
export default function PunchNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const today = useToday()
  const { session } = useServices()
  const mine = useQuery(punchItems, { across: true, filters: { view: 'mine' } })
  const made = useQuery(punchItems, { across: true, filters: { view: 'made_to_check' } })
  const me = session.user.value?.id ?? 0
  const isKnown = mine.state.value !== 'never' && made.state.value !== 'never'
  const all = [...mine.items.value, ...made.items.value].map(({ value }) => value)
  const needs = all.flatMap((item) => (item.project_archived_at === null ? [needOf(item, today, me)] : []))
  usePut(put, isKnown ? needs : null)
  return null
}

function needOf(item: PunchItem, today: string, me: number): Need {
  const place = [joinWords(item.project_number, item.project_name), ...(item.location === null ? [] : [item.location])]
  const base = {
    key: `punch item ${item.id}`,
    icon: 'clipboard-check',
    title: `Punch ${numberOf(item)} · ${item.title}`,
    href: `/projects/${item.project_id}/punch_items/${item.id}`,
  }
  if (workOf(item) === 'completed') {
    const doer = item.completed_id === me ? 'completed by you' : `completed by ${item.completed_name ?? 'someone'}`
    return { ...base, detail: [...place, doer].join(' · '), rank: 'awaited', label: 'Check' }
  }
  const late = daysLate(item, today)
  const due = dueLabel(item, today)
  const isSoon = item.due_date !== null && item.due_date <= addDays(today, SOON)
  const state = isRejected(item)
    ? [`rejected: ${item.rejected_reason}`]
    : due && !late
      ? [item.due_date === today ? 'due today' : `due ${due}`]
      : []
  return {
    ...base,
    detail: [...place, ...state].join(' · '),
    ...(late && { late: late === 1 ? '1 day overdue' : `${late} days overdue` }),
    rank: late ? 'late' : isRejected(item) ? 'awaited' : isSoon ? 'soon' : 'open',
    label: 'Open',
  }
}
