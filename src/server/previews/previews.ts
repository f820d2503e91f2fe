import { sql } from 'kysely'
import { hasVersions } from '../../core/entity/files.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import { alive } from '../db/conditions.ts'
import { relatedFields } from '../db/plan.ts'
import { selectIds } from '../db/rows.ts'
import { lineTable } from '../db/tables.ts'
import type { Incoming } from '../files/incoming.ts'
import { markAttached } from '../files/upload-rows.ts'
import type { PreviewTask } from '../files/preview-rows.ts'
import type { Decoder } from '../decode/decoder.ts'
import { Undecodable } from '../decode/reasons.ts'
import { PREVIEW_SIZES, type PreviewSize } from '../decode/tasks.ts'
import type { ReadText } from '../jobs/job-kind.ts'

interface Deps {
  readonly incoming: Incoming
  readonly decoder: Decoder
  /** How long one file may take, in ms. */
  readonly patience: number
  /** Runs `task` in one transaction, as the server. */
  readonly inTransaction: <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
  readonly log: (error: unknown) => void
}

/** Reads the text of stored files, at most so many characters. */
export const createTextReader =
  ({ incoming: { store }, decoder, patience, log }: Omit<Deps, 'inTransaction'>) =>
  async (path: string, mime: string, most: number): Promise<ReadText> => {
    const made = collected()
    const text = () => new TextDecoder().decode(made.bytes())
    try {
      const task = { do: 'text', mime, most } as const
      const { without = null } = await decoder.decode({ store, path }, task, { patience, sink: made.sink })
      return { text: text(), problem: without }
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error
      // The pages that were read before can be found.
      const some = made.bytes().byteLength > 0
      log(new Error(`${some ? 'Only some' : 'No'} text of ${path}: ${error.message}`))
      return {
        text: text(),
        problem: some ? `Only the first of its pages could be read. ${error.message}` : error.message,
      }
    }
  }

/** More than two previews or the text of a document ever come to. */
const MOST_MADE = 32 * 1024 * 1024

/** Holds what is made. */
function collected() {
  const pieces: Uint8Array[] = []
  let size = 0
  const sink = (piece: Uint8Array) => {
    size += piece.byteLength
    if (size > MOST_MADE) throw new Undecodable('This file cannot be opened.')
    pieces.push(piece)
  }
  return {
    sink,
    bytes() {
      const all = new Uint8Array(size)
      let end = 0
      for (const piece of pieces) {
        all.set(piece, end)
        end += piece.byteLength
      }
      return all
    },
  }
}

/** Announces those that show whether this record has a preview, as a sheet does of its current revision. */
async function announceShowing(ctx: Context, { table }: Entity, id: Id): Promise<void> {
  for (const holder of ctx.catalog.entities)
    for (const { field, table: of, ref } of relatedFields(ctx.catalog, holder)) {
      if (field !== 'preview_state' || of !== table) continue
      const where = sql`${sql.ref(`t.${ref}`)} = ${id} and ${alive()}`
      for (const one of await selectIds(ctx.db, ctx.catalog, holder, { where })) await ctx.announce(holder, one)
    }
}

/** Renders the previews of one page of a file, and notifies listeners of its record. */
export function createPreviewJob({ incoming, decoder, patience, inTransaction, log }: Deps) {
  /** Previews are journaled like uploads, so that a crash leaves nothing that no row names. */
  async function store(bytes: Uint8Array, size: PreviewSize, { path, page }: PreviewTask) {
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
      await announceShowing(ctx, entity, id)
    }

  async function render(task: PreviewTask): Promise<void> {
    const made = collected()
    const { previews, pages = null } = await decoder.decode(
      { store: incoming.store, path: task.path },
      { do: 'render', mime: task.mime, page: task.page },
      { patience, sink: made.sink },
    )
    let end = 0
    const stored = await Promise.all(
      previews.map(async ({ size, width, height, length }) => {
        const bytes = made.bytes().subarray(end, (end += length))
        return { size, width, height, length, upload: await store(bytes, size, task) }
      }),
    )
    await inTransaction(async (ctx) => {
      for (const { size, width, height, length, upload } of stored) {
        const taken =
          await sql`insert into file_previews (path, page, size, preview_path, width, height, bytes) values (${task.path}, ${task.page}, ${size}, ${upload.path}, ${width}, ${height}, ${length}) on conflict do nothing returning path`.execute(
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
      if (!(error instanceof Undecodable)) throw error
      const of = task.page > 1 ? `page ${task.page} of ` : ''
      log(new Error(`No preview of ${of}${task.entity} ${task.id}: ${error.message}`))
      await inTransaction(noteFailure(task))
    }
  }
}
