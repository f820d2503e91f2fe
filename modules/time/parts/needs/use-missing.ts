import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Failure } from '#core/resource/result.ts'
import type { Day } from '#lib/days.ts'
import { timeEntries } from '../../entities.ts'
import type { Missing } from '../../missing-shape.ts'
import { workdayBefore } from '../time-place.ts'

const dependsOn = [timeEntries]

/**
 * Who lacks hours on a day, by default the last one on which the company worked; `data` is null while that is not known.
 * Servers that know no holidays answer for the last day that is not on a weekend.
 */
export function useMissing(asked?: Day): { day: Day; data: Missing | null; failure: Failure | null } {
  const { api } = useServices()
  const today = useToday()
  const day = asked ?? workdayBefore(today)
  const back = asked === undefined
  const { data, failure } = useAsked(
    () => api(timeEntries).ask<Missing>('missing', { day, ...(back && { back: '1' }) }),
    `missing ${back ? 'by' : 'on'} ${day}`,
    dependsOn,
  )
  return { day: back ? (data?.day ?? day) : day, data, failure }
}
