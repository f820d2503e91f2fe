import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { useToday } from '#blocks/today/today.ts'
import { addDays, formatWeekday } from '#lib/days.ts'
import { users } from '../../../users/entities.ts'
import { replyOn } from '../../answers.ts'
import { isWorkDay } from '../../days-of.ts'
import { scheduleEvents } from '../../entities.ts'
import { useCompanyDays } from '../use-company-days.ts'
import { workOn } from '../work-on.ts'

const SHOWN = 3

/** Who has not confirmed the next work day, and who cannot make it. @useSignals */
export default function Unanswered({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { store } = useServices()
  const today = useToday()
  const [from, to] = [addDays(today, 1), addDays(today, 4)]
  const { items, state } = useQuery(scheduleEvents, { filters: { from, to } })
  const company = useCompanyDays(from, to, items).value
  const day = [1, 2, 3, 4].map((count) => addDays(today, count)).find((one) => isWorkDay(one, company)) ?? from
  const told = workOn(useRecords(items), day, company).filter(
    ({ published_at, draft }) => published_at !== null && !draft,
  )
  const nameOf = (id: number) => store.of(users).get(id)?.name ?? ''
  const listed = (reply: 'open' | 'declined'): Need[] => {
    const names = told.filter(({ answers }) => replyOn(answers, day) === reply).map(({ user_id }) => nameOf(user_id))
    if (!names.length) return []
    const people = `${names.length} ${names.length === 1 ? 'person' : 'people'}`
    const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
    const isOpen = reply === 'open'
    return [
      {
        key: reply,
        icon: isOpen ? 'clock' : 'x',
        title: isOpen
          ? `${people} not confirmed for ${formatWeekday(day)}`
          : `${people} can’t make it on ${formatWeekday(day)}`,
        detail: `${names.slice(0, SHOWN).join(', ')}${more}`,
        rank: isOpen ? 'soon' : 'awaited',
        href: `/schedule?day=${day}`,
        label: 'Open',
      },
    ]
  }
  usePut(put, state.value === 'never' ? null : [...listed('declined'), ...listed('open')])
  return null
}
