import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { not, refuse, type Ctx } from '#server/define-server.ts'
import { drawingRevisions, drawings, type Drawing, type DrawingRevision } from '../entities.ts'
import { box } from '../geometry.ts'
import { someValuesOf } from './page-values.ts'
import { boxes as boxesForm, isOpen, type Boxes, type Taught } from '../reviewing.ts'
import { labelIn } from '#lib/title-block/labels.ts'
import type { Run } from '#lib/title-block/lines.ts'
import type { Found } from '#lib/title-block/found.ts'
import { doubted } from '#lib/title-block/recognized.ts'
import { readTitleBlock, type Reading } from '#lib/title-block/read.ts'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { numberKey } from '#lib/title-block/values.ts'

const NO_BOX = 'Draw a box around the sheet number.'
/** How many earlier sets are looked at for the layout of a page, newest first. */
const MOST_SETS = 40
/** How far a text may be from where it was, in parts of the page, and how many of the texts are enough. */
const [NEAR, ENOUGH] = [0.006, 0.8]
const MOST_ANCHORS = 40

/** Where somebody showed that values stand, and whether that was in an earlier set. */
export interface Shown {
  readonly boxes: Boxes
  readonly isEarlier: boolean
}

type Anchors = Taught[number]['anchors']

interface Sized {
  readonly width: number | null
  readonly height: number | null
}
const isSize = (a: Sized, b: Sized) =>
  Math.abs((a.width ?? 0) - (b.width ?? 0)) < 1 && Math.abs((a.height ?? 0) - (b.height ?? 0)) < 1

/** Texts that all sheets of an office have in their places: labels, and what stands on several pages alike. */
function anchorsOf(runs: readonly Run[], others: readonly (readonly Run[])[]): Anchors {
  const isThere = (run: Run, page: readonly Run[]) =>
    page.some((one) => one.text === run.text && Math.hypot(one.x - run.x, one.y - run.y) < NEAR)
  const fixed = runs.filter((run) => labelIn(run.text)?.rest === '' || others.some((page) => isThere(run, page)))
  return fixed.slice(0, MOST_ANCHORS).map(({ text, x, y }) => ({ text, x, y }))
}

function isLaidOut(runs: readonly Run[], anchors: Anchors): boolean {
  if (anchors.length < 3) return false
  const found = anchors.filter(({ text, x, y }) =>
    runs.some((run) => run.text === text && Math.hypot(run.x - x, run.y - y) < NEAR),
  )
  return found.length >= ENOUGH * anchors.length
}

/**
 * Where somebody showed that the values of such a page stand: in its own set, or in an earlier one of its project that is
 * laid out alike. Another project's sheets are another architect's, whatever they look like.
 */
export async function taughtFor(
  set: Drawing,
  { runs, ...size }: Sized & { runs: readonly Run[] },
  ctx: Ctx,
): Promise<Shown> {
  const now = await ctx.find(drawings, set.id)
  const own = (now?.taught ?? []).find((one) => isSize(one, size))
  if (own) return { boxes: own.boxes, isEarlier: false }
  const earlier = await ctx.all(drawings, { project_id: set.project_id, taught: not(null) })
  const newest = earlier
    .filter(({ id }) => id !== set.id)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, MOST_SETS)
  const alike = newest.flatMap(({ taught }) => taught ?? [])
  const found = alike.find((one) => isSize(one, size) && isLaidOut(runs, one.anchors))
  return { boxes: found?.boxes ?? {}, isEarlier: true }
}

/**
 * Reads a title block at the boxes that somebody drew. Where one holds nothing, or an earlier set's says another number than
 * the sheet does by itself, somebody is to look.
 */
export function readShown(readAt: (boxes: Boxes) => Reading, { boxes, isEarlier }: Shown): Reading {
  const read = readAt(boxes)
  if (!Object.keys(boxes).length) return read
  const plain = readAt({})
  const fieldOf = (field: ReadField): Found => {
    const [one, other] = [read[field], plain[field]]
    if (one.value === null) return { ...other, box: other.box ?? one.box, sure: false }
    const differs =
      isEarlier && field === 'number' && other.sure && numberKey(other.value ?? '') !== numberKey(one.value)
    return differs ? { ...one, sure: false, likely: [one.value, ...other.likely, other.value ?? ''] } : one
  }
  return { number: fieldOf('number'), title: fieldOf('title'), revision: fieldOf('revision'), dated: fieldOf('dated') }
}

/** The boxes in a request; a client of an earlier version shows where the number is alone. */
function boxesIn(body: unknown): Boxes {
  const sent = isObject(body) ? body : {}
  const all = boxesForm.safeParse(sent.boxes)
  if (all.success && Object.keys(all.data).length) return all.data
  const number = box.safeParse(sent.box)
  if (!number.success) refuse(NO_BOX, { box: ['is invalid'] })
  return { number: number.data }
}

const revisionIn = (body: unknown): Id | null => (isObject(body) ? readId(body.revision_id) : null)

/**
 * Reads the values of all pages of a size again where somebody showed on one that they stand, and notes it for later sets
 * of the same layout (rule drawing-taught). What people typed stays.
 */
export async function useBox(set: Drawing, ctx: Ctx, body: unknown): Promise<Drawing> {
  const drawn = boxesIn(body)
  const shown = revisionIn(body)
  const pages = await ctx.all(drawingRevisions, { drawing_id: set.id, published_at: null, state: 'ready' })
  const model = pages.find(({ id }) => id === shown) ?? pages[0]
  if (!model?.width || !model.height) return set
  const size = { width: model.width, height: model.height }
  const alike = pages.filter((page) => isSize(page, size))
  const known = (set.taught ?? []).find((one) => isSize(one, size))
  const boxes: Boxes = { ...known?.boxes, ...drawn }
  for (const page of alike) await readAgain(page, drawn, ctx)
  const others = alike.filter(({ id }) => id !== model.id).slice(0, 5)
  const anchors = anchorsOf(
    model.runs ?? [],
    others.map(({ runs }) => runs ?? []),
  )
  const taught = [...(set.taught ?? []).filter((one) => one !== known), { ...size, boxes, anchors }]
  return { ...set, taught, ...(drawn.number && { number_box: drawn.number }) }
}

/** Reads a page at the boxes that were drawn; a box that holds nothing there changes nothing, and is to be looked at. */
async function readAgain(page: DrawingRevision, drawn: Boxes, ctx: Ctx): Promise<void> {
  const { id, width, height } = page
  const fields = readFields.filter((field) => drawn[field] && isOpen(page, field))
  if (!fields.length || !width || !height) return
  const found = readTitleBlock(page.runs ?? [], { width, height }, drawn)
  const reading = page.recognition === null ? found : doubted(found)
  await ctx.save(drawingRevisions, { id, ...someValuesOf(reading, fields, page) })
}
