import { signal, type ReadonlySignal } from '@preact/signals-react'
import { dayIn, type Day } from '#lib/days.ts'
import { useServices } from '../services/services.tsx'

const HOUR = 3_600_000
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** How long, in milliseconds, until the clock of a zone shows midnight, if it is not set forward or back before. */
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
 * The company's calendar day, which turns at its midnight. It is looked at every hour at least, since a clock may be
 * set, and whenever the page is shown again, since timers do not run while a device sleeps.
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

/** The company's today, whatever zone the device is in; its reader renders again when the day turns. */
export const useToday = (): Day => useServices().today.value
