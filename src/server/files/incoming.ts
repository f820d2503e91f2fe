import type { Id } from '../../core/access/access.ts'
import { withoutSync, type Database } from '../db/database.ts'
import { FileLost, type FileStore } from './file-store.ts'
import {
  claimRemoval,
  deleteUpload,
  expiredUploads,
  findUpload,
  insertUpload,
  markFinished,
  saveProgress,
  unfinishedUploads,
  type UploadRow,
} from './upload-rows.ts'
import { finalDigest, openWriter, type Writer } from './upload-writer.ts'

const HOUR = 3_600_000
/** How long an unfinished upload may be resumed (rule upload). */
export const RESUMABLE_MS = 7 * 24 * HOUR
/** A file in a form cannot be resumed: without progress for this long, its process is gone. */
const FORM_MS = HOUR

interface Deps {
  readonly database: Database
  readonly store: FileStore
  readonly now: () => Date
  readonly log: (error: unknown) => void
}

/** Who uploads what, and where it will be attached. */
export interface Announced {
  readonly user_id: Id
  readonly place: string
  readonly name: string
}

/** Uploads that are not attached to a record yet, resumable ones and files in forms alike. */
export function createIncoming({ database, store, now, log }: Deps) {
  const { kysely } = database
  const moment = (ms = 0) => new Date(now().getTime() + ms).toISOString()

  const begin = (announced: Announced, rest: { id: string; size: number | null; token: string | null; ms: number }) =>
    insertUpload(kysely, {
      ...announced,
      id: rest.id,
      size: rest.size,
      path: store.newPath(),
      created_at: moment(),
      expires_at: moment(rest.ms),
      locked_by: rest.token,
    })

  async function finish({ id, path, saved }: Pick<UploadRow, 'id' | 'path' | 'saved'>): Promise<string | null> {
    const sha256 = await finalDigest(saved)
    await store.finish(path, saved)
    await markFinished(kysely, id, { now: moment(), sha256 })
    return sha256
  }

  const writer = (row: Pick<UploadRow, 'id' | 'path' | 'saved'>, token: string | null): Promise<Writer> =>
    openWriter(store, row, {
      async note(progress) {
        const expires = token === null ? moment(FORM_MS) : null
        // If a crash loses this, the sender continues from the previous note and sends a little again.
        await withoutSync(database, (db) => saveProgress(db, row.id, token, progress, expires))
      },
      finish: (saved) => finish({ id: row.id, path: row.path, saved }),
    })

  async function discard({ id, path }: Pick<UploadRow, 'id' | 'path'>): Promise<void> {
    if (!(await claimRemoval(kysely, id, moment()))) return
    const row = await findUpload(kysely, id)
    await store.remove(path, row?.saved.state)
    await deleteUpload(kysely, id)
  }

  return {
    store,
    find: (id: string) => findUpload(kysely, id),
    /** Creates a resumable upload, whose creator holds its lock; one that exists already is left as it is. */
    create: (announced: Announced, upload: { id: string; size: number; token: string | null }) =>
      begin(announced, { ...upload, ms: RESUMABLE_MS }),
    /** Creates an upload for a file in a form. */
    async createForForm(announced: Announced): Promise<{ row: UploadRow; writer: Writer }> {
      const id = crypto.randomUUID()
      await begin(announced, { id, size: null, token: null, ms: FORM_MS })
      const row = await findUpload(kysely, id)
      if (!row) throw new Error('The upload just created is gone.')
      return { row, writer: await writer(row, null) }
    },
    /**
     * Adds bytes to a resumable upload; those before its end are skipped, because it has them. Whatever came before the
     * sender broke off is kept.
     * @returns how much of the file is there
     * @throws FileLost, after removing the upload, when the store has lost what it had
     */
    async append(row: UploadRow, chunks: AsyncIterable<Uint8Array>, from: number, token: string | null) {
      if (row.size === row.saved.size) {
        for await (const _ of chunks);
        if (row.finished_at === null) await finish(row)
        return row.saved.size
      }
      const file = await writer(row, token).catch(async (error: unknown) => {
        if (error instanceof FileLost) await discard(row)
        throw error
      })
      let skip = row.saved.size - from
      let failed: { error: unknown } | undefined
      try {
        for await (const chunk of chunks) {
          if (skip < chunk.byteLength) await file.write(chunk.subarray(skip))
          skip = Math.max(0, skip - chunk.byteLength)
        }
      } catch (error) {
        failed = { error }
      }
      const ended = file.end(file.received === row.size)
      if (!failed) await ended
      else await ended.catch(() => {})
      if (failed) throw failed.error
      return file.received
    },
    finish,
    discard,
    /** Finishes what crashes interrupted, and removes what expired. */
    async tidy(): Promise<void> {
      const all = async (rows: readonly UploadRow[], task: (row: UploadRow) => Promise<unknown>) => {
        // One file that cannot be reached must not keep the others from being looked after.
        for (const row of rows) await task(row).catch(log)
      }
      await all(await unfinishedUploads(kysely, moment()), finish)
      await all(await expiredUploads(kysely, moment()), discard)
    },
  }
}
export type Incoming = ReturnType<typeof createIncoming>
