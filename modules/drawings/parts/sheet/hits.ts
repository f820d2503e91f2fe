import RBush from 'rbush'
import { boundsOf, type Geometry, type Point } from '../../geometry.ts'
import type { Projection } from './camera.ts'
import type { Shape } from './paint.ts'

interface Entry {
  minX: number
  minY: number
  maxX: number
  maxY: number
  order: number
  shape: Shape
}

/** How near a touch must be, in CSS pixels. */
const NEAR = 11

/** A spatial index of marks, for finding those in the view and those under the pointer. */
export class MarkIndex {
  readonly #tree = new RBush<Entry>()
  readonly #shapes: ReadonlyMap<number, Shape>

  constructor(shapes: readonly Shape[]) {
    this.#shapes = new Map(shapes.map((shape) => [shape.id, shape]))
    this.#tree.load(
      shapes.map((shape, order) => {
        const [minX, minY, maxX, maxY] = boundsOf(shape.geometry)
        return { minX, minY, maxX, maxY, order, shape }
      }),
    )
  }

  byId(id: number): Shape[] {
    const shape = this.#shapes.get(id)
    return shape ? [shape] : []
  }

  /** The marks that are new or gone since another index, and those that changed, as they were and as they are. */
  changesSince(before: MarkIndex | null): Shape[] {
    if (before === this) return []
    const old = before ? before.#shapes : new Map<number, Shape>()
    const gone = [...old.values()].filter((shape) => this.#shapes.get(shape.id) !== shape)
    return [...gone, ...[...this.#shapes.values()].filter((shape) => old.get(shape.id) !== shape)]
  }

  /** The marks within a rectangle of the page, in their order. */
  within([minX, minY, maxX, maxY]: readonly [number, number, number, number]): Shape[] {
    const found = this.#tree.search({ minX, minY, maxX, maxY })
    return found.toSorted((a, b) => a.order - b.order).map(({ shape }) => shape)
  }

  /** The topmost mark under a place of the view. */
  at(place: Point, project: Projection): Shape | null {
    const corners = [
      [-NEAR, -NEAR],
      [NEAR, NEAR],
    ].map(([dx = 0, dy = 0]) => project.toPage([place[0] + dx, place[1] + dy]))
    const [a = [0, 0], b = [1, 1]] = corners
    const near = this.within([Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])])
    return near.findLast((shape) => isHit(shape, place, project)) ?? null
  }
}

function isHit({ type, geometry, width, measures }: Shape, at: Point, project: Projection): boolean {
  const reach = Math.max(NEAR, (width * project.unit) / 2 + 3)
  if ('points' in geometry && measures === 'count')
    return geometry.points.some((point) => distance([project.toView(point)], at) <= reach)
  if ('points' in geometry) return distance(geometry.points.map(project.toView), at) <= reach
  if (!('w' in geometry)) return false
  if (type === 'text') return true
  return distance(outline(geometry).map(project.toView), at) <= reach
}

const outline = ({ x, y, w, h }: Extract<Geometry, { w: number }>): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y],
]

/** How far a place is from a line through points. */
function distance(points: readonly Point[], [px, py]: Point): number {
  let least = Infinity
  for (const [at, [x, y]] of points.entries()) {
    const [x2, y2] = points[at + 1] ?? [x, y]
    const [dx, dy] = [x2 - x, y2 - y]
    const share = dx || dy ? Math.min(1, Math.max(0, ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy))) : 0
    least = Math.min(least, Math.hypot(px - x - share * dx, py - y - share * dy))
  }
  return least
}
