import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import { usePut } from '#blocks/use-put.ts'
import { dueParts, isSoon } from '#lib/due.ts'
import { joinWords } from '#lib/join-words.ts'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { isRejected, workOf } from './labels.ts'

/** The open items that the user has to do, and the user's own that wait for a check. @useSignals */
export default function PunchNeeds({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const today = useToday()
  const { session } = useServices()
  const mine = useQuery(punchItems, { across: true, filters: { view: 'mine' } })
  const made = useQuery(punchItems, { across: true, filters: { view: 'made_to_check' } })
  const me = session.user.value?.id ?? 0
  const isKnown = mine.state.value !== 'never' && made.state.value !== 'never'
  const all = [...useRecords(mine.items), ...useRecords(made.items)]
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
  const { day, late } = dueParts(item.due_date, today)
  const state = isRejected(item) ? [`rejected: ${item.rejected_reason}`] : day ? [`due ${day}`] : []
  return {
    ...base,
    detail: [...place, ...state].join(' · '),
    ...(late && { late }),
    rank: late ? 'late' : isRejected(item) ? 'awaited' : isSoon(item.due_date, today) ? 'soon' : 'open',
    label: 'Open',
  }
}
