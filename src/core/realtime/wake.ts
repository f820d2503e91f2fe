/** How often the clock is looked at, and how far it must have run ahead for us to have slept; a hidden tab ticks each minute. */
const TICK = 15_000
const SLEPT = 90_000

/** Calls back when the computer or the tab has been asleep, the page comes out of the browser's cache, or the network returns. */
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
