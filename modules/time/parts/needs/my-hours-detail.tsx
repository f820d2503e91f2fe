import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { startOfWeek } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { useWeek } from '../week/use-week.ts'

/** The line on the My Time tile: the user's own hours this week. @useSignals */
export default function MyHoursDetail() {
  const { session, settings } = useServices()
  const today = useToday()
  const { entries, state } = useWeek(session.user.value?.id ?? 0, startOfWeek(today, settings.value.week_start))
  if (state.value === 'never') return <>— h this week</>
  return <>{formatHours(entries.value.reduce((sum, { hours }) => sum + hours, 0))} h this week</>
}
