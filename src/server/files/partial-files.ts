import type { Database } from '../db/database.ts'
import type { FileStore, Listed } from './file-store.ts'
import { RESUMABLE_MS } from './incoming.ts'
import { unfinishedPaths } from './upload-rows.ts'

/** The kind of the daily job that removes partial files. */
export const PARTIAL_FILES_JOB = 'partial-files'

interface Deps {
  readonly database: Database
  readonly store: FileStore
  readonly now: () => Date
  readonly log: (error: unknown) => void
}

/**
 * Removes partial files that no upload can go on with, such as a part of an upload in a bucket whose beginning was not
 * noted before a crash, or what a restored database does not know. Finished files are never removed here, and partial
 * ones not before seven days: the database that knows them may be restored by then.
 */
export async function removePartialFiles({ database, store, now, log }: Deps): Promise<void> {
  const before = new Date(now().getTime() - RESUMABLE_MS).toISOString()
  const old: Listed[] = []
  for await (const one of store.list()) if (one.unfinished && (one.written_at ?? '') < before) old.push(one)
  // Read after the listing, so that an upload which begins meanwhile is among them.
  const known = await unfinishedPaths(database.kysely)
  for (const { path, removePartial } of old) {
    if (known.has(path)) continue
    // One file that cannot be removed must not keep the others.
    await removePartial?.().catch(log)
  }
}
