import { computed, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { Turn } from './live-list.ts'
import { sameItems } from './patch.ts'
import type { Items } from './records.ts'

/** Records by a key, each group a signal of its own, so that a changed record changes what shows its group alone. */
export interface Groups<R, K> {
  /** The records of a group, in the order of the list; the same array for as long as these are the same. */
  of(key: K): ReadonlySignal<readonly R[]>
  /** The keys of groups with records; changes only when one gets its first record or loses its last. */
  readonly keys: ReadonlySignal<ReadonlySet<K>>
}

type Item<R> = Items<R>[number]
const none: readonly never[] = []

/**
 * Groups the records of a list by `keysOf`: one key, several, or null for those that are in no group. While records
 * keep their keys, nothing is grouped again.
 */
export function groupsOf<R, K extends string | number>(
  items: ReadonlySignal<Items<R>>,
  last: ReadonlySignal<Turn<R>>,
  keysOf: (record: R) => K | readonly K[] | null,
): Groups<R, K> {
  let list: Items<R> = none
  let seen = -1
  let groups: ReadonlyMap<K, readonly Item<R>[]> = new Map()
  let places = new Map<Item<R>, readonly K[]>()
  const placesOf = (item: Item<R>): readonly K[] => {
    const found = keysOf(item.peek())
    return found === null ? none : typeof found === 'object' ? found : [found]
  }
  const stays = (item: Item<R>) => {
    const before = places.get(item)
    return !before || sameItems(before, placesOf(item))
  }
  function group() {
    places = new Map(list.map((item) => [item, placesOf(item)]))
    const found = new Map<K, Item<R>[]>()
    for (const [item, keys] of places)
      for (const key of keys) {
        const own = found.get(key)
        if (own) own.push(item)
        else found.set(key, [item])
      }
    groups = found
  }
  const index = computed(() => {
    const [now, { turn, touched }] = [items.value, last.value]
    const isKept = now === list && (turn === seen || (turn === seen + 1 && touched))
    list = now
    seen = turn
    untracked(() => {
      if (!isKept || (touched && ![...touched].every(stays))) group()
    })
    return groups
  })
  const held = new Map<K, ReadonlySignal<readonly R[]>>()
  function follow(key: K) {
    let records: readonly R[] = none
    return computed(() => {
      const next = (index.value.get(key) ?? none).map(({ value }) => value)
      if (!sameItems(records, next)) records = next
      return records
    })
  }
  let keys: ReadonlySet<K> = new Set()
  return {
    of(key) {
      const known = held.get(key) ?? follow(key)
      held.set(key, known)
      return known
    },
    keys: computed(() => {
      const now = index.value
      if (now.size !== keys.size || [...now.keys()].some((key) => !keys.has(key))) keys = new Set(now.keys())
      return keys
    }),
  }
}
