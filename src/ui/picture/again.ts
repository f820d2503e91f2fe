/** What tells whether there is a server. */
interface Reach {
  /** Whether nothing can be fetched now. */
  isAway(): boolean
  /** Asks again for what could not be fetched, once there may be a server; the returned function withdraws that. */
  again(ask: () => void): () => void
}

/** The browser's network alone, until something is provided that knows more. */
let known: Reach = {
  isAway: () => !navigator.onLine,
  again(ask) {
    addEventListener('online', ask, { once: true })
    return () => removeEventListener('online', ask)
  },
}

/** Called before any picture is shown. */
export const provideReach = (next: Reach): void => void (known = next)
export const reach: Reach = { isAway: () => known.isAway(), again: (ask) => known.again(ask) }
