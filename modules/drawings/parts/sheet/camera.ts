import type { Geometry, Point } from '../../geometry.ts'

export interface Size {
  readonly width: number
  readonly height: number
}
/** Quarter turns, clockwise. */
export type Turns = 0 | 1 | 2 | 3

/** Where the sheet is: its upper left corner in CSS pixels of the view, and how many of them a point takes. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** CSS pixels a point takes at 100 %: an inch of paper is as long as an inch of the screen. */
const NATURAL = 96 / 72
export const percentOf = (scale: number): number => Math.round((scale / NATURAL) * 100)
const MOST = 8 * NATURAL
/** Pins are whole from this scale on, and shrink below it, to where what is touched of them is still 24 pixels high. */
const [WHOLE_PINS, LEAST_PIN] = [0.3 * NATURAL, 0.7]
export const pinScale = (scale: number): number => Math.min(1, Math.max(LEAST_PIN, scale / WHOLE_PINS))

/** A page's size after quarter turns. */
export const turned = ({ width, height }: Size, turns: Turns): Size =>
  turns % 2 ? { width: height, height: width } : { width, height }

/** The whole sheet in the middle of the view. */
export function fit(page: Size, view: Size, pad = 16): Camera {
  const scale = Math.min((view.width - 2 * pad) / page.width, (view.height - 2 * pad) / page.height)
  const used = Math.max(0.01, scale)
  return { scale: used, x: (view.width - page.width * used) / 2, y: (view.height - page.height * used) / 2 }
}

/** Zooms by a factor around a place of the view. */
export function zoomAt(camera: Camera, factor: number, at: Point, least: number): Camera {
  const scale = Math.min(MOST, Math.max(least, camera.scale * factor))
  const ratio = scale / camera.scale
  return { scale, x: at[0] - (at[0] - camera.x) * ratio, y: at[1] - (at[1] - camera.y) * ratio }
}

/** The camera, moved back if the sheet would leave the view: at least 80 px of it stay visible. */
export function kept(camera: Camera, page: Size, view: Size): Camera {
  const edge = 80
  const [w, h] = [page.width * camera.scale, page.height * camera.scale]
  return {
    scale: camera.scale,
    x: Math.min(view.width - edge, Math.max(edge - w, camera.x)),
    y: Math.min(view.height - edge, Math.max(edge - h, camera.y)),
  }
}

/** Shows a place of the sheet in the middle of the view. */
export const centredOn = (place: Point, scale: number, page: Size, view: Size): Camera => ({
  scale,
  x: view.width / 2 - place[0] * page.width * scale,
  y: view.height / 2 - place[1] * page.height * scale,
})

/** Converts a place on the page to the rotated page; both are fractions of its size. */
export function turn([u, v]: Point, turns: Turns): Point {
  if (turns === 0) return [u, v]
  if (turns === 1) return [1 - v, u]
  return turns === 2 ? [1 - u, 1 - v] : [v, 1 - u]
}
const back = { 0: 0, 1: 3, 2: 2, 3: 1 } as const

/** Maps between the page and the view. */
export interface Projection {
  /** A place of the page in CSS pixels of the view. */
  toView(place: Point): Point
  /** A place of the view in parts of the page, never outside of it. */
  toPage(at: Point): Point
  /** CSS pixels that a thousandth of the page's width takes. */
  readonly unit: number
}

const part = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6))

export function projection({ x, y, scale }: Camera, page: Size, turns: Turns): Projection {
  const shown = turned(page, turns)
  const [w, h] = [shown.width * scale, shown.height * scale]
  return {
    unit: (page.width * scale) / 1000,
    toView(place) {
      const [u, v] = turn(place, turns)
      return [x + u * w, y + v * h]
    },
    toPage([left, top]) {
      const [u, v] = turn([(left - x) / w, (top - y) / h], back[turns])
      return [part(u), part(v)]
    },
  }
}

/** Moves a shape by parts of the page, as far as it stays on it. */
export function moved(shape: Geometry, dx: number, dy: number): Geometry {
  if ('points' in shape) return { points: shape.points.map(([x, y]): Point => [part(x + dx), part(y + dy)]) }
  const [w, h] = 'w' in shape ? [shape.w, shape.h] : [0, 0]
  const [x, y] = [Math.min(1 - w, part(shape.x + dx)), Math.min(1 - h, part(shape.y + dy))]
  return 'w' in shape ? { x, y, w, h } : { x, y }
}

/** Resizes a shape from one rectangle around it to another. */
export function resized(
  shape: Geometry,
  from: readonly [number, number, number, number],
  to: readonly [number, number, number, number],
): Geometry {
  const along = (value: number, a: number, b: number, c: number, d: number) =>
    part(b === a ? c : c + ((value - a) / (b - a)) * (d - c))
  const place = ([x, y]: Point): Point => [
    along(x, from[0], from[2], to[0], to[2]),
    along(y, from[1], from[3], to[1], to[3]),
  ]
  if ('points' in shape) return { points: shape.points.map(place) }
  if (!('w' in shape)) return shape
  const [a, b] = [place([shape.x, shape.y]), place([shape.x + shape.w, shape.y + shape.h])]
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  return { x, y, w: Math.abs(a[0] - b[0]), h: Math.abs(a[1] - b[1]) }
}
