import { transact } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'
import { isObject } from '../entity/parse.ts'

/** Records by the name of their entity, with the server's time of the answer that they are. */
export type Snapshot = Readonly<Record<string, { since: string | null; records: readonly Base[] }>>

export interface LastKnown {
  /** The records stored for this user, or null. */
  read(user: Id): Promise<Snapshot | null>
  write(user: Id, snapshot: Snapshot): Promise<void>
  /** Deletes everything, because nobody is signed in any more. */
  clear(): Promise<void>
}

/**
 * Caches reference data in IndexedDB between visits, so that the app opens immediately and offline. Where the browser
 * has no storage (a private window), the cache is simply empty.
 */
export function createLastKnown(factory: IDBFactory | undefined = globalThis.indexedDB): LastKnown {
  const place = { factory, database: 'plumbline', stores: { 'last-known': {} } }
  async function within<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> {
    if (!factory) return null
    try {
      return await transact(place, mode, (stores) => work(stores['last-known']))
    } catch (error) {
      console.warn('Nothing can be kept on this device for the next visit.', error)
      return null
    }
  }
  return {
    async read(user) {
      const kept: unknown = await within('readonly', (store) => store.get(user))
      if (!isObject(kept)) return null
      // Version 0.1.0 stored the records alone.
      const lists = Object.entries(kept as Record<string, Snapshot[string] | readonly Base[]>)
      return Object.fromEntries(
        lists.map(([name, list]) => [name, 'records' in list ? list : { since: null, records: list }]),
      )
    },
    async write(user, snapshot) {
      await within('readwrite', (store) => store.put(snapshot, user))
    },
    async clear() {
      await within('readwrite', (store) => store.clear())
    },
  }
}
