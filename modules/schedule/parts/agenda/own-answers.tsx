import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { useToday } from '#blocks/today/today.ts'
import { addDays, formatWeekday } from '#lib/days.ts'
import { replyOn } from '../../answers.ts'
import { scheduleEvents } from '../../entities.ts'
import { isOwn } from '../../guards.ts'
import { useCompanyDays } from '../use-company-days.ts'
import { workOn } from '../work-on.ts'

/** Tomorrow's work that the user has not answered for. @useSignals */
export default function OwnAnswers({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { session } = useServices()
  const user = session.user.value
  const tomorrow = addDays(useToday(), 1)
  const { items, state } = useQuery(scheduleEvents, {
    filters: { from: tomorrow, to: tomorrow, user_id: user?.id ?? 0 },
  })
  const company = useCompanyDays(tomorrow, tomorrow, items).value
  const open = workOn(useRecords(items), tomorrow, company).filter(
    (event) => isOwn(event, user) && replyOn(event.answers, tomorrow) === 'open',
  )
  usePut(
    put,
    state.value === 'never'
      ? null
      : open.map((event) => ({
          key: `answer ${event.id}`,
          icon: 'calendar-days',
          title: `Confirm tomorrow: ${event.told_project_name ?? 'work'}`,
          detail: formatWeekday(tomorrow),
          rank: 'awaited',
          href: '/schedule?view=agenda',
          label: 'Confirm',
        })),
  )
  return null
}
