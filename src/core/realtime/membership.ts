import { effect, type ReadonlySignal } from '@preact/signals-react'

/**
 * How long a channel is kept after its last listener is gone, so that navigating does not unsubscribe and resubscribe.
 */
const GRACE = 1000

/**
 * Keeps a channel subscribed while someone watches. It is left immediately when the channel changes (another user has
 * signed in, or nobody), and after a delay when nobody watches any more.
 */
export function keepJoined(
  channel: ReadonlySignal<string | null>,
  watched: ReadonlySignal<boolean>,
  join: (channel: string) => () => void,
): () => void {
  let joined: { channel: string; leave: () => void } | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    joined?.leave()
    joined = undefined
  }
  const stop = effect(() => {
    const wanted = channel.value
    const wants = watched.value
    clearTimeout(leaving)
    if (joined && joined.channel !== wanted) leave()
    if (!wants && joined) leaving = setTimeout(leave, GRACE)
    if (wants && wanted !== null) joined ??= { channel: wanted, leave: join(wanted) }
  })
  return () => {
    stop()
    clearTimeout(leaving)
    leave()
  }
}
