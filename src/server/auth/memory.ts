/** How many values are kept: all the people of a large company, or all their browsers. */
const MOST = 20_000

/** Values kept in memory until something says that they changed. */
export interface Memory<K, V> {
  get(key: K): V | undefined
  /** Reads what is not held, and keeps it unless something was forgotten meanwhile: then it may be the older version. */
  read(load: () => Promise<ReadonlyMap<K, V>>): Promise<ReadonlyMap<K, V>>
  forget(...keys: readonly K[]): void
  forgetIf(test: (value: V) => boolean): void
  clear(): void
}

/** @param trusted whether this process hears of every change that others make; while it does not, nothing is held */
export function createMemory<K, V>(trusted: () => boolean): Memory<K, V> {
  const held = new Map<K, V>()
  let changes = 0
  return {
    get: (key) => (trusted() ? held.get(key) : undefined),
    async read(load) {
      const since = changes
      const found = await load()
      if (since !== changes || !trusted()) return found
      if (held.size + found.size > MOST) held.clear()
      for (const [key, value] of found) held.set(key, value)
      return found
    },
    forget(...keys) {
      changes++
      for (const key of keys) held.delete(key)
    },
    forgetIf(test) {
      changes++
      for (const [key, value] of held) if (test(value)) held.delete(key)
    },
    clear() {
      changes++
      held.clear()
    },
  }
}
