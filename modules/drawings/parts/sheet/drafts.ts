import type { Geometry, MarkType, Point } from '../../geometry.ts'
import type { MeasureKind } from '../../measuring.ts'
import type { Projection } from './camera.ts'

/** A measurement whose points are set one by one. */
export interface Path {
  readonly kind: MeasureKind
  readonly points: readonly Point[]
}

/** Shapes smaller than this, in CSS pixels, were no more than a press. */
export const LEAST = 6

export interface Draft {
  readonly type: MarkType
  readonly geometry: Geometry
}

export interface Drawing {
  readonly type: MarkType
  readonly project: Projection
  /** Shows what is drawn so far. */
  onShow(draft: Draft | null): void
  onDraw(draft: Draft): void
  /** What is measured so far, and its points as they become. */
  readonly path?: Path | undefined
  onPath?(points: readonly Point[]): void
}

/** The nearest of the directions in steps of 45°, while Shift is held. */
export function straight(from: Point, to: Point): Point {
  const angle = Math.round(Math.atan2(to[1] - from[1], to[0] - from[0]) / (Math.PI / 4)) * (Math.PI / 4)
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length]
}
