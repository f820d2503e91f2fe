import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { asNumber } from '#lib/numbers.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { drawingRevisions, markups, type DrawingRevision } from '../entities.ts'
import { alignment } from '../alignment.ts'
import { fits, units, type Point, type Scale } from '../geometry.ts'
import { kindOf, measured } from '../measuring.ts'

const isUnit = (value: unknown): value is (typeof units)[number] => (units as readonly unknown[]).includes(value)
/** How far two places must be from each other to tell how a page is turned, in points. */
const LEAST_APART = 9
const SAME_PLACES = 'Show the same two places on both sheets.'
/** Older ones give way. */
const MOST_ALIGNMENTS = 50
const TWO_POINTS = 'Show the two ends of a length that you know.'

/**
 * Sets the scale of a sheet by two points and how far apart they are in reality. What was measured on it before is
 * measured again.
 */
export async function calibrate(revision: DrawingRevision, ctx: Ctx, body: unknown): Promise<DrawingRevision> {
  const { points, length, unit } = isObject(body) ? body : {}
  if (!fits('line', { points })) refuse(TWO_POINTS, { points: [TWO_POINTS] })
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = points as readonly Point[]
  const inPoints = Math.hypot((bx - ax) * (revision.width ?? 0), (by - ay) * (revision.height ?? 0))
  if (inPoints < 1) refuse(TWO_POINTS, { points: [TWO_POINTS] })
  const known = asNumber(length)
  if (!(known > 0 && known < 1e6)) refuse('Length is required', { length: ['must be more than 0'] })
  if (!isUnit(unit)) refuse('Unit is required', { unit: [`must be one of ${units.join(', ')}`] })
  const scale: Scale = { units_per_pt: known / inPoints, unit, by: ctx.user.id, at: ctx.now }
  for (const mark of await ctx.all(markups, { revision_id: revision.id, type: 'measure' })) {
    const found = measured(mark.geometry, kindOf(mark.unit), revision, scale)
    const isSame = found?.measurement === mark.measurement && found.unit === mark.unit
    if (found && !isSame) await ctx.save(markups, { id: mark.id, ...found })
  }
  return { ...revision, scale }
}

/**
 * Notes which two places of another revision lie on which places of this one (rule compare), in place of what was known of
 * them; without points they are no longer aligned.
 */
export async function align(revision: DrawingRevision, { find, user, now }: Ctx, body: unknown) {
  const { revision_id, points, onto } = isObject(body) ? body : {}
  const other = await find(drawingRevisions, readId(revision_id) ?? 0)
  if (!other || other.project_id !== revision.project_id || other.id === revision.id)
    return refuse('Choose another sheet.', { revision_id: ['Revision is invalid'] })
  const others = (revision.alignments ?? []).filter((one) => one.revision_id !== other.id)
  if (points === null) return { ...revision, alignments: others }
  const read = alignment.safeParse({ revision_id: other.id, points, onto, by: user.id, at: now })
  const isApart = ([a, b]: readonly Point[], { width, height }: DrawingRevision) =>
    !!a && !!b && Math.hypot((a[0] - b[0]) * (width ?? 0), (a[1] - b[1]) * (height ?? 0)) >= LEAST_APART
  if (!read.success || !isApart(read.data.points, other) || !isApart(read.data.onto, revision))
    return refuse(SAME_PLACES, { points: [SAME_PLACES] })
  return { ...revision, alignments: [...others, read.data].slice(-MOST_ALIGNMENTS) }
}
