import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { hasVersions } from '../../core/entity/files.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Context } from '../context/context.ts'
import { lineTable } from '../db/tables.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Incoming } from '../files/incoming.ts'
import { markAttached } from '../files/upload-rows.ts'
import type { PreviewTask } from '../files/preview-rows.ts'
import { NoPreview, PREVIEW_SIZES, type Renderer, type Rendered } from './renderer.ts'

interface Deps {
  readonly incoming: Incoming
  readonly renderer: Renderer
  /** Runs `task` in one transaction, as the server. */
  readonly inTransaction: <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
  readonly log: (error: unknown) => void
}

/** Reads the text of stored files, at most so many characters; null for one without any that can be read. */
export const createTextReader =
  ({ incoming, renderer, log }: Pick<Deps, 'incoming' | 'renderer' | 'log'>) =>
  (path: string, mime: string, most: number): Promise<string | null> =>
    withLocalFile(incoming.store, path, (file) => renderer.textOf({ file, mime, most })).catch((error: unknown) => {
      if (!(error instanceof NoPreview)) throw error
      log(new Error(`No text of ${path}: ${error.message}`))
      return null
    })

/** Runs `task` with a file as one of this machine's, which it is fetched to where the store is elsewhere. */
export async function withLocalFile<T>(store: FileStore, path: string, task: (file: string) => Promise<T>): Promise<T> {
  const own = store.localPath?.(path)
  if (own !== undefined) return task(own)
  const copy = join(tmpdir(), `plumbline-preview-${crypto.randomUUID()}`)
  try {
    const bytes = await store.read(path)
    if (!bytes) throw new NoPreview('The file is missing in the file store.')
    await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(copy))
    return await task(copy)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Renders the previews of one page of a file, and notifies listeners of its record. */
export function createPreviewJob({ incoming, renderer, inTransaction, log }: Deps) {
  /** Previews are journaled like uploads, so that a crash leaves nothing that no row names. */
  async function store({ bytes, size }: Rendered, { path, page }: PreviewTask) {
    const { row, writer } = await incoming.createForForm({
      user_id: 0,
      place: 'preview',
      name: `${path} ${page} ${size}`,
    })
    try {
      await writer.write(bytes)
      await writer.end(true)
    } finally {
      await writer.close()
    }
    return row
  }

  /** Stores the outcome in the record and in the versions with this file. */
  const tell =
    ({ entity: name, id, path }: PreviewTask, state: 'ready' | 'failed', pages: number | null) =>
    async (ctx: Context) => {
      const entity = ctx.catalog.entity(name)
      if (!(await ctx.find(entity, id))) return
      const values = sql`preview_state = ${state}${'pages' in entity.fields ? sql`, pages = ${pages}` : sql``}`
      await ctx.announce(entity, id, async () => {
        // By then the record may have another file.
        await sql`update ${sql.table(entity.table)} set ${values} where id = ${id} and path = ${path}`.execute(ctx.db)
        if (!hasVersions(entity)) return
        const { table } = lineTable(entity, 'versions')
        await sql`update ${sql.table(table)} set ${values} where subject_type = ${name} and subject_id = ${id} and path = ${path}`.execute(
          ctx.db,
        )
      })
    }

  async function render(task: PreviewTask): Promise<void> {
    const { previews, pages = null } = await withLocalFile(incoming.store, task.path, (file) =>
      renderer.render({ file, mime: task.mime, page: task.page }),
    )
    const stored = await Promise.all(previews.map(async (one) => ({ ...one, upload: await store(one, task) })))
    await inTransaction(async (ctx) => {
      for (const { size, width, height, bytes, upload } of stored) {
        const taken =
          await sql`insert into file_previews (path, page, size, preview_path, width, height, bytes) values (${task.path}, ${task.page}, ${size}, ${upload.path}, ${width}, ${height}, ${bytes.byteLength}) on conflict do nothing returning path`.execute(
            ctx.db,
          )
        // Another process may have been faster; what is not taken over expires.
        if (taken.rows.length) await markAttached(ctx.db, upload.id, task.id)
      }
      if (task.page === 1) await tell(task, 'ready', pages)(ctx)
    })
  }

  /** Notes that a page cannot be rendered, so that nobody waits for it. */
  const noteFailure = (task: PreviewTask) => async (ctx: Context) => {
    if (task.page === 1) return tell(task, 'failed', null)(ctx)
    for (const size of PREVIEW_SIZES)
      await sql`insert into file_previews (path, page, size) values (${task.path}, ${task.page}, ${size}) on conflict do nothing`.execute(
        ctx.db,
      )
  }

  return async (sent: unknown): Promise<void> => {
    const { entity, id, path, mime, page = 1 } = isObject(sent) ? sent : {}
    const task = { entity: String(entity), id: Number(id), path: String(path), mime: String(mime), page: Number(page) }
    try {
      await render(task)
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      const of = task.page > 1 ? `page ${task.page} of ` : ''
      log(new Error(`No preview of ${of}${task.entity} ${task.id}: ${error.message}`))
      await inTransaction(noteFailure(task))
    }
  }
}
