/** The tabs of one browser, which share what is kept on it. */
export interface TabLock {
  /** Does this when no other tab does such work, one piece after the other; the work itself never rejects. */
  alone(work: () => Promise<void>): Promise<void>
  /** Tells the other tabs that something changed. */
  tell(): void
  close(): void
}

/** Joins the tabs that share a name. Where there are no locks (a page without TLS) each tab keeps its own order. */
export function createTabLock(name: string, heard: () => void): TabLock {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  channel?.addEventListener('message', heard)
  let last = Promise.resolve()
  return {
    alone(work) {
      // A browser may have locks and not give them: then as where there are none.
      if ('locks' in navigator) return navigator.locks.request(name, work).catch(work)
      last = last.then(work, work)
      return last
    },
    // A channel reaches its own origin only; there is no other to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: () => channel?.postMessage(null),
    close: () => channel?.close(),
  }
}
