import type { Entity } from '../../core/entity/entity.ts'

/** Totals below this are counted anew each time, which costs little. */
const LARGE = 1000
/** How many counts are held, and how much may be held with them. */
const MOST = 2000
const MOST_WEIGHT = 50_000

/** What was counted of a list: how many records there are, and what else was counted with them. */
export interface Counted {
  readonly total: number
  /** Of how many parts it is: without a limit, questions of many groups would fill the memory. */
  readonly weight?: number
}

/** The counts of large lists, held until a record that may affect them changes. */
export interface Totals {
  /**
   * @param key what is counted; equal questions have equal keys
   * @param entities the names of all entities whose records may affect it
   */
  read<C extends Counted>(key: string, entities: Iterable<string>, count: () => Promise<C>): Promise<C>
  /** The total if it is held, which means that it is large. */
  peek(key: string, entities: Iterable<string>): number | undefined
  /** Whether it was large when it was counted last. */
  wasLarge(key: string): boolean
  /** Notes that records of these entities have changed. */
  changed(entities: Iterable<Entity>): void
  /** Notes that changes may have been missed. */
  clear(): void
}

/** @param trusted whether this process hears of all changes made by others; while it does not, nothing is held */
export function createTotals(trusted: () => boolean): Totals {
  const held = new Map<string, { counted: Counted; version: number }>()
  const versions = new Map<string, number>()
  let epoch = 0
  let weight = 0
  const weigh = ({ counted }: { counted?: Counted } = {}) => counted?.weight ?? 0
  const versionOf = (entities: Iterable<string>) => {
    let version = epoch
    for (const name of entities) version += versions.get(name) ?? 0
    return version
  }
  function known(key: string, entities: Iterable<string>) {
    const found = held.get(key)
    return found?.version === versionOf(entities) && trusted() ? found.counted : undefined
  }
  return {
    async read<C extends Counted>(key: string, entities: Iterable<string>, count: () => Promise<C>) {
      const found = known(key, entities)
      // A key names what is counted, and so the shape of what is held under it.
      if (found !== undefined) return found as C
      // Read before counting: a change meanwhile makes what was counted that of before.
      const version = versionOf(entities)
      const counted = await count()
      weight -= weigh(held.get(key))
      held.delete(key)
      if (counted.total < LARGE || !trusted()) return counted
      if (held.size >= MOST || weight + weigh({ counted }) > MOST_WEIGHT) {
        held.clear()
        weight = 0
      }
      held.set(key, { counted, version })
      weight += weigh({ counted })
      return counted
    },
    peek: (key, entities) => known(key, entities)?.total,
    wasLarge: (key) => held.has(key),
    changed(entities) {
      for (const { name } of entities) versions.set(name, (versions.get(name) ?? 0) + 1)
    },
    clear() {
      epoch++
    },
  }
}
