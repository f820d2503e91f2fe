/** Milliseconds an attempt to connect is given before the next sign of the server begins another: at first, and at most. */
const FIRST = 1000
const LONGEST = 30_000

/**
 * Ends the pauses in which pusher-js waits between its own attempts, up to 15 seconds long: once something shows that the
 * server can be reached, `connect` is called at once. An attempt under way is left alone for a while, so that many signs
 * in a row do not keep cutting it off.
 */
export function createReach({
  down,
  connect,
  now = Date.now,
}: {
  /** Whether there is no connection though there should be one. */
  down: () => boolean
  connect: () => void
  now?: () => number
}) {
  let pause = FIRST
  let began = now()
  let timer: ReturnType<typeof setTimeout> | undefined
  function attempt() {
    timer = undefined
    if (!down()) return
    began = now()
    pause = Math.min(LONGEST, pause * 2)
    connect()
  }
  return {
    /** The connection stands: when it is lost, the first sign of the server counts. */
    connected() {
      clearTimeout(timer)
      timer = undefined
      pause = FIRST
      began = -Infinity
    },
    /** An answer came, or there is a network again, or someone looks at the page. */
    sign() {
      if (timer !== undefined || !down()) return
      const wait = began + pause - now()
      if (wait > 0) timer = setTimeout(attempt, wait)
      else attempt()
    },
    dispose: () => clearTimeout(timer),
  }
}
