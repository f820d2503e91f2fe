/**
 * How often to check the clock, and the gap that means sleep, in ms; hidden tabs are throttled to one tick a minute.
 */
const TICK = 15_000
const SLEPT = 90_000

/**
 * Calls back after the computer or the tab was asleep, the page was restored from the browser's cache, or the network
 * returned.
 */
export function onWake(woken: () => void): () => void {
  let last = Date.now()
  const look = () => {
    const now = Date.now()
    const slept = now - last > SLEPT
    last = now
    if (slept) woken()
  }
  const shown = ({ persisted }: PageTransitionEvent) => void (persisted && woken())
  const timer = setInterval(look, TICK)
  globalThis.document?.addEventListener('visibilitychange', look)
  globalThis.window?.addEventListener('online', woken)
  globalThis.window?.addEventListener('pageshow', shown)
  return () => {
    clearInterval(timer)
    globalThis.document?.removeEventListener('visibilitychange', look)
    globalThis.window?.removeEventListener('online', woken)
    globalThis.window?.removeEventListener('pageshow', shown)
  }
}
