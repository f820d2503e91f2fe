/** The pause before refetching when the server was unavailable, in milliseconds: initially, and at most. */
const FIRST = 1000
const LONGEST = 30_000
/** Statuses of a server, or its proxy, that is temporarily unavailable; 0 means no response. */
export const AWAY: readonly number[] = [0, 502, 503, 504]

/**
 * Screens refetch when something may have been missed, but such a fetch may itself find the server unavailable. While
 * the realtime connection is up, nothing else would make them retry, so `missed` is called again, with growing pauses.
 * Without a connection this is not needed, because reconnecting has the same effect.
 */
export function createAgain({
  connected,
  missed,
  now = Date.now,
}: {
  connected: () => boolean
  missed: () => void
  now?: () => number
}) {
  let pause = FIRST
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Call it with the status of every response to a read. */
    answered(status: number) {
      if (timer !== undefined || !AWAY.includes(status)) return
      // A failure soon after a retry is the same outage, so the pause grows; a later one is a new outage.
      pause = now() - last > pause ? FIRST : Math.min(LONGEST, pause * 2)
      timer = setTimeout(() => {
        timer = undefined
        last = now()
        if (connected()) missed()
      }, pause)
    },
    dispose: () => clearTimeout(timer),
  }
}
