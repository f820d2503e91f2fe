import type { Id } from '../access/access.ts'

/** What a pending change makes of the server's record, which is undefined if there is none; undefined hides it. */
export type Layer<R> = (base: R | undefined) => R | undefined

/** A record and what a pending change makes of it. */
export interface Layered<R> {
  readonly id: Id
  layer(base: R | undefined): R | undefined
}

/** Pending changes on top of the server's records, by record and by the change's key, in the order they were made. */
export interface Layers<R> {
  has(id: Id): boolean
  /** The server's record under the layers. */
  base(id: Id): R | undefined
  setBase(id: Id, record: R | undefined): void
  /** The record as it is shown. */
  shown(id: Id): R | undefined
  add(id: Id, key: string, layer: Layer<R>): void
  /** Removes the layers of a change, and returns the ids they were on. */
  remove(key: string): Id[]
  ids(): Id[]
  clear(): void
}

export function createLayers<R>(): Layers<R> {
  const layers = new Map<Id, Map<string, Layer<R>>>()
  /** The ids that each change's layers are on. */
  const places = new Map<string, Set<Id>>()
  const bases = new Map<Id, R>()
  return {
    has: (id) => layers.has(id),
    base: (id) => bases.get(id),
    setBase(id, record) {
      if (record) bases.set(id, record)
      else bases.delete(id)
    },
    shown(id) {
      let record = bases.get(id)
      for (const layer of layers.get(id)?.values() ?? []) record = layer(record)
      return record
    },
    add(id, key, layer) {
      const known = layers.get(id) ?? new Map<string, Layer<R>>()
      const inner = known.get(key)
      // One change may touch a record twice, such as a count on a parent.
      known.set(key, inner ? (base) => layer(inner(base)) : layer)
      layers.set(id, known)
      const ids = places.get(key) ?? new Set()
      places.set(key, ids.add(id))
    },
    remove(key) {
      const touched = [...(places.get(key) ?? [])]
      places.delete(key)
      for (const id of touched) {
        const own = layers.get(id)
        own?.delete(key)
        if (!own?.size) layers.delete(id)
      }
      return touched
    },
    ids: () => [...layers.keys()],
    clear() {
      layers.clear()
      places.clear()
      bases.clear()
    },
  }
}
