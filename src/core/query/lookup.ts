import { matches, type Lookup, type Truth } from './matches.ts'
import type { AnyWhere, Op } from './where.ts'

/** A record by its id: undefined when it is not loaded, null when it does not exist or is not visible. */
export type Find = (entity: string, id: unknown) => object | null | undefined

/** Answers `within` and `under` from loaded records; `namedBy` and `granted` stay unknown, since they search others. */
export function lookupIn(find: Find): Lookup {
  const lookup: Lookup = (op, value) => {
    if (op.$op === 'within') return isWithin(op, value)
    if (op.$op === 'under') return isUnder(op, value)
    return 'unknown'
  }

  /** A loaded parent is visible; the server resolves `rule`, and the browser has been sent visible records only. */
  function isWithin({ entity, rule, where }: Op, id: unknown): Truth {
    const parent = find(String(entity), id)
    if (!parent) return parent === null ? false : 'unknown'
    return matches((rule ?? where ?? true) as boolean | AnyWhere, parent, lookup)
  }

  function isUnder({ entity, parent, id: root }: Op, start: unknown): Truth {
    const passed = new Set<unknown>()
    for (let at = start; at !== null && !passed.has(at);) {
      const record = find(String(entity), at) as Readonly<Record<string, unknown>> | null | undefined
      // A deleted record ends the tree there.
      if (!record) return record === null ? false : 'unknown'
      if (at === root) return true
      passed.add(at)
      const above = record[String(parent)]
      if (above === undefined) return 'unknown'
      at = above
    }
    return false
  }
  return lookup
}
