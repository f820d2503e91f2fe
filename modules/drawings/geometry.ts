import * as z from 'zod/mini'
import { kindOf, leastPoints, opened } from './measuring.ts'

/** All places are parts of the displayed page, from 0 to 1, from its upper left corner. */
const part = z.number().check(z.minimum(0), z.maximum(1))
export const place = z.tuple([part, part, part, part])
/** A rectangle: left, top, right and bottom. */
export type Place = readonly [number, number, number, number]

export const markTypes = [
  'pen',
  'line',
  'arrow',
  'rectangle',
  'ellipse',
  'cloud',
  'text',
  'highlight',
  'measure',
  'photo',
  'pin',
] as const
export type MarkType = (typeof markTypes)[number]

export const MOST_POINTS = 2000
const OUTSIDE = 'must be on the sheet'

export type Point = readonly [number, number]
export type Geometry =
  | { readonly points: readonly Point[] }
  | { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  | { readonly x: number; readonly y: number }

export const point = z.tuple([part, part])
const points = z.strictObject({ points: z.array(point).check(z.minLength(1), z.maxLength(MOST_POINTS)) })
const rectangle = z.strictObject({ x: part, y: part, w: part, h: part })
const spot = z.strictObject({ x: part, y: part })

/** The form that each type's geometry has. */
const forms: Readonly<Record<MarkType, z.ZodMiniType<Geometry>>> = {
  pen: points,
  highlight: points,
  line: points,
  arrow: points,
  measure: points,
  rectangle,
  ellipse: rectangle,
  cloud: rectangle,
  text: rectangle,
  photo: spot,
  pin: spot,
}

export const geometry = z.custom<Geometry>(
  (value) => [points, rectangle, spot].some((form) => z.safeParse(form, value).success),
  OUTSIDE,
)

/** Whether a geometry is one that this type of mark has; a measurement needs as many points as what it measures. */
export const fits = (type: MarkType, value: unknown, unit?: string | null): boolean => {
  if (!z.safeParse(forms[type], value).success) return false
  if (!isPoints(value)) return true
  const isLine = type === 'line' || type === 'arrow'
  const least = type === 'measure' ? leastPoints[kindOf(unit)] : isLine ? 2 : 1
  return opened(value.points).length >= least
}
const isPoints = (value: unknown): value is { points: readonly Point[] } =>
  typeof value === 'object' && value !== null && 'points' in value

const rounded = (value: number) => Math.min(1, Math.round(value * 1e6) / 1e6)

/** The rectangle around a mark. */
export function boundsOf(shape: Geometry): Place {
  if (!('points' in shape)) {
    const [w, h] = 'w' in shape ? [shape.w, shape.h] : [0, 0]
    return [shape.x, shape.y, rounded(shape.x + w), rounded(shape.y + h)]
  }
  let [left, top, right, bottom] = [1, 1, 0, 0]
  for (const [x, y] of shape.points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right, bottom]
}

/** A box of the title block: left, top, width and height. */
export const box = z.strictObject({ x: part, y: part, w: part, h: part })
export type Box = z.infer<typeof box>

const run = z.strictObject({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  turn: z.optional(z.number()),
})
export const runs = z.array(run)

export const units = ['ft', 'm'] as const
/** How long things are in reality: so many units a point of the page. */
export const scale = z.strictObject({
  units_per_pt: z.number(),
  unit: z.enum(units),
  by: z.number(),
  at: z.string(),
})
export type Scale = z.infer<typeof scale>
