import { deviceZone } from '#lib/moments.ts'
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { dayIn, type Day } from '#lib/days.ts'
import { useServices } from '../services/services.tsx'

const HOUR = 3_600_000

/** The milliseconds until midnight in a time zone, ignoring changes of daylight saving time. */
function untilMidnight(timeZone: string, now: number): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const [hours = 0, minutes = 0, seconds = 0] = clock
    .formatToParts(now)
    .flatMap(({ type, value }) => (type === 'literal' ? [] : [Number(value)]))
  return (24 - hours) * HOUR - minutes * 60_000 - seconds * 1000 - (now % 1000)
}

/**
 * The company's calendar day, which changes at its midnight. It is checked at least every hour, because clocks may be
 * adjusted, and whenever the page becomes visible, because timers do not run while a device sleeps.
 */
export function createToday(settings: ReadonlySignal<{ time_zone: string | null }>): {
  today: ReadonlySignal<Day>
  stop(): void
} {
  const zone = () => settings.peek().time_zone ?? deviceZone
  const today = signal(dayIn(zone()))
  let timer: ReturnType<typeof setTimeout> | undefined
  function look() {
    const now = Date.now()
    today.value = dayIn(zone(), new Date(now))
    clearTimeout(timer)
    timer = setTimeout(look, Math.min(untilMidnight(zone(), now), HOUR))
  }
  const stop = settings.subscribe(look)
  document.addEventListener('visibilitychange', look)
  return {
    today,
    stop() {
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** The company's current day, regardless of the device's time zone. Components rerender when it changes. */
export const useToday = (): Day => useServices().today.value
