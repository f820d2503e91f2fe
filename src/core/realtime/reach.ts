/**
 * How long a connection attempt may take before the next sign starts a new one, in milliseconds: initially, and at
 * most.
 */
const FIRST = 1000
const LONGEST = 30_000

/**
 * Shortens the pauses between pusher-js's connection attempts, which last up to 15 seconds: as soon as something shows
 * that the server is reachable, `connect` is called. A running attempt gets some time first, so that frequent signs do
 * not keep aborting it.
 */
export function createReach({
  down,
  connect,
  now = Date.now,
}: {
  /** Whether the connection is down although it is wanted. */
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
    /** Call it when connected; the next loss of connection then starts with the shortest pause. */
    connected() {
      clearTimeout(timer)
      timer = undefined
      pause = FIRST
      began = -Infinity
    },
    /** Call it on any sign of the server: a response arrived, the network is back, or the page became visible. */
    sign() {
      if (timer !== undefined || !down()) return
      const wait = began + pause - now()
      if (wait > 0) timer = setTimeout(attempt, wait)
      else attempt()
    },
    dispose: () => clearTimeout(timer),
  }
}
