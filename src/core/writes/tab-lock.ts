/** Coordinates the tabs of one browser, which share the stored data. */
export interface TabLock {
  /** Runs work while no other tab does, one at a time; the work itself never rejects. */
  alone(work: () => Promise<void>): Promise<void>
  /** Runs work unless another tab is doing the same; undefined if one is. */
  exclusively<T>(what: string, work: () => Promise<T>): Promise<T | undefined>
  /** Notifies the other tabs of a change. */
  tell(): void
  close(): void
}

/**
 * Joins the tabs with the same name. Without the Locks API (a page without TLS), work is only serialized within this
 * tab.
 */
export function createTabLock(name: string, heard: () => void): TabLock {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  channel?.addEventListener('message', heard)
  let last = Promise.resolve()
  let closed = false
  return {
    alone(work) {
      // A browser may have the Locks API but refuse locks; then work runs without one.
      if ('locks' in navigator) return navigator.locks.request(name, work).catch(work)
      last = last.then(work, work)
      return last
    },
    async exclusively(what, work) {
      if (!('locks' in navigator)) return work()
      let began = false
      const own = async (lock: Lock | null) => {
        began = true
        return lock ? work() : undefined
      }
      return navigator.locks.request(`${name} ${what}`, { ifAvailable: true }, own).catch((error: unknown) => {
        if (began) throw error
        return work()
      })
    },
    // A BroadcastChannel only reaches its own origin, so there is no target origin to give.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: () => closed || channel?.postMessage(null),
    close() {
      closed = true
      channel?.close()
    },
  }
}
