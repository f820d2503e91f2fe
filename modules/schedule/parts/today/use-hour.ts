import { useEffect, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { momentIn, type Day } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'

/** The longest wait, since clocks may be adjusted, and none runs while a device sleeps. */
const LONGEST = 3_600_000

/** The last of these times of the company's day that has come, or none: it renders when the next one does. @useSignals */
export function useHour(day: Day, times: readonly string[]): string | null {
  const zone = useServices().settings.value.time_zone ?? deviceZone
  const [now, setNow] = useState(Date.now)
  const at = (time: string) => Date.parse(momentIn(zone, day, time))
  const sorted = times.toSorted()
  const next = sorted.map(at).find((moment) => moment > now)
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = next === undefined ? undefined : setTimeout(look, Math.min(Math.max(0, next - Date.now()), LONGEST))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [next, now])
  return sorted.findLast((time) => at(time) <= now) ?? null
}
