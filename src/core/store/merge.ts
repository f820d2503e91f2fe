/** A UTC timestamp with milliseconds, as our own server sends it; two of them order as text like as instants. */
const isPlain = (timestamp: string) => timestamp.length === 24 && timestamp.endsWith('Z')

/**
 * True when the first timestamp is earlier; compared as instants, whatever their format. What comes along with another
 * record may have none.
 */
export const isOlder = (a: string | undefined, b: string | undefined): boolean => {
  if (a === b || a === undefined || b === undefined) return false
  return isPlain(a) && isPlain(b) ? a < b : Date.parse(a) < Date.parse(b)
}

/**
 * Merges a sent record into the stored one; returns the same object when nothing changes. Absent keys keep their
 * values, so that a record from a list does not remove fields that the detail page fetched.
 */
export function merge<R extends object>(held: R, sent: Partial<R>): R {
  let next: R | undefined
  for (const key in sent) {
    const value = sent[key]
    if (value === undefined || same(held[key], value)) continue
    next ??= { ...held }
    next[key] = value
  }
  return next ?? held
}

/** Deep equality of JSON values. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => same(item, b[at]))
  const other = new Map<string, unknown>(Object.entries(b))
  const entries = Object.entries(a)
  return entries.length === other.size && entries.every(([key, value]) => other.has(key) && same(value, other.get(key)))
}

/** In development, mutating a record throws at the line that does it; in production nothing is frozen. */
export const freeze: <T>(value: T) => T = import.meta.env?.DEV ? deepFreeze : (value) => value

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}
