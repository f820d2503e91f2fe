import { textKey } from '../../lib/text-key.ts'
import { isOp, isSome, type AnyWhere, type Op, type Value } from './where.ts'

/** Whether a record matches; unknown where that depends on a field or a record that is not loaded. */
export type Truth = true | false | 'unknown'

/** Answers an operator that depends on other records (`within`, `namedBy`, `beside`, `under`, `granted`, `leadsTo`) for one column's value. */
export type Lookup = (op: Op, value: unknown) => Truth

const unknown: Lookup = () => 'unknown'

/** Says of any record whether it matches. */
type Test = (record: object, lookup?: Lookup) => Truth

/** The tests of conditions, which are made once: the same one is asked of every record of a list. */
const tests = new WeakMap<object, Test>()

/** Whether a record matches a condition, by the same rules as the SQL that `condition` compiles it to. */
export function matches(where: boolean | object, record: object, lookup: Lookup = unknown): Truth {
  return typeof where === 'boolean' ? where : testOf(where)(record, lookup)
}

/** The test of a condition, which must not be changed afterwards. */
export function testOf(where: boolean | object): Test {
  if (typeof where === 'boolean') return () => where
  let known = tests.get(where)
  if (!known) tests.set(where, (known = every(Object.entries(where).flatMap(([key, wanted]) => part(key, wanted)))))
  return known
}

function part(key: string, wanted: unknown): Test | [] {
  if (wanted === undefined) return []
  if (key === '$either') return some((wanted as AnyWhere[]).map(testOf))
  if (key === '$all') return every((wanted as AnyWhere[]).map(testOf))
  const test = valueTest(wanted)
  return (record, lookup = unknown) => {
    const value = (record as Readonly<Record<string, unknown>>)[key]
    return value === undefined ? 'unknown' : test(value, lookup)
  }
}

function valueTest(wanted: unknown): (value: unknown, lookup: Lookup) => Truth {
  if (isSome(wanted)) {
    const test = testOf(wanted.$some)
    return (value, lookup) => {
      const found = someOf((value ?? []) as object[], (line) => test(line, lookup))
      return wanted.$none && found !== 'unknown' ? !found : found
    }
  }
  if (Array.isArray(wanted)) return (value) => wanted.includes(value)
  if (!isOp(wanted)) return (value) => value === wanted
  switch (wanted.$op) {
    case 'not': {
      const without = excluded(wanted)
      return (value) => !without.includes(value as Value)
    }
    case 'between':
      return between(wanted)
    case 'same': {
      const key = textKey(String(wanted.value))
      return (value) => typeof value === 'string' && textKey(value) === key
    }
    case 'within':
    case 'namedBy':
    case 'beside':
    case 'under':
    case 'granted':
    case 'leadsTo':
      // An empty reference leads to no record.
      return (value, lookup) => (value === null ? false : lookup(wanted, value))
    default:
      throw new Error(`A condition uses "${wanted.$op}", which is no operator.`)
  }
}

/** The values that `not` excludes. */
export const excluded = ({ value }: Op): readonly Value[] =>
  Array.isArray(value) ? (value as Value[]) : [value as Value]

function between(op: Op): (value: unknown) => boolean {
  const [from, to] = [op.from as number | null, op.to as number | null]
  if (from === null && to === null) return () => true
  return (value) =>
    value !== null && (from === null || (value as number) >= from) && (to === null || (value as number) <= to)
}

/** True if any is true, else unknown if any is unknown. */
function someOf<T>(items: readonly T[], truth: (item: T) => Truth): Truth {
  let result: Truth = false
  for (const item of items) {
    const answer = truth(item)
    if (answer === true) return true
    if (answer === 'unknown') result = answer
  }
  return result
}
const some =
  (all: readonly Test[]): Test =>
  (record, lookup) =>
    someOf(all, (test) => test(record, lookup))

/** False if any is false, else unknown if any is unknown. */
function every(all: readonly Test[]): Test {
  const [only] = all
  if (only && all.length === 1) return only
  return (record, lookup) => {
    let result: Truth = true
    for (const test of all) {
      const answer = test(record, lookup)
      if (answer === false) return false
      if (answer === 'unknown') result = answer
    }
    return result
  }
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
