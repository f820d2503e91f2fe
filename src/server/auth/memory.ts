/** How many values are cached: all the users of a large company, or all their browsers. */
const MOST = 20_000

/** A cache of values that is invalidated explicitly. */
export interface Memory<K, V> {
  get(key: K): V | undefined
  /** Loads missing values, and caches them unless something was invalidated meanwhile: then they may be outdated. */
  read(load: () => Promise<ReadonlyMap<K, V>>): Promise<ReadonlyMap<K, V>>
  forget(...keys: readonly K[]): void
  forgetIf(test: (value: V) => boolean): void
  clear(): void
}

/** @param trusted whether this process is notified of all changes made by others; while it is not, nothing is cached */
export function createMemory<K, V>(trusted: () => boolean): Memory<K, V> {
  const cached = new Map<K, V>()
  let changes = 0
  return {
    get: (key) => (trusted() ? cached.get(key) : undefined),
    async read(load) {
      const since = changes
      const found = await load()
      if (since !== changes || !trusted()) return found
      if (cached.size + found.size > MOST) cached.clear()
      for (const [key, value] of found) cached.set(key, value)
      return found
    },
    forget(...keys) {
      changes++
      for (const key of keys) cached.delete(key)
    },
    forgetIf(test) {
      changes++
      for (const [key, value] of cached) if (test(value)) cached.delete(key)
    },
    clear() {
      changes++
      cached.clear()
    },
  }
}
