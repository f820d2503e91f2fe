import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { hasVersions } from '../../core/entity/files.ts'
import { isObject } from '../../core/entity/parse.ts'
import type { Context } from '../context/context.ts'
import { lineTable } from '../db/tables.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Incoming } from '../files/incoming.ts'
import { markAttached } from '../files/upload-rows.ts'
import { NoPreview, type Renderer, type Rendered } from './renderer.ts'

interface Deps {
  readonly incoming: Incoming
  readonly renderer: Renderer
  /** Runs `task` in one transaction, as the server. */
  readonly inTransaction: <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
  readonly log: (error: unknown) => void
}

/** What a preview job is about: a record with a file, and that file. */
interface Payload {
  readonly entity: string
  readonly id: number
  readonly path: string
  readonly mime: string
}

/** Runs `task` with a file as one of this machine's, which it is fetched to where the store is elsewhere. */
async function withLocalFile<T>(store: FileStore, path: string, task: (file: string) => Promise<T>): Promise<T> {
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

/** Renders the previews of one file, and tells whoever looks at its record. */
export function createPreviewJob({ incoming, renderer, inTransaction, log }: Deps) {
  /** Previews are journaled like uploads, so that a crash leaves nothing that no row names. */
  async function store({ bytes, size }: Rendered, path: string) {
    const { row, writer } = await incoming.createForForm({ user_id: 0, place: 'preview', name: `${path} ${size}` })
    try {
      await writer.write(bytes)
      await writer.end(true)
    } finally {
      await writer.close()
    }
    return row
  }

  const tell =
    ({ entity: name, id, path }: Payload, state: 'ready' | 'failed') =>
    async (ctx: Context) => {
      const entity = ctx.catalog.entity(name)
      if (!(await ctx.find(entity, id))) return
      await ctx.announce(entity, id, async () => {
        // By then the record may have another file.
        await sql`update ${sql.table(entity.table)} set preview_state = ${state} where id = ${id} and path = ${path}`.execute(
          ctx.db,
        )
        if (!hasVersions(entity)) return
        const { table } = lineTable(entity, 'versions')
        await sql`update ${sql.table(table)} set preview_state = ${state} where subject_type = ${name} and subject_id = ${id} and path = ${path}`.execute(
          ctx.db,
        )
      })
    }

  return async (sent: unknown): Promise<void> => {
    const { entity, id, path, mime } = isObject(sent) ? sent : {}
    const payload: Payload = { entity: String(entity), id: Number(id), path: String(path), mime: String(mime) }
    try {
      const rendered = await withLocalFile(incoming.store, payload.path, (file) =>
        renderer.render({ file, mime: payload.mime }),
      )
      const stored = await Promise.all(
        rendered.map(async (one) => ({ ...one, upload: await store(one, payload.path) })),
      )
      await inTransaction(async (ctx) => {
        for (const { size, width, height, bytes, upload } of stored) {
          const taken =
            await sql`insert into file_previews (path, size, preview_path, width, height, bytes) values (${payload.path}, ${size}, ${upload.path}, ${width}, ${height}, ${bytes.byteLength}) on conflict do nothing returning path`.execute(
              ctx.db,
            )
          // Another process may have been faster; what is not taken over expires.
          if (taken.rows.length) await markAttached(ctx.db, upload.id, payload.id)
        }
        await tell(payload, 'ready')(ctx)
      })
    } catch (error) {
      if (!(error instanceof NoPreview)) throw error
      log(new Error(`No preview of ${payload.entity} ${payload.id}: ${error.message}`))
      await inTransaction(tell(payload, 'failed'))
    }
  }
}
