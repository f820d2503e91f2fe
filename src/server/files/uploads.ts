import type { Hono } from 'hono'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { sha256 } from '../auth/crypto.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { demandAttachable } from '../resource/attached.ts'
import { once, type Answer } from '../resource/idempotency.ts'
import { placesOf } from '../resource/routes.ts'
import { saveRow } from '../resource/save.ts'
import { idIn } from '../resource/target.ts'
import type { AllServices } from '../services.ts'
import { createContext } from '../context/create-context.ts'
import { disposition, type FileStore } from './file-store.ts'
import { withForm, type Received } from './receive.ts'
import { isHarmless, isPicture, named, pictureProblem, sniff } from './sniff.ts'

const NOT_ALLOWED = 'This file type is not allowed.'
const PREVIEW_MIME = 'image/jpeg'
const MOST_PREVIEW_BYTES = 1024 * 1024
const MINUTES_5 = 300

/**
 * The fields of the form that the client may set. Only own fields count, since a form may contain names such as
 * `constructor`.
 */
const sayable = (entity: Entity, sent: Record<string, string>) => {
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

/** @throws Refusal 422 for a type that is not accepted, and for a picture that is too large to be shown */
async function kindOf(name: string, file: Received): Promise<string> {
  const mime = file.size ? await sniff(file.head, file.name) : null
  if (!mime) throw invalid({ [name]: [file.size ? NOT_ALLOWED : 'This file is empty.'] })
  const problem = isPicture(mime) ? pictureProblem(file.head) : null
  if (problem) throw invalid({ [name]: [problem] })
  return mime
}

/** @throws Refusal 422 for anything but a small JPEG */
async function checkPreview(preview: Received): Promise<void> {
  if (preview.size > MOST_PREVIEW_BYTES) throw invalid({ preview: ['A preview is at most 1 MB.'] })
  if ((await kindOf('preview', preview)) !== PREVIEW_MIME) throw invalid({ preview: [NOT_ALLOWED] })
}

/**
 * Mounts the routes of records that are created by uploading a file: POST multipart with `file`, an optional small
 * picture of it as `preview`, and the record's own fields; GET …/{id}/file and …/{id}/preview serve them to everyone
 * who may see the record.
 */
export function mountUploads(app: Hono, deps: AllServices, entity: Entity, store: FileStore): void {
  for (const { path, target } of placesOf(deps, entity)) {
    const { change, demand, parentsIn, rowFor, serialize } = target

    app.post(path, async (c, next) => {
      if (!c.req.header('content-type')?.startsWith('multipart/')) return next()
      const asker = deps.askerOf(c)
      demand(asker.user, 'create')
      // Checked before any of the file is accepted, and again when it is saved.
      const before = createContext(deps, asker)
      await demandAttachable(before, entity, 'create', await parentsIn(before, c))
      const { status, body } = await withForm(c, { store, log: deps.log }, async (form) => {
        const file = form.files.get('file')
        if (!file) throw invalid({ file: ['File is required'] })
        const mime = await kindOf('file', file)
        const preview = isPicture(mime) ? form.files.get('preview') : undefined
        if (preview) await checkPreview(preview)
        for (const { file: sent } of form.files.values())
          if (sent !== file.file && sent !== preview?.file) await sent.drop()
        await file.file.keep(mime)
        await preview?.file.keep(PREVIEW_MIME)
        const own = {
          name: named(file.name, mime),
          mime,
          size: file.size,
          path: file.file.path,
          preview_path: preview?.file.path ?? null,
          image: isPicture(mime),
          user_id: asker.user.id,
        }
        let replayed = true
        const { fields, confirmed } = confirmedIn(form.fields)
        const answer = await change(c, { confirmed }, async (ctx) => {
          const parents = await parentsIn(ctx, c)
          const input = [
            fields,
            [...form.files].map(([field, { name, size, head }]) => [field, name, size, sha256(head)]),
          ]
          const keyed = { key: c.req.header('idempotency-key'), request: `POST ${c.req.path}`, input, entity }
          return once(ctx, { ...keyed, verbs: ['create'] }, async (): Promise<Answer> => {
            replayed = false
            await demandAttachable(ctx, entity, 'create', parents)
            const row = await saveRow(ctx, entity, { ...sayable(entity, fields), ...own, ...parents }, null, {
              as: 'server',
            })
            return { status: 201, body: await serialize(ctx, row) }
          })
        })
        // On a replay of an Idempotency-Key the first upload's file is kept; this one is removed with its form.
        if (!replayed) form.release()
        return answer
      })
      return c.json(body as object, status)
    })

    for (const part of ['file', 'preview'] as const)
      app.get(`${path}/:id{[0-9]+}/${part}`, async (c) => {
        const asker = deps.askerOf(c)
        demand(asker.user, 'view')
        const ctx = createContext(deps, asker)
        const row = await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c))
        const small = part === 'preview' && typeof row.preview_path === 'string'
        const mime = small ? PREVIEW_MIME : String(row.mime)
        const inline = isHarmless(mime) && c.req.query('download') === undefined
        const as = { name: String(row.name), mime, inline }
        const at = String(small ? row.preview_path : row.path)
        if (store.linkTo) {
          c.header('Cache-Control', `private, max-age=${MINUTES_5 - 60}`)
          c.header('Vary', 'Cookie', { append: true })
          return c.redirect(await store.linkTo(at, as))
        }
        const bytes = await store.read(at)
        if (!bytes) throw new Refusal(404, 'This file is missing in the file store.')
        return c.body(bytes, 200, {
          // Files are only detected as text if they are UTF-8.
          'Content-Type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
          ...(!small && { 'Content-Length': String(row.size) }),
          'Content-Disposition': disposition(as),
          // Nothing in the file may execute, whatever it claims to be.
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'private, max-age=31536000, immutable',
          // The response cached for one user must not be used for the next one who signs in to the same browser.
          Vary: 'Origin, Cookie',
        })
      })
  }
}
