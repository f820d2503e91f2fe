/** An IndexedDB database with its object stores, and the options to create them. */
export interface StorePlace<S extends string> {
  factory: IDBFactory | undefined
  database: string
  /** Incremented when a store is added; 1 by default. */
  version?: number
  stores: Readonly<Record<S, IDBObjectStoreParameters>>
}

/** Converts a request to a promise. */
export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')))
  })

/**
 * Runs one transaction over all stores and resolves once it is safely on disk. The database is closed afterwards, so
 * that an open connection never blocks another tab.
 * @throws where a browser has no storage (a private window), and when its disk is full.
 */
export async function transact<T, S extends string>(
  { factory, database, version = 1, stores }: StorePlace<S>,
  mode: IDBTransactionMode,
  work: (stores: Readonly<Record<S, IDBObjectStore>>) => IDBRequest<T> | Promise<T>,
): Promise<T> {
  if (!factory) throw new Error('This browser has no IndexedDB.')
  const opening = factory.open(database, version)
  const names = Object.keys(stores) as S[]
  opening.addEventListener('upgradeneeded', () => {
    const there = opening.result.objectStoreNames
    for (const name of names) if (!there.contains(name)) opening.result.createObjectStore(name, stores[name])
  })
  const opened = await done(opening)
  try {
    const transaction = opened.transaction(names, mode, { durability: 'strict' })
    const safe = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB gave up.')))
    })
    const byName = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))
    const given = work(byName as Record<S, IDBObjectStore>)
    const [result] = await Promise.all([given instanceof Promise ? given : done(given), safe])
    return result
  } finally {
    opened.close()
  }
}
