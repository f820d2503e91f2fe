import type { Id } from '../access/access.ts'

/** What a pending change makes of the server's record, which is undefined if there is none; undefined hides it. */
export type Layer<R> = (base: R | undefined) => R | undefined

/** A record and what a pending change makes of it. */
export interface Layered<R> {
  readonly id: Id
  layer(base: R | undefined): R | undefined
}

/**
 * Pending changes on top of the server's records, by record and by the change's place, in the order of those: one that is
 * shown anew, since it was put on another version, stays below what was built on it.
 */
export interface Layers<R> {
  has(id: Id): boolean
  /** The server's record under the layers. */
  base(id: Id): R | undefined
  setBase(id: Id, record: R | undefined): void
  /** The record as it is shown, or with those changes alone that are before a place. */
  shown(id: Id, before?: number): R | undefined
  add(id: Id, place: number, layer: Layer<R>): void
  /** Removes the layers of a change, and returns the ids they were on. */
  remove(place: number): Id[]
  ids(): Id[]
  clear(): void
}

export function createLayers<R>(): Layers<R> {
  const layers = new Map<Id, { readonly place: number; layer: Layer<R> }[]>()
  /** The ids that each change's layers are on. */
  const places = new Map<number, Set<Id>>()
  const bases = new Map<Id, R>()
  return {
    has: (id) => layers.has(id),
    base: (id) => bases.get(id),
    setBase(id, record) {
      if (record) bases.set(id, record)
      else bases.delete(id)
    },
    shown(id, before = Infinity) {
      let record = bases.get(id)
      for (const { place, layer } of layers.get(id) ?? []) if (place < before) record = layer(record)
      return record
    },
    add(id, place, layer) {
      const own = layers.get(id) ?? []
      const at = own.findLastIndex((one) => one.place <= place)
      const known = own[at]
      if (known?.place === place) {
        // One change may touch a record twice, such as a count on a parent.
        const inner = known.layer
        known.layer = (base) => layer(inner(base))
      } else own.splice(at + 1, 0, { place, layer })
      layers.set(id, own)
      const ids = places.get(place) ?? new Set()
      places.set(place, ids.add(id))
    },
    remove(place) {
      const touched = [...(places.get(place) ?? [])]
      places.delete(place)
      for (const id of touched) {
        const own = layers.get(id) ?? []
        own.splice(
          own.findIndex((one) => one.place === place),
          1,
        )
        if (!own.length) layers.delete(id)
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
