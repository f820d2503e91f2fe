import { isOp, isSome, type AnyWhere, type Op } from './where.ts'

type Condition = readonly [field: string, wanted: unknown]

/** The conditions that must all hold, with nested `$all` lists resolved. */
export const conditionsOf = (where: object): Condition[] =>
  Object.entries(where).flatMap(([key, wanted]): Condition[] => {
    if (wanted === undefined) return []
    return key === '$all' ? (wanted as AnyWhere[]).flatMap(conditionsOf) : [[key, wanted]]
  })

/**
 * Whether every record that matches `narrow` also matches `broad`, as far as the conditions alone tell: a complete
 * answer to the broad one then also answers the narrow one.
 */
export function implies(narrow: object, broad: object): boolean {
  const given = conditionsOf(narrow)
  return conditionsOf(broad).every(([field, wanted]) =>
    given.some(([name, test]) => name === field && isWithin(test, wanted)),
  )
}

/** Whether no record can match both, as far as the values alone tell that they accept of the same fields. */
export function excludes(given: object, where: object): boolean {
  const known = conditionsOf(given)
  return conditionsOf(where).some(([field, wanted]) => {
    const accepted = valuesOf(wanted)
    return known.some(([name, test]) => {
      const values = name === field && accepted ? valuesOf(test) : null
      return values !== null && !values.some((value) => accepted?.includes(value))
    })
  })
}

function isWithin(test: unknown, wanted: unknown): boolean {
  if (JSON.stringify(test) === JSON.stringify(wanted)) return true
  if (isSome(test) || isSome(wanted)) return false
  const values = valuesOf(test)
  if (isOp(wanted) && wanted.$op === 'between') {
    if (values) return values.every((value) => value !== null && isInside({ $op: '', from: value, to: value }, wanted))
    return isOp(test) && test.$op === 'between' && isInside(test, wanted)
  }
  const accepted = valuesOf(wanted)
  return Boolean(values && accepted && values.every((value) => accepted.includes(value)))
}

/** The few values that a test accepts; null when it is an operator. */
const valuesOf = (test: unknown): readonly unknown[] | null =>
  isOp(test) || isSome(test) ? null : Array.isArray(test) ? test : [test]

/** An end that is null is open. */
const isInside = (inner: Op, outer: Op): boolean =>
  (outer.from === null || (inner.from !== null && (inner.from as number) >= (outer.from as number))) &&
  (outer.to === null || (inner.to !== null && (inner.to as number) <= (outer.to as number)))
