import type { Id } from '#core/access/access.ts'
import { blockParts, readRecognized } from '#lib/title-block/recognized.ts'
import { blockRuns } from '#lib/title-block/read.ts'
import { readFields } from '#lib/title-block/read-fields.ts'
import type { Ctx, JobTools } from '#server/define-server.ts'
import { drawingRevisions, drawings } from '../entities.ts'
import { isOpen } from '../reviewing.ts'
import { someValuesOf } from './page-values.ts'
import { readShown, taughtFor } from './teaching.ts'

const waiting = async (drawing_id: Id, ctx: Ctx): Promise<Id | undefined> => {
  const [first] = await ctx.pick(drawingRevisions, ['id'], { drawing_id, recognition: 'waiting' })
  return first?.id
}

/** Has the next page of a set recognized, behind all that waits by now: pages with text are ready in a moment. */
export async function recognizeNext(drawing_id: Id, ctx: Ctx): Promise<void> {
  await ctx.alone(`pages of drawing set ${drawing_id}`)
  const next = await waiting(drawing_id, ctx)
  if (next !== undefined)
    await ctx.enqueue('drawing-recognize', { id: drawing_id }, { key: `drawing recognize ${next}` })
}

/** Reads the words in the picture of one page, and what they say of its title block where its text says nothing. */
export async function recognizePage(drawing_id: Id, { inTransaction, pdfs }: JobTools): Promise<void> {
  const found = await inTransaction(async (ctx) => {
    const id = await waiting(drawing_id, ctx)
    const page = id === undefined ? null : await ctx.find(drawingRevisions, id)
    const set = page && (await ctx.find(drawings, drawing_id))
    return page?.width && page.height && set ? { page, set, size: { width: page.width, height: page.height } } : null
  })
  if (!found || !pdfs) return
  const { page, set, size } = found
  const read = await pdfs.recognize(set.path, { number: page.page, width: size.width, boxes: blockParts })
  await inTransaction(async (ctx) => {
    const now = await ctx.find(drawingRevisions, page.id)
    if (now?.recognition !== 'waiting') return
    if ('problem' in read) await ctx.save(drawingRevisions, { id: now.id, recognition: 'failed' })
    else {
      const runs = blockRuns(read.readings[0], size)
      const shown = await taughtFor(set, { runs, ...size }, ctx)
      const reading = readShown((boxes) => readRecognized(read.readings, size, boxes), shown)
      const before = { ...now, certainty: now.certainty ?? {} }
      // What the page's own text says is better known.
      const isFree = now.published_at === null
      const fields = readFields.filter((field) => isFree && isOpen(before, field) && !now.boxes?.[field])
      await ctx.save(drawingRevisions, {
        id: now.id,
        recognition: 'read',
        ...(!now.runs?.length && { runs }),
        ...someValuesOf(reading, fields, before),
      })
    }
    await recognizeNext(drawing_id, ctx)
  })
}
