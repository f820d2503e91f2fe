/** Milliseconds before what found nobody there is asked for again: the first time, and at most. */
const FIRST = 1000
const LONGEST = 30_000
/** What a server, or the proxy before it, says while it is away for a moment; 0 is no answer at all. */
export const AWAY: readonly number[] = [0, 502, 503, 504]

/**
 * Screens fetch anew when something may have been missed, and one of those fetches may itself find nobody there. While
 * the connection stands nothing else would tell them to try again: `missed` is called once more, ever later while it
 * stays like that. Without a connection it is not, because its return does.
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
    /** To be told the status of every answer to a reading. */
    answered(status: number) {
      if (timer !== undefined || !AWAY.includes(status)) return
      // What fails soon after being asked again is the same trouble still; later than that it is another one.
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
