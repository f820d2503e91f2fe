import type { Id } from '../access/access.ts'
import { createDatabase, KEPT, type KeptDatabase } from './database.ts'
import { KEPT_FILES, PREVIEWS } from './previews.ts'

/** Sorts after every other key. */
const LAST: IDBValidKey = []

/** Deletes everything kept, of everyone or of everyone but one user; files only with everyone's. */
export async function clear(database: KeptDatabase, except?: Id): Promise<void> {
  const transaction = database.transaction(['records', 'answers'], 'readwrite')
  const ranges =
    except === undefined
      ? [undefined]
      : [IDBKeyRange.upperBound([except], true), IDBKeyRange.lowerBound([except, LAST], true)]
  await Promise.all([
    ...ranges.flatMap((range) => [
      range ? transaction.objectStore('records').delete(range) : transaction.objectStore('records').clear(),
      range ? transaction.objectStore('answers').delete(range) : transaction.objectStore('answers').clear(),
    ]),
    transaction.done,
  ])
  if (except !== undefined) return
  await globalThis.caches?.delete(PREVIEWS)
  await globalThis.caches?.delete(KEPT_FILES)
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
