import type { Context as HonoContext, Hono } from 'hono'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { sha256 } from '../auth/crypto.ts'
import type { Context } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { readBody } from '../http/body.ts'
import { invalid } from '../http/errors.ts'
import { once, type Answer } from '../resource/idempotency.ts'
import { saveRow } from '../resource/save.ts'
import type { AllServices } from '../services.ts'
import { checkPreview, kindOf } from './contents.ts'
import type { Row } from '../db/rows.ts'
import type { Incoming } from './incoming.ts'
import { PREVIEW_JOB } from './preview-rows.ts'
import { withForm } from './receive.ts'
import { HEAD_BYTES, isPicture, named } from './sniff.ts'
import { demandUpload, type UploadPlace } from './upload-places.ts'
import { findUpload, markAttached, type UploadRow } from './upload-rows.ts'

const NOT_THERE = 'This upload is no longer there. Choose the file again.'
const INCOMPLETE = 'This upload is not complete yet.'

/**
 * The fields that the client may set. Only own fields count, since a request may contain names such as `constructor`.
 */
const sayable = (entity: Entity, sent: Record<string, unknown>) => {
  const fields: Fields = entity.fields
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => Object.hasOwn(fields, name) && !fields[name]?.facts.readonly),
  )
}

/** A form's fields without the warnings it confirms, `confirmed[0]` and so on: confirming is no part of what is saved. */
function confirmedIn(sent: Record<string, string>) {
  const isCode = (name: string) => /^confirmed\[\d*\]$/.test(name)
  const entries = Object.entries(sent)
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !isCode(name))),
    confirmed: entries.flatMap(([name, code]) => (isCode(name) ? [code] : [])),
  }
}

/** A finished file, before any record holds it. */
interface Uploaded {
  readonly upload: Pick<UploadRow, 'id' | 'path'>
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly preview?: Pick<UploadRow, 'id' | 'path'> | undefined
}

/**
 * Mounts the creation of records from files: POST multipart with `file`, an optional small picture of it as `preview`,
 * and the record's own fields; or POST with `upload_id`, of a resumable upload, in place of the file.
 */
export function mountAttach(app: Hono, deps: AllServices, place: UploadPlace, incoming: Incoming): void {
  const { entity, path, target } = place
  const { change, parentsIn, rowFor, serialize } = target

  /** Checks the rights before any of a file is accepted; they are checked again when it is saved. */
  async function demandBefore(c: HonoContext) {
    const asker = deps.askerOf(c)
    const before = createContext(deps, asker)
    target.demand(asker.user, 'create')
    await demandUpload(before, place, await parentsIn(before, c))
    return asker
  }

  async function save(ctx: Context, file: Uploaded, fields: Record<string, unknown>, parents: object): Promise<Row> {
    const own = {
      name: named(file.name, file.mime),
      mime: file.mime,
      size: file.size,
      path: file.upload.path,
      preview_path: file.preview?.path ?? null,
      image: isPicture(file.mime),
      user_id: ctx.user.id,
    }
    const previews = 'preview_state' in entity.fields && deps.hasPreview(file.mime)
    const draft = { ...sayable(entity, fields), ...own, ...(previews && { preview_state: 'waiting' }), ...parents }
    const row = await saveRow(ctx, entity, draft, null, { as: 'server' })
    for (const taken of [file.upload, file.preview]) if (taken) await markAttached(ctx.db, taken.id, row.id)
    if (previews) {
      const { path } = file.upload
      const payload = { entity: entity.name, id: row.id, path, mime: file.mime }
      ctx.jobs.push({ kind: PREVIEW_JOB, lane: 'heavy', payload, key: `${PREVIEW_JOB} ${path}` })
    }
    return row
  }

  async function fromForm(c: HonoContext): Promise<Answer> {
    const { user } = await demandBefore(c)
    const receiving = { incoming, log: deps.log, user_id: user.id, mostBytes: entity.mostBytes }
    return withForm(c, receiving, async (form) => {
      const file = form.files.get('file')
      if (!file) throw invalid({ file: ['File is required'] })
      const mime = await kindOf('file', file)
      const preview = isPicture(mime) ? form.files.get('preview') : undefined
      if (preview) await checkPreview(preview)
      await file.writer.end(true)
      await preview?.writer.end(true)
      const uploaded: Uploaded = { ...file, mime, preview: preview?.upload }
      const { fields, confirmed } = confirmedIn(form.fields)
      return change(c, { confirmed }, async (ctx) => {
        const parents = await parentsIn(ctx, c)
        const sent = [...form.files].map(([field, { name, size, head }]) => [field, name, size, sha256(head)])
        const key = c.req.header('idempotency-key')
        const keyed = { key, request: `POST ${c.req.path}`, input: [fields, sent], entity }
        return once(ctx, { ...keyed, verbs: ['create'] }, async (): Promise<Answer> => {
          await demandUpload(ctx, place, parents)
          return { status: 201, body: await serialize(ctx, await save(ctx, uploaded, fields, parents)) }
        })
      })
    })
  }

  async function fromUpload(c: HonoContext, body: Record<string, unknown>): Promise<Answer> {
    const { user } = await demandBefore(c)
    const { upload_id, confirmed, ...fields } = body
    const id = String(upload_id)
    const isOwn = (found?: UploadRow): found is UploadRow =>
      found?.user_id === user.id && found.place === c.req.path && found.removed_at === null
    const found = await incoming.find(id)
    if (!isOwn(found)) throw invalid({ upload_id: [NOT_THERE] })
    if (found.size !== found.saved.size) throw invalid({ upload_id: [INCOMPLETE] })
    // A crash may have come between the last byte and this.
    if (found.finished_at === null) await incoming.finish(found)
    const mime = found.record_id === null ? await kindOfUpload(found) : ''
    return change(c, { confirmed }, async (ctx) => {
      const parents = await parentsIn(ctx, c)
      const upload = await findUpload(ctx.db, id, deps.catalog.dialect)
      if (!isOwn(upload)) throw invalid({ upload_id: [NOT_THERE] })
      // Attached before: whoever did not hear the answer gets it now.
      if (upload.record_id !== null)
        return { status: 201, body: await serialize(ctx, await rowFor(ctx, upload.record_id, parents)) }
      await demandUpload(ctx, place, parents)
      const uploaded: Uploaded = { upload, name: upload.name, mime, size: upload.saved.size }
      return { status: 201, body: await serialize(ctx, await save(ctx, uploaded, fields, parents)) }
    })
  }

  /** Detects the type; a file that is not accepted is removed at once. */
  async function kindOfUpload(upload: UploadRow): Promise<string> {
    const end = Math.min(HEAD_BYTES, upload.saved.size) - 1
    const bytes = await incoming.store.read(upload.path, { start: 0, end })
    const head = new Uint8Array(await new Response(bytes).arrayBuffer())
    try {
      return await kindOf('file', { name: upload.name, size: upload.saved.size, head })
    } catch (error) {
      await incoming.discard(upload)
      throw error
    }
  }

  app.post(path, async (c, next) => {
    if (c.req.header('content-type')?.startsWith('multipart/')) {
      const { status, body } = await fromForm(c)
      return c.json(body as object, status)
    }
    const sent = await readBody(c)
    if (sent.upload_id === undefined || sent.upload_id === null) return next()
    const { status, body } = await fromUpload(c, sent)
    return c.json(body as object, status)
  })
}
