import type { DBSchema, IDBPDatabase } from 'idb'
import { connectTo } from '#lib/indexed-db.ts'
import type { Id } from '../access/access.ts'
import { createDatabase, KEPT } from '../kept/database.ts'
import { withRoom } from '../kept/space.ts'
import type { Values } from './typed.ts'

/** What a person has typed into a form without saving it. */
export interface StoredDraft {
  /** The user who typed it. */
  owner: Id
  /** The form, as JSON. */
  place: string
  values: Values
  basis?: Values
  /** When it was typed, by the device's clock, in milliseconds; for display. */
  typed_at: number
}

/** The files chosen in a form. They have a store of their own, so that they are written once and not at every pause. */
interface StoredFiles {
  owner: Id
  place: string
  files: readonly File[]
}

interface Schema extends DBSchema {
  drafts: { key: [Id, string]; value: StoredDraft }
  files: { key: [Id, string]; value: StoredFiles }
}
type DraftDatabase = IDBPDatabase<Schema>

/** Files above this size, in bytes, are not kept: 25 MB. */
const MOST = 25 * 1024 * 1024

/** The drafts in an IndexedDB database of their own, which neither a sign-out nor a lack of space empties. */
export function createDraftStorage(name: string) {
  const open: () => Promise<DraftDatabase> = connectTo<Schema>(name, 1, (database) => {
    database.createObjectStore('drafts', { keyPath: ['owner', 'place'] })
    database.createObjectStore('files', { keyPath: ['owner', 'place'] })
  })

  async function putOnce(draft: StoredDraft, files: readonly File[] | undefined): Promise<void> {
    const transaction = (await open()).transaction(['drafts', 'files'], 'readwrite')
    const key = { owner: draft.owner, place: draft.place }
    const small = files?.filter(({ size }) => size <= MOST)
    await Promise.all([
      transaction.objectStore('drafts').put(draft),
      small && transaction.objectStore('files').put({ ...key, files: small }),
      transaction.done,
    ])
  }

  return {
    /** The places of a person's drafts. */
    async places(owner: Id): Promise<string[]> {
      const keys = await (await open()).getAllKeys('drafts', IDBKeyRange.bound([owner], [owner, []]))
      return keys.map(([, place]) => place)
    },
    async get(owner: Id, place: string): Promise<(StoredDraft & Pick<StoredFiles, 'files'>) | null> {
      const transaction = (await open()).transaction(['drafts', 'files'])
      const [draft, files] = await Promise.all([
        transaction.objectStore('drafts').get([owner, place]),
        transaction.objectStore('files').get([owner, place]),
      ])
      return draft ? { ...draft, files: files?.files ?? [] } : null
    },
    /**
     * Stores a draft; without `files` those stored before stay. When the device has no room, copies of what can be
     * fetched again go first.
     */
    put: (draft: StoredDraft, files: readonly File[] | undefined): Promise<void> =>
      withRoom(createDatabase(KEPT), () => putOnce(draft, files)),
    async remove(owner: Id, place: string): Promise<void> {
      const transaction = (await open()).transaction(['drafts', 'files'], 'readwrite')
      await Promise.all([
        transaction.objectStore('drafts').delete([owner, place]),
        transaction.objectStore('files').delete([owner, place]),
        transaction.done,
      ])
    },
  }
}
