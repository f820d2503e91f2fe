import { isOp, isSome, type AnyWhere, type Op, type Value } from './where.ts'

/** Whether a record matches; unknown where that depends on a field or a record that is not loaded. */
export type Truth = true | false | 'unknown'

/** Answers an operator that depends on other records (`within`, `namedBy`, `under`, `granted`, `leadsTo`) for one column's value. */
export type Lookup = (op: Op, value: unknown) => Truth

const unknown: Lookup = () => 'unknown'

/** Whether a record matches a condition, by the same rules as the SQL that `condition` compiles it to. */
export function matches(where: boolean | object, record: object, lookup: Lookup = unknown): Truth {
  if (typeof where === 'boolean') return where
  let result: Truth = true
  for (const key in where) {
    const answer = test(key, (where as AnyWhere)[key], record as Readonly<Record<string, unknown>>, lookup)
    if (answer === false) return false
    if (answer === 'unknown') result = answer
  }
  return result
}

function test(key: string, wanted: unknown, record: Readonly<Record<string, unknown>>, lookup: Lookup): Truth {
  if (wanted === undefined) return true
  if (key === '$either') return some(wanted as AnyWhere[], (one) => matches(one, record, lookup))
  if (key === '$all') return every(wanted as AnyWhere[], (one) => matches(one, record, lookup))
  const value = record[key]
  if (value === undefined) return 'unknown'
  if (isSome(wanted)) return some((value ?? []) as object[], (line) => matches(wanted.$some, line, lookup))
  if (Array.isArray(wanted)) return wanted.includes(value)
  if (!isOp(wanted)) return value === wanted
  switch (wanted.$op) {
    case 'not':
      return !excluded(wanted).includes(value as Value)
    case 'between':
      return isBetween(value, wanted)
    case 'within':
    case 'namedBy':
    case 'under':
    case 'granted':
    case 'leadsTo':
      // An empty reference leads to no record.
      return value === null ? false : lookup(wanted, value)
    default:
      throw new Error(`A condition uses "${wanted.$op}", which is no operator.`)
  }
}

/** The values that `not` excludes. */
export const excluded = ({ value }: Op): readonly Value[] =>
  Array.isArray(value) ? (value as Value[]) : [value as Value]

function isBetween(value: unknown, { from, to }: Op): boolean {
  if (from === null && to === null) return true
  if (value === null) return false
  return (
    (from === null || (value as number) >= (from as number)) && (to === null || (value as number) <= (to as number))
  )
}

/** True if any is true, else unknown if any is unknown. */
function some<T>(items: readonly T[], truth: (item: T) => Truth): Truth {
  let result: Truth = false
  for (const item of items) {
    const answer = truth(item)
    if (answer === true) return true
    if (answer === 'unknown') result = answer
  }
  return result
}

/** False if any is false, else unknown if any is unknown. */
function every<T>(items: readonly T[], truth: (item: T) => Truth): Truth {
  let result: Truth = true
  for (const item of items) {
    const answer = truth(item)
    if (answer === false) return false
    if (answer === 'unknown') result = answer
  }
  return result
}

/**
 * Like `matches`, asking for what depends on other records only where the result hinges on it. Each question is asked
 * once.
 */
export async function matchesAsking(
  where: boolean | AnyWhere,
  record: object,
  ask: (op: Op, value: unknown) => Promise<Truth>,
): Promise<Truth> {
  const known = new Map<Op, Map<unknown, Truth>>()
  for (;;) {
    const missing: [Op, unknown][] = []
    const result = matches(where, record, (op, value) => {
      const answer = known.get(op)?.get(value)
      if (answer === undefined) missing.push([op, value])
      return answer ?? 'unknown'
    })
    if (result !== 'unknown' || !missing.length) return result
    for (const [op, value] of missing) {
      const answers = known.get(op) ?? new Map<unknown, Truth>()
      known.set(op, answers)
      if (!answers.has(value)) answers.set(value, await ask(op, value))
    }
  }
}

/** The fields of the records themselves that a condition depends on. */
export function fieldsIn(where: boolean | object): Set<string> {
  if (typeof where === 'boolean') return new Set()
  return new Set(
    Object.entries(where).flatMap(([key, wanted]) =>
      key.startsWith('$') ? (wanted as AnyWhere[]).flatMap((one) => [...fieldsIn(one)]) : [key],
    ),
  )
}

/** The names of the other entities that a condition depends on. */
export function entitiesIn(where: boolean | object): Set<string> {
  if (typeof where === 'boolean') return new Set()
  return new Set(
    Object.entries(where).flatMap(([key, wanted]): string[] => {
      if (key.startsWith('$')) return (wanted as AnyWhere[]).flatMap((one) => [...entitiesIn(one)])
      if (isSome(wanted)) return [...entitiesIn(wanted.$some)]
      if (!isOp(wanted) || typeof wanted.entity !== 'string') return []
      const inner = (wanted.where ?? wanted.rule ?? true) as boolean | AnyWhere
      return [wanted.entity, ...entitiesIn(inner)]
    }),
  )
}
