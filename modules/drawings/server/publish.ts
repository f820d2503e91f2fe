import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { not, refuse, type Ctx } from '#server/define-server.ts'
import { numberKey } from '#lib/title-block/values.ts'
import { drawingRevisions, drawingSheets, type Drawing, type DrawingRevision, type DrawingSheet } from '../entities.ts'
import { sheetFinder } from '../disciplines.ts'
import { fileName } from './reading.ts'
import { byPublishing, earlierOf, NO_NUMBER, outcomesOf, type Outcome } from '../publishing.ts'

const NOTHING = 'There is nothing to publish yet.'

const wantedIn = (body: unknown): ReadonlySet<Id> | null => {
  const ids = isObject(body) ? body.revision_ids : undefined
  return Array.isArray(ids) ? new Set(ids.flatMap((id) => readId(id) ?? [])) : null
}

/** The sheets of these pages, by number; those that do not exist yet are made. */
async function sheetsFor(
  pages: readonly DrawingRevision[],
  { sheetOf, project_id }: { sheetOf: (number: string) => string; project_id: Id },
  ctx: Ctx,
): Promise<Map<string, DrawingSheet>> {
  const keys = new Map(pages.map((page) => [sheetOf(page.number ?? ''), page]))
  const known = await ctx.all(drawingSheets, { project_id, sheet_key: [...keys.keys()] })
  const sheets = new Map(known.map((sheet) => [numberKey(sheet.number), sheet]))
  const missing = [...keys].flatMap(([key, page]) => (sheets.has(key) ? [] : [page]))
  const made = await ctx.save(
    drawingSheets,
    missing.map(({ number, title, discipline }) => {
      const name = number ?? ''
      return { project_id, number: name, sheet_key: numberKey(name), title: title ?? '', discipline }
    }),
  )
  for (const sheet of made) sheets.set(numberKey(sheet.number), sheet)
  return sheets
}

/** Publishes one page as the current revision of its sheet. */
async function publishPage(
  { page, sheet, revision }: { page: DrawingRevision; sheet: DrawingSheet; revision: string },
  set: Drawing,
  ctx: Ctx,
): Promise<void> {
  const earlier = await ctx.all(drawingRevisions, { drawing_sheet_id: sheet.id, published_at: not(null) })
  const current = earlier.find(({ id }) => id === sheet.current_revision_id)
  for (const one of earlier) {
    await ctx.save(drawingRevisions, {
      id: one.id,
      superseded_by: revision,
      superseded_id: one.superseded_id ?? ctx.user.id,
      superseded_at: one.superseded_at ?? ctx.now,
    })
    await ctx.enqueue('drawing-stamp', { id: one.id }, { key: `drawing stamp ${one.id} ${page.id}` })
  }
  const isSameSize = current?.width === page.width && current?.height === page.height
  await ctx.save(drawingRevisions, {
    id: page.id,
    drawing_sheet_id: sheet.id,
    number: sheet.number,
    name: fileName(`${sheet.number} rev ${revision}`),
    revision,
    published_id: ctx.user.id,
    published_at: ctx.now,
    shared_id: set.shared_id,
    shared_at: set.shared_at,
    ...(page.scale === null && isSameSize && current && { scale: current.scale }),
  })
  await ctx.save(drawingSheets, {
    id: sheet.id,
    current_revision_id: page.id,
    title: page.title ?? sheet.title,
    discipline: page.discipline,
    shared_at: sheet.shared_at ?? set.shared_at,
    ...(set.shared_at !== null && { shared_revision_id: page.id }),
  })
}

/**
 * Publishes all pages that are ready and have what they need, or those in `revision_ids`. Each becomes the current revision
 * of its sheet, and the previous revision becomes superseded (rule drawing-publish). What a review asks about pages is for
 * who names them to decide: clients that name none never asked.
 */
export async function publish(set: Drawing, ctx: Ctx, body: unknown): Promise<Drawing> {
  const { project_id } = set
  await ctx.alone(`drawing sheets of ${project_id}`)
  const wanted = wantedIn(body)
  const open = await ctx.all(drawingRevisions, { drawing_id: set.id, published_at: null })
  const ready = open.filter((page) => page.state === 'ready' && (wanted?.has(page.id) ?? true))
  const known = await ctx.pick(drawingSheets, ['id', 'number'], { project_id })
  const earlier = await ctx.all(drawingRevisions, { project_id, published_at: not(null) })
  const outcomes = outcomesOf(ready, earlierOf(earlier, known))
  const problems = ready.flatMap((page) => outcomes.get(page.id)?.problem ?? [])
  const [problem] = problems
  const chosen = ready.filter((page) => outcomes.get(page.id)?.problem === null)
  if (problem !== undefined && (wanted || !chosen.length)) refuse(problem, errorsOf(problem))
  if (!chosen.length) refuse(NOTHING)
  const sheetOf = sheetFinder(known.map(({ number }) => number))
  const sheets = await sheetsFor(chosen, { sheetOf, project_id }, ctx)
  for (const page of chosen.toSorted((a, b) => a.page - b.page)) {
    const key = sheetOf(page.number ?? '')
    const sheet = sheets.get(key)
    const { revision }: Pick<Outcome, 'revision'> = outcomes.get(page.id) ?? { revision: '0' }
    if (!sheet) continue
    await publishPage({ page, sheet, revision }, set, ctx)
    sheets.set(key, { ...sheet, current_revision_id: page.id })
  }
  const state = open.length > chosen.length ? 'review' : 'published'
  return { ...set, state, published_id: ctx.user.id, published_at: set.published_at ?? ctx.now }
}

const errorsOf = (problem: string) => ({ [problem === NO_NUMBER ? 'number' : 'revision']: [problem] })

/** Shares the pages of a set with the project's guests as the set itself is shared. */
export async function share(set: Drawing, ctx: Ctx): Promise<Drawing> {
  if (!set.published_at) refuse('Publish this set first.')
  const { shared_id, shared_at } = set
  const pages = await ctx.all(drawingRevisions, { drawing_id: set.id, published_at: not(null) })
  for (const { id } of pages) await ctx.save(drawingRevisions, { id, shared_id, shared_at })
  const ids = [...new Set(pages.flatMap(({ drawing_sheet_id }) => drawing_sheet_id ?? []))]
  const others = await ctx.all(drawingRevisions, { drawing_sheet_id: ids, shared_at: not(null) })
  const inOrder = others.toSorted(byPublishing)
  for (const id of ids) {
    const own = inOrder.filter(({ drawing_sheet_id }) => drawing_sheet_id === id)
    await ctx.save(drawingSheets, {
      id,
      shared_at: own[0]?.shared_at ?? null,
      shared_revision_id: own.at(-1)?.id ?? null,
    })
  }
  return set
}
