import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { addDays, weekdayOf, type Day } from '#lib/days.ts'
import { timeEntries, type Missing } from '../entities.ts'

/** The last day before `day` that is not on a weekend. */
const workdayBefore = (day: Day): Day => {
  const before = addDays(day, -1)
  return weekdayOf(before) % 6 === 0 ? workdayBefore(before) : before
}

const dependsOn = [timeEntries]

/** Who has no hours on the last workday; `data` is null while that is not known. */
export function useMissing(): { day: Day; data: Missing | null } {
  const { api } = useServices()
  const day = workdayBefore(useToday())
  const { data } = useAsked(() => api(timeEntries).ask<Missing>('missing', { day }), `missing on ${day}`, dependsOn)
  return { day, data }
}
