import { isObject } from '#core/entity/parse.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { markups, type DrawingRevision } from './entities.ts'
import { fits, units, type Point, type Scale } from './geometry.ts'
import { kindOf, measured } from './measuring.ts'

const isUnit = (value: unknown): value is (typeof units)[number] => (units as readonly unknown[]).includes(value)
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
  const known = Number(length)
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
