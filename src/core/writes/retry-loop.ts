const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 300_000

export interface RetryLoop {
  /** Runs the work once more, after the current run; requests made before that run begins are merged into it. */
  go(): Promise<void>
  /** Runs the work after the current pause: it has just failed. */
  later(): void
  /** Runs the work likewise, and starts over with the shortest pause, since it will probably succeed now. */
  wake(): Promise<void>
  stop(): void
}

/**
 * Runs work when requested, when the network returns and when the page becomes visible. While `work` is not done, it is
 * retried after pauses that grow from five seconds to five minutes.
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
      if (await work().catch(() => false)) pause = first
      else later()
    })
    return next
  }
  function later() {
    clearTimeout(timer)
    if (!over) timer = setTimeout(() => void go(), pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
  function wake(): Promise<void> {
    pause = first
    return go()
  }
  const woken = () => void (globalThis.document?.visibilityState !== 'hidden' && wake())
  globalThis.addEventListener?.('online', woken)
  globalThis.document?.addEventListener('visibilitychange', woken)
  return {
    go,
    later,
    wake,
    stop() {
      over = true
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', woken)
      globalThis.document?.removeEventListener('visibilitychange', woken)
    },
  }
}
