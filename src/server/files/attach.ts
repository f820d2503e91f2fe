import type { Context as HonoContext, Hono } from 'hono'
import type { Id, Verb } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { hasVersions } from '../../core/entity/files.ts'
import type { Fields } from '../../core/entity/field.ts'
import { sha256 } from '../auth/crypto.ts'
import type { Context } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { readBody } from '../http/body.ts'
import { invalid } from '../http/errors.ts'
import { demandAction } from '../resource/may.ts'
import { once, type Answer } from '../resource/idempotency.ts'
import { saveRow } from '../resource/save.ts'
import { withFile } from '../resource/versions.ts'
import type { AllServices } from '../services.ts'
import { checkPreview, kindOf } from './contents.ts'
import type { Row } from '../db/rows.ts'
import type { Incoming } from './incoming.ts'
import { withForm } from './receive.ts'
import { HEAD_BYTES, isPicture } from './sniff.ts'
import { newFileOf, takeOver, type StoredFile } from './stored-file.ts'
import { newRecord, newVersion, type Purpose, type UploadPlace } from './upload-places.ts'
import { findUpload, type UploadRow } from './upload-rows.ts'

const NOT_THERE = 'This upload is no longer there. Choose the file again.'
/** The largest photo that is sent by a share link, in bytes (rule share-link). */
const ANSWERED_BYTES = 15 * 1024 * 1024
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

/** A changed record as a draft: what its description declares, without what the server only read or computed. */
const fieldsIn = (entity: Entity, row: Row) =>
  Object.fromEntries(Object.keys(entity.fields as Fields).map((name) => [name, row[name]]))

/** A form's fields without the warnings it confirms, `confirmed[0]` and so on: confirming is no part of what is saved. */
function confirmedIn(sent: Record<string, string>) {
  const isCode = (name: string) => /^confirmed\[\d*\]$/.test(name)
  const entries = Object.entries(sent)
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !isCode(name))),
    confirmed: entries.flatMap(([name, code]) => (isCode(name) ? [code] : [])),
  }
}

/** What a purpose does with a file, in the transaction that saves it. */
interface Uses<T> {
  readonly purpose: Purpose<T>
  readonly verbs: readonly Verb[]
  readonly status: 200 | 201
  /** Saves the record with the file. */
  save(ctx: Context, file: StoredFile, previewed: boolean, found: T, fields: Record<string, unknown>): Promise<Row>
  /** The record that took the file before, to answer a request that is repeated. */
  saved(ctx: Context, id: Id, found: T): Promise<Row>
}

/**
 * Mounts what takes files: the creation of records, and new versions of them. POST multipart with `file`, an optional
 * small picture of it as `preview`, and a new record's own fields; or POST with `upload_id`, of a resumable upload, in
 * place of the file.
 */
export function mountAttach(app: Hono, deps: AllServices, place: UploadPlace, incoming: Incoming): void {
  const { entity, target } = place
  const on = { deps, incoming, entity, target }

  /** Saves the file as the record's current version. */
  async function saveVersion(ctx: Context, file: StoredFile, previewed: boolean, before: Row): Promise<Row> {
    const taken = newFileOf(file, previewed)
    const draft = fieldsIn(entity, withFile(before, taken))
    const options = { as: 'server', action: 'upload_version', fileName: taken.name } as const
    const row = await saveRow(ctx, entity, draft, before, options)
    await takeOver(ctx, entity, row.id, file, previewed)
    return row
  }

  accept(app, {
    ...on,
    purpose: newRecord(place),
    verbs: ['create'],
    status: 201,
    async save(ctx, file, previewed, parents, fields) {
      const taken = newFileOf(file, previewed)
      const sent = { ...sayable(entity, fields), ...parents, name: taken.name, sha256: taken.sha256 }
      const becomes = await place.receiving?.receive?.(sent, ctx)
      if (becomes && 'versionOf' in becomes) {
        const earlier = becomes.versionOf as Row
        await demandAction(ctx, entity, 'upload_version', earlier)
        return saveVersion(ctx, file, previewed, earlier)
      }
      const own = { ...taken, ...becomes?.values, user_id: ctx.user.id, ...parents }
      const row = await saveRow(ctx, entity, { ...sayable(entity, fields), ...own }, null, { as: 'server' })
      await takeOver(ctx, entity, row.id, file, previewed)
      return row
    },
    saved: (ctx, id, parents) => target.rowFor(ctx, id, parents),
  })
  if (!hasVersions(entity)) return
  accept(app, {
    ...on,
    purpose: newVersion(place),
    verbs: ['edit'],
    status: 200,
    save: (ctx, file, previewed, before) => saveVersion(ctx, file, previewed, before),
    async saved(_, id, row) {
      if (id !== row.id) throw invalid({ upload_id: [NOT_THERE] })
      return row
    },
  })
}

interface Accepting<T> extends Uses<T> {
  readonly deps: AllServices
  readonly incoming: Incoming
  readonly entity: Entity
  readonly target: UploadPlace['target']
}

const previewed = <T>({ entity, deps }: Accepting<T>, { mime }: StoredFile) =>
  'preview_state' in entity.fields && deps.hasPreview(mime)

/** Checks the rights before any of a file is accepted; they are checked again when it is saved. */
async function demandBefore<T>({ deps, purpose }: Accepting<T>, c: HonoContext) {
  const asker = deps.askerOf(c)
  const before = createContext(deps, asker)
  await purpose.demand(before, await purpose.find(before, c))
  return asker
}

async function fromForm<T>(on: Accepting<T>, c: HonoContext): Promise<Answer> {
  const { incoming, deps, entity, verbs, purpose, status, save } = on
  const { change, serialize } = on.target
  const { user } = await demandBefore(on, c)
  const mostBytes = user.grant ? Math.min(ANSWERED_BYTES, entity.mostBytes) : entity.mostBytes
  const receiving = { incoming, log: deps.log, user_id: user.id, mostBytes }
  return withForm(c, receiving, async (form) => {
    const file = form.files.get('file')
    if (!file) throw invalid({ file: ['File is required'] })
    const mime = await kindOf('file', file)
    if (user.grant && !isPicture(mime)) throw invalid({ file: ['Only photos can be sent here.'] })
    const preview = isPicture(mime) ? form.files.get('preview') : undefined
    if (preview) await checkPreview(preview)
    const digest = await file.writer.end(true)
    await preview?.writer.end(true)
    const stored: StoredFile = { ...file, upload: { ...file.upload, sha256: digest }, mime, preview: preview?.upload }
    const { fields, confirmed } = confirmedIn(form.fields)
    return change(c, { confirmed }, verbs[0] ?? 'create', async (ctx) => {
      const found = await purpose.find(ctx, c)
      const sent = [...form.files].map(([field, { name, size, head }]) => [field, name, size, sha256(head)])
      const key = c.req.header('idempotency-key')
      const keyed = { key, request: `POST ${c.req.path}`, input: [fields, sent], entity }
      return once(ctx, { ...keyed, verbs }, async (): Promise<Answer> => {
        await purpose.demand(ctx, found)
        return { status, body: await serialize(ctx, await save(ctx, stored, previewed(on, stored), found, fields)) }
      })
    })
  })
}

async function fromUpload<T>(on: Accepting<T>, c: HonoContext, body: Record<string, unknown>): Promise<Answer> {
  const { incoming, verbs, purpose, deps, status, saved, save } = on
  const { change, serialize } = on.target
  const { user } = await demandBefore(on, c)
  const { upload_id, confirmed, ...fields } = body
  const id = String(upload_id)
  const isOwn = (found?: UploadRow): found is UploadRow =>
    found?.user_id === user.id && found.place === c.req.path && found.removed_at === null
  const found = await incoming.find(id)
  if (!isOwn(found)) throw invalid({ upload_id: [NOT_THERE] })
  if (found.size !== found.saved.size) throw invalid({ upload_id: [INCOMPLETE] })
  // The process may have crashed after the last byte, before it could finish the file.
  if (found.finished_at === null) await incoming.finish(found)
  const mime = found.record_id === null ? await kindOfUpload(on, found) : ''
  return change(c, { confirmed }, verbs[0] ?? 'create', async (ctx) => {
    const at = await purpose.find(ctx, c)
    const upload = await findUpload(ctx.db, id, deps.catalog.dialect)
    if (!isOwn(upload)) throw invalid({ upload_id: [NOT_THERE] })
    // It was attached before, and the client did not receive the response.
    if (upload.record_id !== null) return { status, body: await serialize(ctx, await saved(ctx, upload.record_id, at)) }
    await purpose.demand(ctx, at)
    const stored: StoredFile = { upload, name: upload.name, mime, size: upload.saved.size }
    return { status, body: await serialize(ctx, await save(ctx, stored, previewed(on, stored), at, fields)) }
  })
}

/** Detects the type; a file that is not accepted is removed at once. */
async function kindOfUpload<T>({ incoming }: Accepting<T>, upload: UploadRow): Promise<string> {
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

function accept<T>(app: Hono, on: Accepting<T>): void {
  app.post(on.purpose.path, async (c, next) => {
    if (c.req.header('content-type')?.startsWith('multipart/')) {
      const answer = await fromForm(on, c)
      return c.json(answer.body as object, answer.status)
    }
    const sent = await readBody(c)
    if (sent.upload_id === undefined || sent.upload_id === null) return next()
    const answer = await fromUpload(on, c, sent)
    return c.json(answer.body as object, answer.status)
  })
}
