import { boundsOf, type Geometry, type Point } from '../../geometry.ts'
import { moved, resized, type Projection } from './camera.ts'
import { cornersOf } from './marks-layer.ts'
import type { Stroke } from './gestures.ts'
import type { MarkIndex } from './hits.ts'
import type { Shape } from './paint.ts'

/** How near to a corner a press must be to resize, in CSS pixels. */
const GRIP = 14

export interface Selecting {
  readonly index: MarkIndex
  readonly selected: Shape | null
  readonly project: Projection
  mayChange(shape: Shape): boolean
  onSelect(id: number | null): void
  /** Shows a shape as it would be. */
  onShow(shape: Shape | null): void
  onChange(id: number, geometry: Geometry): void
}

/** What a press with the select tool does: resize the selected mark at a corner, move one, or choose another. */
export function selectAt(at: Point, given: Selecting): Stroke | null {
  const { selected, project, index } = given
  const grip = selected && given.mayChange(selected) ? cornerAt(at, selected, project) : null
  if (selected && grip !== null) return resizing(selected, grip, given)
  const hit = index.at(at, project)
  if (!hit) return null
  given.onSelect(hit.id)
  return given.mayChange(hit) ? moving(hit, at, given) : still
}

/** Choosing what one may not change. */
const still: Stroke = { move() {}, end() {}, cancel() {} }

function cornerAt(at: Point, shape: Shape, project: Projection): number | null {
  const corners = cornersOf(boundsOf(shape.geometry)).map((corner) => project.toView(corner))
  const found = corners.findIndex(([x, y]) => Math.abs(x - at[0]) < GRIP && Math.abs(y - at[1]) < GRIP)
  return found < 0 ? null : found
}

function changing(shape: Shape, { onShow, onChange }: Selecting, geometryAt: (at: Point) => Geometry): Stroke {
  let now: Geometry | null = null
  return {
    move(at) {
      now = geometryAt(at)
      onShow({ ...shape, geometry: now })
    },
    end() {
      onShow(null)
      if (now) onChange(shape.id, now)
    },
    cancel: () => onShow(null),
  }
}

function moving(shape: Shape, from: Point, given: Selecting): Stroke {
  const [x, y] = given.project.toPage(from)
  return changing(shape, given, (at) => {
    const [u, v] = given.project.toPage(at)
    return moved(shape.geometry, u - x, v - y)
  })
}

function resizing(shape: Shape, corner: number, given: Selecting): Stroke {
  const bounds = boundsOf(shape.geometry)
  const [left, top, right, bottom] = bounds
  return changing(shape, given, (at) => {
    const [u, v] = given.project.toPage(at)
    const isLeft = corner === 0 || corner === 3
    const isTop = corner < 2
    return resized(shape.geometry, bounds, [isLeft ? u : left, isTop ? v : top, isLeft ? right : u, isTop ? bottom : v])
  })
}
