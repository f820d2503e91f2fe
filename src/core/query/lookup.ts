import { matches, type Lookup, type Truth } from './matches.ts'
import type { AnyWhere, Op } from './where.ts'

/** A record by its id: undefined when it is not loaded, null when it does not exist or is not visible. */
export type Find = (entity: string, id: unknown) => object | null | undefined

/** All records whose lines name a value; undefined when they are not loaded. */
export type FindNaming = (op: Op, value: unknown) => readonly object[] | undefined

/**
 * Answers `within` and `under` from loaded records, and `namedBy` where all records that name a value are loaded;
 * `granted` stays unknown.
 */
export function lookupIn(find: Find, findNaming: FindNaming = () => undefined): Lookup {
  const lookup: Lookup = (op, value) => {
    if (op.$op === 'within') return isWithin(op, value)
    if (op.$op === 'under') return isUnder(op, value)
    if (op.$op === 'namedBy') return isNamed(op, value)
    return 'unknown'
  }

  /** A loaded parent is visible; the server resolves `rule`, and the browser has been sent visible records only. */
  function isWithin({ entity, rule, where }: Op, id: unknown): Truth {
    const parent = find(String(entity), id)
    if (!parent) return parent === null ? false : 'unknown'
    return matches((rule ?? where ?? true) as boolean | AnyWhere, parent, lookup)
  }

  function isNamed(op: Op, value: unknown): Truth {
    const records = findNaming(op, value)
    if (!records) return 'unknown'
    const rule = (op.rule ?? op.where ?? true) as boolean | AnyWhere
    let result: Truth = false
    for (const record of records) {
      const answer = matches(rule, record, lookup)
      if (answer === true) return true
      if (answer === 'unknown') result = answer
    }
    return result
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
