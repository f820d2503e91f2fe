import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { cleanName } from '#lib/file-names.ts'
import { isObject } from '#lib/is-object.ts'
import { type Ctx, type JobKind, type JobTools } from '#server/define-server.ts'
import { drawingRevisions, drawings, type Drawing } from '../entities.ts'
import { recognizeNext, recognizePage } from './recognizing.ts'
import { readShown, taughtFor } from './teaching.ts'
import { someValuesOf } from './page-values.ts'
import { blockRuns, readName, readTitleBlock, type Reading } from '#lib/title-block/read.ts'
import { readFields } from '#lib/title-block/read-fields.ts'
import { doubted } from '#lib/title-block/recognized.ts'
import { isOpen } from '../reviewing.ts'

export const MOST_PAGES = 2000
export const TOO_MANY = 'A set has at most 2,000 pages.'
const NO_PAGES = 'This PDF has no pages.'
const NO_ENGINE = 'Drawings cannot be read here.'

export const watermark = (revision: string): string => `SUPERSEDED – see rev ${revision}`

type Tools = JobTools
const failSet = (id: Id, error: string) => async (ctx: Ctx) => {
  const set = await ctx.find(drawings, id)
  if (set) await ctx.save(drawings, { id, state: 'failed', error })
}

/** The set is under review as soon as its last page was read; of two that end at once, the second to get here sees both. */
async function finishSet(drawing_id: Id, ctx: Ctx): Promise<void> {
  await ctx.alone(`pages of drawing set ${drawing_id}`)
  const set = await ctx.find(drawings, drawing_id)
  if (set?.state !== 'reading') return
  if (await ctx.count(drawingRevisions, { drawing_id, state: 'reading' })) return
  await ctx.save(drawings, { id: drawing_id, state: 'review' })
}

/** Reads how many pages a set has, and lets each of them be read. */
async function readSet(id: Id, { inTransaction, pdfs }: Tools): Promise<void> {
  const set = await inTransaction((ctx) => ctx.find(drawings, id))
  if (set?.state !== 'reading') return
  const counted = pdfs ? await pdfs.count(set.path) : { problem: NO_ENGINE }
  if ('problem' in counted) return inTransaction(failSet(id, counted.problem))
  const { pages } = counted
  if (pages < 1 || pages > MOST_PAGES) return inTransaction(failSet(id, pages < 1 ? NO_PAGES : TOO_MANY))
  await inTransaction(async (ctx) => {
    if (await ctx.count(drawingRevisions, { drawing_id: id })) return
    const { project_id, user_id, name, mime, received_on } = set
    const rows = await ctx.save(
      drawingRevisions,
      Array.from({ length: pages }, (_, at) => {
        return {
          drawing_id: id,
          project_id,
          user_id,
          page: at + 1,
          name,
          mime,
          size: 0,
          dated: received_on,
          certainty: {},
        }
      }),
    )
    await ctx.save(drawings, { id, pages })
    for (const row of rows) await ctx.enqueue('drawing-page', { id: row.id }, { key: `drawing page ${row.id}` })
  })
}

/** What a page's title block says; where it has no number, what its file is named, which nobody can be sure of. */
function orNamed(read: Reading, set: Drawing): Reading {
  if (read.number.value !== null || set.pages !== 1) return read
  const named = readName(set.name)
  return { ...read, number: named.number, title: read.title.value === null ? named.title : read.title }
}

/** Reads one page: a PDF of its own, its text, and what its title block says. */
async function readPage(id: Id, { inTransaction, pdfs }: Tools): Promise<void> {
  const found = await inTransaction(async (ctx) => {
    const page = await ctx.find(drawingRevisions, id)
    const set = page && (await ctx.find(drawings, page.drawing_id))
    return page?.state === 'reading' && set ? { page, set } : null
  })
  if (!found) return
  const { page, set } = found
  const read = pdfs ? await pdfs.page(set.path, page.page) : { problem: NO_ENGINE }
  await inTransaction(async (ctx) => {
    const now = await ctx.find(drawingRevisions, id)
    if (now?.state !== 'reading') return
    if ('problem' in read) await ctx.save(drawingRevisions, { id, state: 'failed', error: read.problem })
    else {
      const { file, width, height, kind, text, content } = read
      const runs = blockRuns(read.runs, read)
      const shown = await taughtFor(set, { runs, width, height }, ctx)
      const before = { ...now, certainty: now.certainty ?? {} }
      const fields = readFields.filter((field) => isOpen(before, field))
      const own = readShown((boxes) => readTitleBlock(runs, read, boxes), shown)
      const reading = orNamed(read.isRecognized ? doubted(own) : own, set)
      const values = someValuesOf(reading, fields, before, set.received_on)
      const recognition = own.number.value === null ? 'waiting' : read.isRecognized ? 'read' : null
      await ctx.save(drawingRevisions, {
        id,
        state: 'ready',
        error: null,
        preview_state: 'waiting',
        width,
        height,
        kind,
        text,
        recognition,
        name: fileName(values.number ?? now.number ?? `Page ${page.page}`),
        path: file.path,
        size: file.size,
        sha256: file.sha256,
        content,
        runs,
        ...values,
      })
      await pdfs?.attach(ctx, drawingRevisions, id, file)
      if (recognition === 'waiting') await recognizeNext(set.id, ctx)
    }
    await finishSet(page.drawing_id, ctx)
  })
}

export const fileName = (title: string): string => cleanName(`${title}.pdf`)

/** Makes a copy of a set that needs no password, and reads it. */
async function unlockSet(id: Id, password: string, { inTransaction, pdfs }: Tools): Promise<void> {
  const set = await inTransaction((ctx) => ctx.find(drawings, id))
  if (set?.state !== 'reading') return
  const answer = pdfs ? await pdfs.unlock(set.path, password) : { problem: NO_ENGINE }
  if ('problem' in answer) return inTransaction(failSet(id, answer.problem))
  const { file } = answer
  await inTransaction(async (ctx) => {
    await ctx.save(drawings, { id, path: file.path, size: file.size, sha256: file.sha256 })
    await pdfs?.attach(ctx, drawings, id, file)
    await ctx.enqueue('drawing-read', { id })
  })
}

/** Writes across a superseded revision's file by which revision it is superseded, so that copies and prints say so. */
async function stampPage(id: Id, { inTransaction, pdfs }: Tools): Promise<void> {
  const found = await inTransaction(async (ctx) => {
    const page = await ctx.find(drawingRevisions, id)
    const set = page && (await ctx.find(drawings, page.drawing_id))
    return page && set ? { page, set } : null
  })
  const by = found?.page.superseded_by ?? null
  if (!found || by === found.page.stamped || !pdfs) return
  const { page, set } = found
  const made = await pdfs.page(set.path, page.page, by === null ? undefined : watermark(by))
  if ('problem' in made) throw new Error(made.problem)
  const { file } = made
  await inTransaction(async (ctx) => {
    const now = await ctx.find(drawingRevisions, id)
    if (!now || now.superseded_by !== by) return
    const { path, size, sha256 } = file
    await ctx.save(drawingRevisions, { id, path, size, sha256, preview_state: 'waiting', stamped: by })
    await pdfs.attach(ctx, drawingRevisions, id, file)
  })
}

const job = (run: (id: Id, tools: Tools, payload: Readonly<Record<string, unknown>>) => Promise<void>): JobKind => ({
  lane: 'heavy',
  async run(payload, tools) {
    const sent = isObject(payload) ? payload : {}
    const id = readId(sent.id)
    if (id !== null) await run(id, tools, sent)
  },
})

export const readingJobs: Record<string, JobKind> = {
  'drawing-read': job(readSet),
  'drawing-page': job(readPage),
  // Whoever checks a set sees its pages before all of them are recognized.
  'drawing-recognize': { ...job(recognizePage), patient: true },
  'drawing-unlock': { ...job((id, tools, { password }) => unlockSet(id, String(password), tools)), secret: true },
  'drawing-stamp': job(stampPage),
}
