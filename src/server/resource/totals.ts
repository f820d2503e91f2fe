import type { Entity } from '../../core/entity/entity.ts'

/** Totals below this are counted anew each time, which costs little. */
const LARGE = 1000
/** How many totals are held. */
const MOST = 2000

/** The totals of large lists, held until a record that may affect them changes. */
export interface Totals {
  /**
   * @param key what is counted; equal questions have equal keys
   * @param entities the names of all entities whose records may affect the total
   */
  read(key: string, entities: Iterable<string>, count: () => Promise<number>): Promise<number>
  /** The total if it is held, which means that it is large. */
  peek(key: string, entities: Iterable<string>): number | undefined
  /** Notes that records of these entities have changed. */
  changed(entities: Iterable<Entity>): void
  /** Notes that changes may have been missed. */
  clear(): void
}

/** @param trusted whether this process hears of all changes made by others; while it does not, nothing is held */
export function createTotals(trusted: () => boolean): Totals {
  const held = new Map<string, { total: number; version: number }>()
  const versions = new Map<string, number>()
  let epoch = 0
  const versionOf = (entities: Iterable<string>) => {
    let version = epoch
    for (const name of entities) version += versions.get(name) ?? 0
    return version
  }
  function peek(key: string, entities: Iterable<string>) {
    const known = held.get(key)
    return known?.version === versionOf(entities) && trusted() ? known.total : undefined
  }
  return {
    peek,
    async read(key, entities, count) {
      const known = peek(key, entities)
      if (known !== undefined) return known
      // Read before counting: a change meanwhile makes the counted total one of before.
      const version = versionOf(entities)
      const total = await count()
      if (total < LARGE || !trusted()) held.delete(key)
      else {
        if (held.size >= MOST) held.clear()
        held.set(key, { total, version })
      }
      return total
    },
    changed(entities) {
      for (const { name } of entities) versions.set(name, (versions.get(name) ?? 0) + 1)
    },
    clear() {
      epoch++
    },
  }
}
