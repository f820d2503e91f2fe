import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import { point, type Geometry, type Point } from './geometry.ts'

const pair = z.tuple([point, point])
/** Two places of another revision, and the same places on the one that has this alignment. */
export const alignment = z.strictObject({
  revision_id: z.number(),
  points: pair,
  onto: pair,
  by: z.number(),
  at: z.string(),
})
export const alignments = z.array(alignment)
export type Alignment = z.infer<typeof alignment>

interface Page {
  readonly id: Id
  readonly width: number | null
  readonly height: number | null
  readonly alignments: readonly Alignment[] | null
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Maps x to ax + cy + e and y to bx + dy + f, as in PDF and CSS; here in points of pages. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const same: Matrix = [1, 0, 0, 1, 0, 0]
export const mapped = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f]

/** First one, then the other. */
export function after(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [x, y] = mapped(then, [e, f])
  return [
    then[0] * a + then[2] * b,
    then[1] * a + then[3] * b,
    then[0] * c + then[2] * d,
    then[1] * c + then[3] * d,
    x,
    y,
  ]
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const det = a * d - b * c || 1
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det]
}

/** How much longer things become. */
export const lengthening = ([a, b]: Matrix): number => Math.hypot(a, b)

const sizeOf = ({ width, height }: Page): Size => ({ width: width ?? 612, height: height ?? 792 })
const inPoints = ([u, v]: Point, { width, height }: Size): Point => [u * width, v * height]
const inParts = ([x, y]: Point, { width, height }: Size): Point => [x / width, y / height]

/** Turns, scales and moves a page so that two of its places come to lie on two of another one. */
function fitted({ points, onto }: Alignment, from: Size, to: Size): Matrix {
  const [p, q] = [inPoints(points[0], from), inPoints(points[1], from)]
  const [r, s] = [inPoints(onto[0], to), inPoints(onto[1], to)]
  const [dx, dy, ex, ey] = [q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]]
  const squared = dx * dx + dy * dy || 1
  const [a, b] = [(ex * dx + ey * dy) / squared, (ey * dx - ex * dy) / squared]
  return [a, b, -b, a, r[0] - a * p[0] + b * p[1], r[1] - b * p[0] - a * p[1]]
}

/** How one page lies on another by an alignment that somebody made; null without one. */
export function alignedWith(from: Page, to: Page): Matrix | null {
  const forth = to.alignments?.find(({ revision_id }) => revision_id === from.id)
  if (forth) return fitted(forth, sizeOf(from), sizeOf(to))
  const back = from.alignments?.find(({ revision_id }) => revision_id === to.id)
  return back ? inverse(fitted(back, sizeOf(to), sizeOf(from))) : null
}

/** Without an alignment, pages of different sizes are made as wide as each other. */
const asWide = (from: Page, to: Page): Matrix => {
  const ratio = sizeOf(to).width / sizeOf(from).width
  return ratio === 1 ? same : [ratio, 0, 0, ratio, 0, 0]
}

/**
 * How a page lies on another one: by their alignment, by those of the revisions between them, or as wide as it.
 * @param revisions of a sheet, the latest first
 */
export function laidOn(from: Page, to: Page, revisions: readonly Page[]): Matrix {
  const direct = from.id === to.id ? same : alignedWith(from, to)
  if (direct) return direct
  const [first, last] = [from, to].map(({ id }) => revisions.findIndex((one) => one.id === id)) as [number, number]
  if (first < 0 || last < 0) return asWide(from, to)
  if (first < last) return inverse(laidOn(to, from, revisions))
  const steps = revisions.slice(last, first + 1).toReversed()
  return steps.slice(1).reduce<Matrix>((matrix, next, at) => {
    const before = steps[at] ?? from
    return after(matrix, alignedWith(before, next) ?? asWide(before, next))
  }, same)
}

const isSame = (matrix: Matrix) => matrix.every((value, at) => Math.abs(value - (same[at] ?? 0)) < 1e-9)
const part = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6))

/**
 * A mark's shape on another page. Rectangles stay upright: they keep their middle, and become larger or smaller.
 * @returns the same shape where nothing moves it
 */
export function carried(shape: Geometry, matrix: Matrix, from: Page, to: Page): Geometry {
  const [own, other] = [sizeOf(from), sizeOf(to)]
  if (isSame(matrix) && own.width === other.width && own.height === other.height) return shape
  const place = (at: Point): Point => inParts(mapped(matrix, inPoints(at, own)), other)
  const kept = (at: Point): Point => {
    const [x, y] = place(at)
    return [part(x), part(y)]
  }
  if ('points' in shape) return { points: shape.points.map(kept) }
  if (!('w' in shape)) {
    const [x, y] = kept([shape.x, shape.y])
    return { x, y }
  }
  const [x, y] = place([shape.x + shape.w / 2, shape.y + shape.h / 2])
  const longer = lengthening(matrix)
  const [w, h] = [(shape.w * own.width * longer) / other.width, (shape.h * own.height * longer) / other.height]
  const [left, top] = [part(x - w / 2), part(y - h / 2)]
  return { x: left, y: top, w: part(x + w / 2) - left, h: part(y + h / 2) - top }
}
