import type { DBSchema, IDBPTransaction } from 'idb'
import { connectTo } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import { createDatabase, KEPT } from '../kept/database.ts'
import { withRoom } from '../kept/space.ts'
import { upgraded, type Mutation } from './mutation.ts'

/** How long the real ids of records created here are kept, in milliseconds: 30 days. */
const ID_LIFE = 30 * 86_400_000

/** A change as some version of the app stored it. */
type Stored = Parameters<typeof upgraded>[0]

interface Schema extends DBSchema {
  items: { key: number; value: Stored }
  /** The real ids of records that had temporary ones. */
  ids: { key: Id; value: { readonly temporary: Id; readonly id: Id; readonly known_at: number } }
}
type Mode = 'readonly' | 'readwrite'
type Transaction<M extends Mode> = IDBPTransaction<Schema, ['items', 'ids'], M>

type Unplaced = Omit<Mutation, 'at'>

/** Stores changes on the device in order, across reloads and sign-ins. */
export interface WriteStorage {
  /**
   * Stores one, at its place if it has one, otherwise last, and those below it behind it: all or none. Resolves once they
   * are safely on disk.
   */
  put(
    item: Unplaced & Partial<Pick<Mutation, 'at'>>,
    below?: readonly Unplaced[],
  ): Promise<readonly [Mutation, ...Mutation[]]>
  get(at: number): Promise<Mutation | undefined>
  all(user: Id): Promise<readonly Mutation[]>
  /** How many there are, of everyone. */
  count(): Promise<number>
  /** Changes one if it still exists, and resolves with what is stored then; undefined deletes it. */
  change(at: number, change: (item: Mutation) => Mutation | undefined): Promise<Mutation | undefined>
  /**
   * Deletes one that is done, remembers the ids of what it created, and changes the later ones at these places, which it
   * resolves with.
   */
  settle(
    at: number,
    ids: ReadonlyMap<Id, Id>,
    places: readonly number[],
    later: (item: Mutation) => Mutation,
  ): Promise<readonly Mutation[]>
  ids(): Promise<ReadonlyMap<Id, Id>>
}

/** A storage in the IndexedDB database of this name; without IndexedDB nothing is stored, and `put` rejects. */
export function createStorage(database: string): WriteStorage {
  // Version 1, of the app's version 0.1, had only the items.
  const open = connectTo<Schema>(database, 2, (opened, from) => {
    if (from < 1) opened.createObjectStore('items', { keyPath: 'at', autoIncrement: true })
    opened.createObjectStore('ids', { keyPath: 'temporary' })
  })
  async function transact<T, M extends Mode>(mode: M, work: (stores: Transaction<M>) => Promise<T>): Promise<T> {
    const transaction = (await open()).transaction(['items', 'ids'], mode, { durability: 'strict' })
    const [result] = await Promise.all([work(transaction), transaction.done])
    return result
  }
  return {
    async put(first, below = []) {
      const store = () =>
        transact('readwrite', async (stores) => {
          // The database gives a new one its place.
          const place = async <I extends Unplaced>(item: I) => ({
            ...item,
            at: await stores.objectStore('items').put(item as I & Mutation),
          })
          const [item, ...rest] = await Promise.all([place(first), ...below.map(place)])
          return [item, ...rest] as const
        })
      return withRoom(createDatabase(KEPT), store)
    },
    async get(at) {
      const item = await transact('readonly', (stores) => stores.objectStore('items').get(at))
      return item && upgraded(item)
    },
    async all(user) {
      if (!globalThis.indexedDB) return []
      const kept = await transact('readonly', (stores) => stores.objectStore('items').getAll())
      return kept.map(upgraded).filter((item) => item.user === user)
    },
    count: () => transact('readonly', (stores) => stores.objectStore('items').count()),
    change: (at, change) =>
      transact('readwrite', async (stores) => {
        const items = stores.objectStore('items')
        const item = await items.get(at)
        if (!item) return undefined
        const next = change(upgraded(item))
        await (next ? items.put(next) : items.delete(at))
        return next
      }),
    settle: (at, known, places, later) =>
      transact('readwrite', async (stores) => {
        const [items, ids] = [stores.objectStore('items'), stores.objectStore('ids')]
        const known_at = Date.now()
        await items.delete(at)
        for (const [temporary, id] of known) await ids.put({ temporary, id, known_at })
        const changed: Mutation[] = []
        for (const place of places) {
          const item = await items.get(place)
          if (!item) continue
          const next = later(upgraded(item))
          await items.put(next)
          changed.push(next)
        }
        return changed
      }),
    async ids() {
      if (!globalThis.indexedDB) return new Map()
      return transact('readwrite', async (stores) => {
        const ids = stores.objectStore('ids')
        const all = await ids.getAll()
        const oldest = Date.now() - ID_LIFE
        for (const { temporary, known_at } of all) if (known_at < oldest) await ids.delete(temporary)
        return new Map(all.map(({ temporary, id }) => [temporary, id]))
      })
    },
  }
}
