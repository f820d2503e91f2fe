import { done, transact } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import type { Kept } from './outbox.ts'

/** Stores saves on the device in order, across reloads and sign-ins. */
export interface OutboxStorage {
  /** Stores one, at its place if it has one, otherwise last. */
  put(item: Omit<Kept, 'at'> & Partial<Pick<Kept, 'at'>>): Promise<Kept>
  all(user: Id): Promise<readonly Kept[]>
  /** The user's next save after a place, skipping refused ones. */
  next(user: Id, after: number): Promise<Kept | undefined>
  /** Changes one if it still exists; undefined deletes it. */
  change(at: number, change: (item: Kept) => Kept | undefined): Promise<void>
}

/** A storage in the IndexedDB database of this name; all methods reject where the browser provides none. */
export function createStorage(database: string, factory: IDBFactory | undefined = globalThis.indexedDB): OutboxStorage {
  const place = { factory, database, store: 'items', options: { keyPath: 'at', autoIncrement: true } }
  const all = async (user: Id) => {
    const kept: Kept[] = await transact(place, 'readonly', (store) => store.getAll())
    return kept.filter((item) => item.user === user)
  }
  return {
    async put(item) {
      const at = Number(await transact(place, 'readwrite', (store) => store.put(item)))
      return { ...item, at }
    },
    all,
    async next(user, after) {
      return (await all(user)).find(({ at, refused }) => at > after && !refused)
    },
    change: (at, change) =>
      transact(place, 'readwrite', async (store) => {
        const item: Kept | undefined = await done(store.get(at))
        if (!item) return
        const next = change(item)
        if (next) await done(store.put(next))
        else await done(store.delete(at))
      }),
  }
}
