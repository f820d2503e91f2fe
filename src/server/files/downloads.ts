import { sql, type RawBuilder } from 'kysely'
import type { Context as HonoContext, Hono } from 'hono'
import { rootPathOf } from '../../core/entity/entity.ts'
import { hasVersions, type Version } from '../../core/entity/files.ts'
import { readId } from '../../core/entity/id.ts'
import type { Context } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { alive, condition } from '../db/conditions.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { Refusal } from '../http/errors.ts'
import { present } from '../resource/present.ts'
import { createTarget, idIn } from '../resource/target.ts'
import { versionIn } from '../resource/versions.ts'
import { resolve, ruleFor } from '../resource/visibility.ts'
import type { AllServices } from '../services.ts'
import type { Archives } from './archives.ts'
import { PREVIEW_MIME } from './contents.ts'
import { disposition, type FileStore } from './file-store.ts'
import { serveFile, type ServedFile } from './serve-file.ts'
import { LINK_MS, type FileLinks } from './links.ts'
import { enqueue } from '../jobs/jobs.ts'
import { findPreview, previewJob } from './preview-rows.ts'
import { isHarmless, named } from './sniff.ts'
import type { UploadPlace } from './upload-places.ts'

/** A record or a version of one, as far as it is a file. */
type FileRow = Row | Version

const servedFile = (row: FileRow, download: boolean): ServedFile => ({
  path: String(row.path),
  name: named(String(row.name), String(row.mime)),
  mime: String(row.mime),
  size: Number(row.size),
  inline: isHarmless(String(row.mime)) && !download,
})

/** Whether further pages of it can be shown: of a PDF whose first page could be. */
const hasPage = ({ mime, preview_state, pages }: FileRow, page: number): boolean =>
  mime === 'application/pdf' && preview_state === 'ready' && page >= 1 && page <= Number(pages ?? MOST_PAGES)
/** Of a PDF whose pages were not counted. */
const MOST_PAGES = 2000

/** The size a preview is asked for at: a screen's, or by default a tile's. */
const previewSizeIn = (sent: string | undefined) => (sent === '1600' ? 1600 : 320)

interface Files {
  readonly store: FileStore
  readonly links: FileLinks
  readonly archives: Archives
}

/** Where files are served, and from what. */
interface Serving extends UploadPlace, Files {
  readonly app: Hono
  readonly deps: AllServices
  readonly catalog: AllServices['catalog']
}

/** The record, if this user may see it; nothing else decides who gets its file, preview or link. */
async function rowIn(on: Serving, c: HonoContext): Promise<Row> {
  const ctx = contextOf(on, c)
  return on.target.rowFor(ctx, idIn(c.req.param('id')), await on.target.parentsIn(ctx, c))
}
const ZIP = 'application/zip'
const wantsDownload = (c: HonoContext) => c.req.query('download') !== undefined

async function sendPreview(on: Serving, c: HonoContext, row: FileRow, wanted: string | undefined) {
  const { deps, entity, store } = on
  const file = servedFile(row, wantsDownload(c))
  const page = readId(c.req.query('page') ?? '1') ?? 0
  if (page !== 1 && !hasPage(row, page)) throw new Refusal(404, 'This file has no such page.')
  // From this origin wherever the file is, so that devices can keep it.
  const found = await findPreview(deps.database.reads, file.path, { page, size: previewSizeIn(wanted) })
  if (found && found.path === null) throw new Refusal(404, 'There is no preview of this page.')
  if (found?.path) return serveFile(c, store, { ...file, path: found.path, mime: 'image/webp', size: found.bytes })
  // The first one who looks at a page has it rendered, and at a file of the sample company.
  const isMade = row.preview_state === 'waiting' && deps.hasPreview(file.mime)
  if (page > 1 || isMade) {
    const id = idIn(c.req.param('id'))
    const job = previewJob({ entity: entity.name, id, path: file.path, mime: file.mime, page })
    await enqueue(deps.database.kysely, deps.now().toISOString(), [{ ...job, user_id: deps.askerOf(c).user.id }])
    deps.wakeWorker()
  }
  const hasOther = typeof row.preview_path === 'string' || row.image === true
  if (page > 1 || (isMade && !hasOther)) {
    c.header('Retry-After', '1')
    c.header('Cache-Control', 'no-store')
    return c.json({ message: 'This page is being rendered.' }, 202)
  }
  // Until it is rendered, another picture stands in for it, which must not be cached in its place.
  const lasting = row.preview_state !== 'waiting'
  if (typeof row.preview_path === 'string')
    return serveFile(c, store, { ...file, path: row.preview_path, mime: PREVIEW_MIME, size: null, lasting })
  if (row.image !== true) throw new Refusal(404, 'There is no preview of this file.')
  return serveFile(c, store, { ...file, lasting })
}

function mountFile(on: Serving, at: string, fileIn: (c: HonoContext) => Promise<FileRow>) {
  const { app, store, links } = on
  app.get(`${at}/file`, async (c) => {
    const file = servedFile(await fileIn(c), wantsDownload(c))
    if (wantsDownload(c) && file.mime === ZIP) await on.deps.noteExport(c, file.name)
    // Scripts cannot follow a redirect to the bucket, because the page's policy and the bucket's CORS rules forbid it.
    if (!store.linkTo || c.req.header('sec-fetch-dest') === 'empty') return serveFile(c, store, file)
    c.header('Cache-Control', `private, max-age=${LINK_MS / 1000 - 60}`)
    c.header('Vary', 'Cookie', { append: true })
    return c.redirect((await links(file)).url)
  })

  app.get(`${at}/preview`, async (c) => sendPreview(on, c, await fileIn(c), c.req.query('size')))
  app.get(`${at}/thumb`, async (c) => sendPreview(on, c, await fileIn(c), undefined))

  app.post(`${at}/link`, async (c) => c.json(await links(servedFile(await fileIn(c), wantsDownload(c)))))
}

/** Sends the files of these records, as far as this user sees them, in one archive. */
async function sendArchive(
  { deps, catalog, entity, archives }: Serving,
  c: HonoContext,
  ctx: Context,
  { name, where, foldersOf }: { name: string; where: RawBuilder<unknown>; foldersOf?: (row: Row) => string[] },
) {
  const rule = condition(catalog, entity, await ruleFor(catalog, entity, ctx))
  const seen = sql`${alive()} and ${rule} and ${where}`
  const found = await selectRows(ctx.db, catalog, entity, { where: seen, order: sql` order by t.id` })
  // The files of some records come later.
  const rows = found.filter(({ path }) => path !== null)
  if (!rows.length) throw new Refusal(404, 'There are no files here.')
  const files = rows.map((row) => ({
    ...servedFile(row, true),
    size: Number(row.size),
    modified: row.created_at,
    ...(foldersOf && { folders: foldersOf(row) }),
  }))
  if (c.req.method !== 'HEAD') await deps.noteExport(c, `${name}.zip`)
  const { open, length } = archives.pack(files)
  // Nobody reads the answer to HEAD.
  const body = c.req.method === 'HEAD' ? new ReadableStream() : await open(ctx.user)
  return c.body(body, 200, {
    'Content-Type': ZIP,
    'Content-Length': String(length),
    'Content-Disposition': disposition({ name: `${name}.zip`, inline: false }),
    'Cache-Control': 'private, no-store',
  })
}

const contextOf = ({ deps, target }: Serving, c: HonoContext) => {
  const asker = deps.askerOf(c)
  target.demand(asker.user, 'view')
  return createContext(deps, asker)
}

function mountArchive(on: Serving): void {
  const { app, deps, catalog, entity, path, target } = on
  // Without a parent in the path there is no telling whose files, or how many.
  if (path.includes(':'))
    return void app.get(`${path}/zip`, async (c) => {
      const ctx = contextOf(on, c)
      const chosen = c.req.queries('id[]')?.flatMap((id) => readId(id) ?? [])
      const where = condition(catalog, entity, { ...(await target.parentsIn(ctx, c)), ...(chosen && { id: chosen }) })
      return sendArchive(on, c, ctx, { name: entity.display.plural, where })
    })
  const { archives: below } = catalog.serving(entity)
  if (!below) return
  const above = createTarget(deps, below.of)
  app.get(`${rootPathOf(below.of)}/:id{[0-9]+}/zip`, async (c) => {
    const ctx = contextOf(on, c)
    above.demand(ctx.user, 'view')
    const { id } = await above.rowFor(ctx, idIn(c.req.param('id')), {})
    const { where, ...rest } = await below.contents(id, ctx)
    return sendArchive(on, c, ctx, { ...rest, where: condition(catalog, entity, await resolve(catalog, where, ctx)) })
  })
}

/**
 * Mounts the downloads of files, for everyone who may see their record: GET …/{id}/file and …/{id}/preview, POST …/{id}/link
 * for a link that works without a session, the same of each version below …/{id}/versions/{version_id}, and GET …/zip
 * for all files below one parent, or those of `id[]`, or below a record that has an archive of them.
 */
export function mountDownloads(app: Hono, deps: AllServices, place: UploadPlace, files: Files): void {
  const { catalog } = deps
  const { entity, path } = place
  const on: Serving = { ...place, ...files, app, deps, catalog }
  mountFile(on, `${path}/:id{[0-9]+}`, (c) => rowIn(on, c))

  if (hasVersions(entity)) {
    const at = `${path}/:id{[0-9]+}/versions`
    app.get(at, async (c) => {
      const row = await rowIn(on, c)
      const { versions } = present(catalog, entity, row, deps.askerOf(c).user, { detail: true })
      const current = (line: Version) => ({ ...line, current: line.number === row.version })
      return c.json((versions as Version[]).map(current).reverse())
    })
    mountFile(on, `${at}/:version{[0-9]+}`, async (c) => versionIn(await rowIn(on, c), c.req.param('version')))
  }
  mountArchive(on)
}
