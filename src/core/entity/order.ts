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

/** A total order: by the column, ties by id, both in the given direction. */
export function orderBy<R extends Base>(column: string, direction: 'asc' | 'desc' = 'asc'): (a: R, b: R) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => sign * (compareValues((a as Sorted)[column], (b as Sorted)[column]) || a.id - b.id)
}

/** The default sort order of an entity's lists. */
export const orderOf = (entity: Entity) => orderBy<Base>(entity.sort, entity.direction)
