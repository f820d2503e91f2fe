import { done, transact } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import { upgraded, type Mutation } from './mutation.ts'

/** How long the real ids of records created here are kept, in milliseconds: 30 days. */
const ID_LIFE = 30 * 86_400_000

/** The real id of a record that had a temporary one. */
interface KnownId {
  readonly temporary: Id
  readonly id: Id
  readonly known_at: number
}

/** Stores changes on the device in order, across reloads and sign-ins. */
export interface WriteStorage {
  /** Stores one, at its place if it has one, otherwise last. */
  put(item: Omit<Mutation, 'at'> & Partial<Pick<Mutation, 'at'>>): Promise<Mutation>
  all(user: Id): Promise<readonly Mutation[]>
  /** Changes one if it still exists; undefined deletes it. */
  change(at: number, change: (item: Mutation) => Mutation | undefined): Promise<void>
  /** Deletes one that is done, remembers the ids of what it created, and changes the later ones. */
  settle(at: number, ids: ReadonlyMap<Id, Id>, later: (item: Mutation) => Mutation): Promise<void>
  ids(): Promise<ReadonlyMap<Id, Id>>
}

/** A storage in the IndexedDB database of this name; all methods reject where the browser provides none. */
export function createStorage(database: string, factory: IDBFactory | undefined = globalThis.indexedDB): WriteStorage {
  const stores = { items: { keyPath: 'at', autoIncrement: true }, ids: { keyPath: 'temporary' } }
  // Version 1, of the app's version 0.1, had only the items.
  const place = { factory, database, version: 2, stores }
  const every = async (user: Id) => {
    // Without storage nothing has been kept.
    if (!factory) return []
    const kept: Parameters<typeof upgraded>[0][] = await transact(place, 'readonly', ({ items }) => items.getAll())
    return kept.map(upgraded).filter((item) => item.user === user)
  }
  return {
    async put(item) {
      const at = Number(await transact(place, 'readwrite', ({ items }) => items.put(item)))
      return { ...item, at }
    },
    all: every,
    change: (at, change) =>
      transact(place, 'readwrite', async ({ items }) => {
        const item = await done(items.get(at))
        if (!item) return
        const next = change(upgraded(item))
        if (next) await done(items.put(next))
        else await done(items.delete(at))
      }),
    settle: (at, known, later) =>
      transact(place, 'readwrite', async ({ items, ids }) => {
        const known_at = Date.now()
        for (const [temporary, id] of known) ids.put({ temporary, id, known_at } satisfies KnownId)
        items.delete(at)
        const rest: Parameters<typeof upgraded>[0][] = await done(items.getAll(IDBKeyRange.lowerBound(at, true)))
        for (const item of rest.map(upgraded)) {
          const next = later(item)
          if (next !== item) items.put(next)
        }
      }),
    ids: async () =>
      !factory
        ? new Map()
        : transact(place, 'readwrite', async ({ ids }) => {
            const all: KnownId[] = await done(ids.getAll())
            const oldest = Date.now() - ID_LIFE
            for (const { temporary, known_at } of all) if (known_at < oldest) ids.delete(temporary)
            return new Map(all.map(({ temporary, id }) => [temporary, id]))
          }),
  }
}
