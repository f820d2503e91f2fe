/** An IndexedDB database with one object store, and the options to create it. */
export interface StorePlace {
  factory: IDBFactory | undefined
  database: string
  store: string
  options?: IDBObjectStoreParameters
}

/** Converts a request to a promise. */
export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')))
  })

/**
 * Runs one transaction and resolves once it is safely on disk. The database is closed afterwards, so that an open
 * connection never blocks another tab.
 * @throws where a browser has no storage (a private window), and when its disk is full.
 */
export async function transact<T>(
  { factory, database, store, options }: StorePlace,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | Promise<T>,
): Promise<T> {
  if (!factory) throw new Error('This browser has no IndexedDB.')
  const opening = factory.open(database, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store, options))
  const opened = await done(opening)
  try {
    const transaction = opened.transaction(store, mode, { durability: 'strict' })
    const safe = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB gave up.')))
    })
    const given = work(transaction.objectStore(store))
    const [result] = await Promise.all([given instanceof Promise ? given : done(given), safe])
    return result
  } finally {
    opened.close()
  }
}
