import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Day } from '#lib/days.ts'
import { timeEntries } from '../../entities.ts'
import type { Missing } from '../../missing-shape.ts'
import { workdayBefore } from '../time-place.ts'

const dependsOn = [timeEntries]

/** Who lacks hours on a day, the last workday by default; `data` is null while that is not known. */
export function useMissing(asked?: Day): { day: Day; data: Missing | null } {
  const { api } = useServices()
  const today = useToday()
  const day = asked ?? workdayBefore(today)
  const { data } = useAsked(() => api(timeEntries).ask<Missing>('missing', { day }), `missing on ${day}`, dependsOn)
  return { day, data }
}
