/** The pause before trying again, in milliseconds: initially, and at most. */
const FIRST = 1000
const LONGEST = 30_000
/** Statuses of a server, or its proxy, that is temporarily unavailable; 0 means no response. */
export const AWAY: readonly number[] = [0, 502, 503, 504]

/** Reads that found the server unavailable and are repeated when it can be reached again. */
export interface Retries {
  /** Repeats a read that was not answered; the returned function withdraws it. A read that fails again is added again. */
  add(read: () => void): () => void
  /** Call it with the status of every response, 0 if there was none. */
  answered(status: number): void
  /** Reports another sign that the server may be reachable: the network is back, or live events are. */
  reachable(): void
  dispose(): void
}

/**
 * Repeats what could not be loaded: as soon as something shows that the server can be reached, and otherwise after
 * growing pauses. A lost event can be asked for when the live connection returns, but a first answer that never came
 * is not an event, so nothing else would ask for it.
 */
export function createRetries({
  online = () => globalThis.navigator?.onLine !== false,
  now = Date.now,
}: { online?: () => boolean; now?: () => number } = {}): Retries {
  const waiting = new Set<() => void>()
  let pause = FIRST
  /** When reads were last repeated. */
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function repeat() {
    timer = undefined
    last = now()
    pause = Math.min(LONGEST, pause * 2)
    const reads = [...waiting]
    waiting.clear()
    for (const read of reads) read()
  }
  function schedule(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(repeat, Math.max(0, wait))
  }
  const reachable = () => {
    // Not at once after the last time, since one of several servers may answer while another is unavailable.
    if (waiting.size) schedule(last + FIRST - now())
  }
  const shown = () => void (document.hidden || reachable())
  globalThis.window?.addEventListener('online', reachable)
  globalThis.document?.addEventListener('visibilitychange', shown)
  return {
    add(read) {
      waiting.add(read)
      // A failure soon after a repetition is the same outage, so the pause grows; a later one is a new outage.
      if (timer === undefined && now() - last > pause) pause = FIRST
      if (timer === undefined && online()) schedule(pause)
      return () => void waiting.delete(read)
    },
    answered(status) {
      if (!AWAY.includes(status)) reachable()
    },
    reachable,
    dispose() {
      clearTimeout(timer)
      waiting.clear()
      globalThis.window?.removeEventListener('online', reachable)
      globalThis.document?.removeEventListener('visibilitychange', shown)
    },
  }
}
