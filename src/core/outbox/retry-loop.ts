const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 300_000

export interface RetryLoop {
  /** One more round, after what is under way; asked for twice before it begins, it is done once. */
  go(): Promise<void>
  /** The same, with short pauses again if it fails: there is reason to hope. */
  wake(): Promise<void>
  stop(): void
}

/**
 * Does work in retryLoop: when asked, when the network returns, when the page is looked at, and, while it is not `done`,
 * after pauses that grow from five seconds to five minutes.
 */
export function startRetryLoop(
  alone: (work: () => Promise<void>) => Promise<void>,
  work: () => Promise<boolean>,
  first = FIRST_PAUSE,
): RetryLoop {
  let pause = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: Promise<void> | undefined
  let over = false

  function go(): Promise<void> {
    next ??= alone(async () => {
      next = undefined
      clearTimeout(timer)
      if (over) return
      const done = await work().catch(() => false)
      if (!done && !over) timer = setTimeout(() => void go(), pause)
      pause = done ? first : Math.min(pause * 2, LONGEST_PAUSE)
    })
    return next
  }
  function wake(): Promise<void> {
    pause = first
    return go()
  }
  const woken = () => void (globalThis.document?.visibilityState !== 'hidden' && wake())
  globalThis.addEventListener('online', woken)
  globalThis.document?.addEventListener('visibilitychange', woken)
  return {
    go,
    wake,
    stop() {
      over = true
      clearTimeout(timer)
      globalThis.removeEventListener('online', woken)
      globalThis.document?.removeEventListener('visibilitychange', woken)
    },
  }
}
