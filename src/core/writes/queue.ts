import type { Id } from '../access/access.ts'
import { touchedBy, type Mutation } from './mutation.ts'
import type { WriteStorage } from './storage.ts'

/** The signed-in person's kept changes: stored on the device, with a copy in memory. */
export interface Queue extends Pick<WriteStorage, 'put' | 'change'> {
  /** In order. */
  items(): Iterable<Mutation>
  readonly size: number
  /** Those that change, create or refer to one of these records, in order; records are named as by `touchedBy`. */
  touching(names: Iterable<string>): Mutation[]
  /** Reads again what is stored for this person, since other tabs store changes too. */
  reload(user: Id | undefined): Promise<void>
  /** Resolves when the last requested reading is complete. */
  loaded(): Promise<void>
  /** A change as it is stored now; undefined if another tab has sent or discarded it. */
  latest(at: number): Promise<Mutation | undefined>
  /** Deletes one that is done, remembers the ids of what it created, and changes the later ones on these records. */
  settle(
    at: number,
    ids: ReadonlyMap<Id, Id>,
    names: Iterable<string>,
    later: (item: Mutation) => Mutation,
  ): Promise<void>
}

/**
 * Keeps the copy in memory up to date with every change made through it, so that neither showing nor sending one change
 * reads all the others.
 */
export function createQueue(storage: WriteStorage): Queue {
  let kept = new Map<number, Mutation>()
  let index = new Map<string, Set<number>>()
  let owner: Id | undefined
  /** What changed while the device is being read, which the result may not contain. */
  let meanwhile: [number, Mutation | undefined][] | undefined
  let reading = Promise.resolve()
  let requested = 0
  let completed = 0

  function note(at: number, item: Mutation | undefined) {
    meanwhile?.push([at, item])
    const before = kept.get(at)
    if (before) for (const name of touchedBy(before)) index.get(name)?.delete(at)
    if (!item || item.user !== owner) return void kept.delete(at)
    kept.set(at, item)
    for (const name of touchedBy(item)) {
      const places = index.get(name) ?? new Set()
      index.set(name, places.add(at))
    }
  }
  async function read(request: number) {
    // A later request reads all that this one would.
    if (request !== requested) return
    meanwhile = []
    const stored = owner === undefined ? [] : await storage.all(owner).catch(() => [...kept.values()])
    const changes = meanwhile
    meanwhile = undefined
    kept = new Map()
    index = new Map()
    for (const item of stored) note(item.at, item)
    for (const [at, item] of changes) note(at, item)
    completed = request
  }
  function touching(names: Iterable<string>) {
    const places = new Set<number>()
    for (const name of names) for (const at of index.get(name) ?? []) places.add(at)
    return [...places].sort((a, b) => a - b).flatMap((at) => kept.get(at) ?? [])
  }
  return {
    items: () => kept.values(),
    get size() {
      return kept.size
    },
    touching,
    async reload(user) {
      if (user !== owner) {
        kept = new Map()
        index = new Map()
      }
      owner = user
      const request = ++requested
      reading = reading.then(() => read(request))
      while (completed < request) await reading
    },
    loaded: () => reading,
    async put(first, below) {
      const stored = await storage.put(first, below)
      for (const item of stored) note(item.at, item)
      return stored
    },
    async change(at, change) {
      const stored = await storage.change(at, change)
      note(at, stored)
      return stored
    },
    async latest(at) {
      const stored = await storage.get(at)
      note(at, stored)
      return stored
    },
    async settle(at, ids, names, later) {
      const places = touching(names).flatMap((item) => (item.at > at && later(item) !== item ? item.at : []))
      const changed = await storage.settle(at, ids, places, later)
      note(at, undefined)
      for (const item of changed) note(item.at, item)
    },
  }
}
