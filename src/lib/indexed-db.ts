import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/**
 * A connection to an IndexedDB database, opened when it is first used. It closes when a newer version of the app wants
 * to upgrade the database, so that an old tab never blocks a new one.
 * @throws when used where a browser has no storage (a private window)
 */
export function connectTo<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<S>, from: number) => void,
): () => Promise<IDBPDatabase<S>> {
  let opened: Promise<IDBPDatabase<S>> | undefined
  const forget = () => (opened = undefined)
  return () =>
    (opened ??= openDB<S>(name, version, {
      upgrade,
      blocking(_current, _wanted, event) {
        forget()
        // The event's target is the connection that is in the way.
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    }))
}
