import type { Signal } from '@preact/signals-react'
import { isOp, isSome, type AnyWhere } from '../query/where.ts'

type Item = Signal<object>
type Values = Readonly<Record<string, unknown>>
const none: ReadonlySet<never> = new Set()

/** A collection's records by the value of a ref, so that a project's RFIs are found without looking at all RFIs. */
export interface RefIndex<S extends Item> {
  /** The records that can match a condition, in no order; undefined when no ref narrows them down. */
  candidates(where: object): S[] | undefined
  added(item: S): void
  /** Call it with the values before and after a change. */
  changed(item: S, old: object, next: object): void
  removed(item: S): void
}

/**
 * Indexes are created when a query first needs them.
 * @param refs the fields that may be indexed
 * @param all the records there are now
 */
export function createRefIndex<S extends Item>(refs: ReadonlySet<string>, all: () => Iterable<S>): RefIndex<S> {
  const byField = new Map<string, Map<unknown, Set<S>>>()
  const valueOf = (record: object, field: string) => (record as Values)[field]

  function add(index: Map<unknown, Set<S>>, value: unknown, item: S) {
    const items = index.get(value)
    if (items) items.add(item)
    else index.set(value, new Set([item]))
  }
  function take(index: Map<unknown, Set<S>>, value: unknown, item: S) {
    const items = index.get(value)
    items?.delete(item)
    if (items?.size === 0) index.delete(value)
  }
  function indexOf(field: string): Map<unknown, Set<S>> {
    const known = byField.get(field)
    if (known) return known
    const index = new Map<unknown, Set<S>>()
    for (const item of all()) add(index, valueOf(item.peek(), field), item)
    byField.set(field, index)
    return index
  }

  return {
    candidates(where) {
      const found = equality(where, refs)
      if (!found) return undefined
      const index = indexOf(found.field)
      // A record whose field is not loaded may match as well, as far as this index knows.
      return [...new Set([...found.values, undefined])].flatMap((value) => [...(index.get(value) ?? none)])
    },
    added(item) {
      if (!byField.size) return
      for (const [field, index] of byField) add(index, valueOf(item.peek(), field), item)
    },
    changed(item, old, next) {
      if (!byField.size) return
      for (const [field, index] of byField) {
        const [before, after] = [valueOf(old, field), valueOf(next, field)]
        if (before === after) continue
        take(index, before, item)
        add(index, after, item)
      }
    },
    removed(item) {
      for (const [field, index] of byField) take(index, valueOf(item.peek(), field), item)
    },
  }
}

/** A field among `refs` that the condition requires to have one of a few values. */
function equality(where: object, refs: ReadonlySet<string>): { field: string; values: readonly unknown[] } | undefined {
  for (const [field, wanted] of Object.entries(where)) {
    if (refs.has(field) && wanted !== undefined && !isOp(wanted) && !isSome(wanted))
      return { field, values: Array.isArray(wanted) ? wanted : [wanted] }
    if (field !== '$all') continue
    for (const one of wanted as AnyWhere[]) {
      const found = equality(one, refs)
      if (found) return found
    }
  }
  return undefined
}
