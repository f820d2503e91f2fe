import { compareKeys, textKey } from '../../lib/text-key.ts'
import type { Base, Entity } from './entity.ts'

type Sorted = Base & Record<string, unknown>

/** Compares two values of one field like the databases do: empty first, then numbers, flags, and text by its key. */
function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1
  if (b === null || b === undefined) return 1
  if (typeof a === 'string' && typeof b === 'string') return compareKeys(keyFor(a), keyFor(b))
  return Number(a) - Number(b)
}

/** The same for values whose texts are keys already. */
function compareMade(a: unknown, b: unknown): number {
  return typeof a === 'string' && typeof b === 'string' ? compareKeys(a, b) : compareValues(a, b)
}

/** Caches text keys, because lists sort the same few strings again and again. */
const keys = new Map<string, string>()
function keyFor(text: string): string {
  let key = keys.get(text)
  if (key === undefined) {
    if (keys.size > 50_000) keys.clear()
    keys.set(text, (key = textKey(text)))
  }
  return key
}

/** A total order of records. */
export interface Order<R> {
  (a: R, b: R): number
  /** Sorts many records at once, making each sort key only once; `recordOf` gives an item's record. */
  sort?<T>(items: T[], recordOf: (item: T) => R): T[]
}

/** A total order: by the column, ties by id, both in the given direction. */
export function orderBy<R extends Base>(column: string, direction: 'asc' | 'desc' = 'asc'): Order<R> {
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: R, b: R) => sign * (compareValues((a as Sorted)[column], (b as Sorted)[column]) || a.id - b.id)
  const sort = <T>(items: T[], recordOf: (item: T) => R): T[] => {
    // Lists come from the server in this order, which takes one pass to see.
    if (items.every((item, at) => at === 0 || compare(recordOf(items[at - 1] as T), recordOf(item)) < 0)) return items
    const records = items.map(recordOf)
    const keys = records.map((record) => {
      const value = (record as Sorted)[column]
      return typeof value === 'string' ? keyFor(value) : value
    })
    const places = Uint32Array.from(items.keys()).sort(
      (a, b) => sign * (compareMade(keys[a], keys[b]) || (records[a]?.id ?? 0) - (records[b]?.id ?? 0)),
    )
    return Array.from(places, (at) => items[at] as T)
  }
  return Object.assign(compare, { sort })
}

/** The default sort order of an entity's lists. */
export const orderOf = (entity: Entity) => orderBy<Base>(entity.sort, entity.direction)
