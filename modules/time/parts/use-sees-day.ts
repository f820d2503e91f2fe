import { useMemo } from 'react'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Result } from '#core/resource/result.ts'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { seesAllTime, timeEntries } from '../entities.ts'
import type { Led } from '../led.ts'

/** Whether all hours of a person's day are the reader's to see; null while that is not known. */
export type SeesDay = (user_id: Id, day: Day) => boolean | null

const dependsOn = [timeEntries]
const nobody: Result<Led> = { ok: true, data: [] }

/** Which days of which people the reader sees: all of them, or their own and those they lead (rule time-visibility). */
export function useSeesDay(from: Day, to: Day): SeesDay {
  const { api, session } = useServices()
  const user = session.user.value
  const all = seesAllTime(user)
  const ask = () => (all ? Promise.resolve(nobody) : api(timeEntries).ask<Led>('led', { from, to }))
  const { data } = useAsked(ask, `led from ${from} to ${to} ${all}`, dependsOn)
  return useMemo(() => {
    const led = data && new Set(data.map(({ user_id, date }) => `${user_id} ${date}`))
    return (id, day) => all || id === user?.id || (led ? led.has(`${id} ${day}`) : null)
  }, [data, all, user?.id])
}
