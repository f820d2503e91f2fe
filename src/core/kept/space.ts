import type { KeptDatabase } from './database.ts'
import { dropOldest } from './ledger.ts'
import { PREVIEWS } from './previews.ts'

/** How often room is made for one write. */
const TRIES = 3
/** The share of answers that goes when the device has no room. */
const SHARE = 4

/**
 * Makes room on the device: previews of pictures go first, then the files of jobs, the one visited longest ago before
 * others, then the oldest answers with the records that no other answer has. Waiting changes are in another database, and
 * stay.
 */
async function makeRoom(database: KeptDatabase): Promise<void> {
  if ((await globalThis.caches?.delete(PREVIEWS)) || (await dropOldest(database))) return
  const transaction = database.transaction(['records', 'answers'], 'readwrite')
  const answers = transaction.objectStore('answers')
  const records = transaction.objectStore('records')
  const oldest = (await answers.getAll()).sort((a, b) => a.as_of - b.as_of)
  const going = oldest.splice(0, Math.ceil(oldest.length / SHARE))
  const needed = new Set(oldest.flatMap(({ owner, entity, ids }) => ids.map((id) => `${owner} ${entity} ${id}`)))
  const until = going.at(-1)?.as_of ?? 0
  await Promise.all(going.map(({ owner, entity, key }) => answers.delete([owner, entity, key])))
  for (let cursor = await records.index('seen').openCursor(); cursor; cursor = await cursor.continue()) {
    const { owner, entity, id, seen_at } = cursor.value
    if (seen_at <= until && !needed.has(`${owner} ${entity} ${id}`)) await cursor.delete()
  }
  await transaction.done
}

/**
 * Writes, and makes room while the device has none.
 * @throws what `write` throws, also when there is no room left to be made
 */
export async function withRoom<T>(open: () => Promise<KeptDatabase>, write: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++)
    try {
      return await write()
    } catch (error) {
      if (tried === TRIES || !(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      await makeRoom(await open())
    }
}
