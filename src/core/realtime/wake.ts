/**
 * How often to check the clock, and the gap that means sleep, in ms; hidden tabs are throttled to one tick a minute.
 */
const TICK = 15_000
const SLEPT = 90_000

/**
 * Calls back after the computer or the tab was asleep, the page was restored from the browser's cache, or the network
 * returned, with the time until which it was certainly awake, in milliseconds as `Date.now`.
 */
export function onWake(woken: (awakeUntil: number) => void): () => void {
  let last = Date.now()
  const look = () => {
    const now = Date.now()
    const before = last
    last = now
    if (now - before > SLEPT) woken(before)
  }
  const woke = () => woken(last)
  const shown = ({ persisted }: PageTransitionEvent) => void (persisted && woke())
  const timer = setInterval(look, TICK)
  globalThis.document?.addEventListener('visibilitychange', look)
  globalThis.window?.addEventListener('online', woke)
  globalThis.window?.addEventListener('pageshow', shown)
  return () => {
    clearInterval(timer)
    globalThis.document?.removeEventListener('visibilitychange', look)
    globalThis.window?.removeEventListener('online', woke)
    globalThis.window?.removeEventListener('pageshow', shown)
  }
}
