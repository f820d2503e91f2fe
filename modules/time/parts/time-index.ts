import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Collection } from '#core/store/store.ts'
import type { TimeEntry, timeEntries } from '../entities.ts'

type Entries = readonly TimeEntry[]

/** Entries grouped into cells. Each cell has its own signal, so that a changed entry rerenders only its own cell. */
export interface TimeIndex {
  /** The entries of a cell, in the order they were created. */
  cell(key: string): ReadonlySignal<Entries>
  /** The keys of the cells with entries. Changes only when a cell gets its first entry or loses its last. */
  readonly filled: ReadonlySignal<ReadonlySet<string>>
  /** Keeps the index in sync with the store until the returned function is called. */
  start(): () => void
}

const none: Entries = []

/** Groups the store's entries by `keyOf`; entries with the key null are left out. */
export function createTimeIndex(
  collection: Collection<typeof timeEntries>,
  keyOf: (entry: TimeEntry) => string | null,
): TimeIndex {
  const cells = new Map<string, Signal<Entries>>()
  const places = new Map<Id, string>()
  const filled = signal<ReadonlySet<string>>(new Set())
  const at = (key: string): Signal<Entries> => {
    const known = cells.get(key) ?? signal<Entries>(none)
    cells.set(key, known)
    return known
  }
  function take(id: Id) {
    const key = places.get(id)
    if (key === undefined) return
    places.delete(id)
    at(key).value = at(key)
      .peek()
      .filter((entry) => entry.id !== id)
  }
  function put(entry: TimeEntry) {
    const key = keyOf(entry)
    if (places.get(entry.id) !== key) take(entry.id)
    if (key === null) return
    const others = at(key)
      .peek()
      .filter(({ id }) => id !== entry.id)
    places.set(entry.id, key)
    at(key).value = [...others, entry].sort((a, b) => a.id - b.id)
  }
  /** Applies changes in one batch, and updates `filled` only if the set of filled cells changed. */
  function change(work: () => void) {
    batch(() => {
      work()
      const now = new Set(places.values())
      const before = filled.peek()
      if (now.size !== before.size || [...now].some((key) => !before.has(key))) filled.value = now
    })
  }
  const putAll = (entries: Entries) => change(() => entries.forEach(put))
  const takeAll = (ids: readonly Id[]) => change(() => ids.forEach(take))

  return {
    cell: at,
    filled,
    start() {
      change(() => {
        for (const id of places.keys()) take(id)
        for (const item of collection.all.peek()) put(item.peek())
      })
      const stops = [
        collection.on('saved', ({ record }) => putAll([record])),
        collection.on('saved-many', ({ records }) => putAll(records)),
        collection.on('fetched', ({ record }) => putAll([record])),
        collection.on('fetched-data', ({ records }) => putAll(records)),
        collection.on('pending', ({ changes, hidden }) => {
          putAll(changes.map(({ record }) => record))
          takeAll([...hidden.keys()])
        }),
        collection.on('deleted', ({ id }) => takeAll([id])),
        collection.on('deleted-many', ({ ids }) => takeAll(ids)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
