import { computed, type ReadonlySignal } from '@preact/signals-react'
import { same } from './merge.ts'
import type { Items } from './records.ts'

/** The fields of records that someone has read. */
interface Reading {
  readonly names: Set<PropertyKey>
  /** Whether all were read, as by spreading. */
  whole: boolean
}

/** A record as it was last, and what is given to its readers until a field that they read has changed. */
interface Face<R extends object> {
  current: R
  shown: R
}

const isAlike = <R extends object>(a: R, b: R, { names, whole }: Reading): boolean =>
  a === b || (!whole && [...names].every((name) => same(Reflect.get(a, name), Reflect.get(b, name))))

/** A record that notes which of its fields are read; it always has the values of `face.current`. */
function watching<R extends object>(face: Face<R>, reading: Reading): R {
  // An empty target, since a proxy must not tell other values than those of a frozen one.
  // Safe because all that is read of it comes from the record.
  return new Proxy({} as R, {
    get(_, name) {
      reading.names.add(name)
      return Reflect.get(face.current, name)
    },
    has(_, name) {
      reading.names.add(name)
      return Reflect.has(face.current, name)
    },
    ownKeys() {
      reading.whole = true
      return Reflect.ownKeys(face.current)
    },
    getOwnPropertyDescriptor(_, name) {
      reading.names.add(name)
      const found = Reflect.getOwnPropertyDescriptor(face.current, name)
      return found && { ...found, configurable: true, writable: true }
    },
  })
}

/**
 * A record that changes only when a field changes that was read of it: whoever renders it is not rendered for what they do
 * not show. What is read of an earlier one is as new as of the latest.
 */
export function watched<R extends object>(item: ReadonlySignal<R>): ReadonlySignal<R> {
  const reading: Reading = { names: new Set(), whole: false }
  let face: Face<R> | undefined
  return computed(() => {
    const next = item.value
    if (face && isAlike(face.current, next, reading)) {
      face.current = next
      return face.shown
    }
    const made: Face<R> = { current: next, shown: next }
    made.shown = watching(made, reading)
    if (face) face.current = next
    face = made
    return made.shown
  })
}

/** The same for all records of a list: a new list when one of them comes, goes, moves, or changes in what was read of any. */
export function watchedAll<R extends object>(items: ReadonlySignal<Items<R>>): ReadonlySignal<readonly R[]> {
  const reading: Reading = { names: new Set(), whole: false }
  let faces = new Map<ReadonlySignal<R>, Face<R>>()
  let order: Items<R> = []
  let list: readonly R[] = []
  return computed(() => {
    const now = items.value
    let isSame = now === order || (now.length === order.length && now.every((item, at) => item === order[at]))
    const kept = new Map<ReadonlySignal<R>, Face<R>>()
    for (const item of now) {
      const next = item.value
      const face = faces.get(item)
      if (face && isAlike(face.current, next, reading)) {
        face.current = next
        kept.set(item, face)
        continue
      }
      isSame = false
      const made: Face<R> = { current: next, shown: next }
      made.shown = watching(made, reading)
      kept.set(item, made)
    }
    faces = kept
    order = now
    if (!isSame) list = now.flatMap((item) => kept.get(item)?.shown ?? [])
    return list
  })
}

/** The next value with all that equals the value before taken from there, so that only what changed is new. */
export function shared<T>(before: T, next: T): T {
  if (Object.is(before, next) || typeof before !== 'object' || typeof next !== 'object' || !before || !next) return next
  if (Array.isArray(before) && Array.isArray(next)) {
    const joined = next.map((one: unknown, at) => shared(before[at] as unknown, one))
    return joined.length === before.length && joined.every((one, at) => one === before[at]) ? before : (joined as T)
  }
  if (!isPlain(before) || !isPlain(next)) return next
  const names = Object.keys(next)
  const joined = Object.fromEntries(names.map((name) => [name, shared(before[name], next[name])]))
  const isSame = names.length === Object.keys(before).length && names.every((name) => joined[name] === before[name])
  // Safe because it has the fields of `next`, with equal values.
  return isSame ? before : (joined as T)
}

/** What is computed, as new only where it differs from before: the same content renders nothing again. */
export function steady<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T } | undefined
  return computed(() => {
    const next = compute()
    const value = last ? shared(last.value, next) : next
    last = { value }
    return value
  })
}

const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype
