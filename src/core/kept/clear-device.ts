import type { Id } from '../access/access.ts'
import { createDatabase, KEPT, type KeptDatabase } from './database.ts'
import { KEPT_FILES, PREVIEWS } from './previews.ts'

/** Sorts after every other key. */
const LAST: IDBValidKey = []

/**
 * Deletes everything kept, of everyone or of everyone but one user. Files do not say who has read them, so they go as soon
 * as something of someone else does.
 */
export async function clear(database: KeptDatabase, except?: Id): Promise<void> {
  const transaction = database.transaction(['records', 'answers'], 'readwrite')
  const stores = [transaction.objectStore('records'), transaction.objectStore('answers')]
  const ranges =
    except === undefined
      ? [undefined]
      : [IDBKeyRange.upperBound([except], true), IDBKeyRange.lowerBound([except, LAST], true)]
  const parts = stores.flatMap((store) => ranges.map((range) => ({ store, range })))
  const counts = await Promise.all(parts.map(({ store, range }) => store.count(range)))
  await Promise.all([
    ...parts.map(({ store, range }) => (range ? store.delete(range) : store.clear())),
    transaction.done,
  ])
  if (except !== undefined && counts.every((count) => count === 0)) return
  await globalThis.caches?.delete(PREVIEWS)
  await globalThis.caches?.delete(KEPT_FILES)
  await endPush()
}

/** Ends push messages to this device, which are for whoever has turned them on; the server hears of it at the next one. */
async function endPush(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Deletes everything kept on this device, on a page that has not read any of it: nobody is signed in. */
export async function clearDevice(): Promise<void> {
  if (!globalThis.indexedDB) return
  try {
    await clear(await createDatabase(KEPT)())
  } catch (error) {
    console.warn('What was kept on this device cannot be deleted.', error)
  }
}
