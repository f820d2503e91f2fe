import { MOST_POINTS, type Point } from '../../geometry.ts'
import { leastPoints } from '../../measuring.ts'
import { LEAST, straight, type Drawing, type Path } from './drafts.ts'
import type { Stroke } from './gestures.ts'

/** A touch this near to a point, in CSS pixels, means that point. */
const NEAR = 12

/**
 * What a press does while something is measured: it sets the next point. A touch of the last point, or of the first one
 * of an area, ends it; a drag is a length from its start to its end.
 */
export function measureFrom(
  from: Point,
  { kind, points: known }: Path,
  { project, onShow, onDraw, onPath }: Drawing,
): Stroke {
  let last = from
  const isAt = (point: Point | undefined) => {
    if (!point) return false
    const [x, y] = project.toView(point)
    return Math.hypot(x - last[0], y - last[1]) < NEAR
  }
  const wasDragged = () => Math.hypot(last[0] - from[0], last[1] - from[1]) >= LEAST
  const next = (): readonly Point[] =>
    known.length || kind === 'count' || !wasDragged()
      ? [...known, project.toPage(last)]
      : [project.toPage(from), project.toPage(last)]
  const draw = (points: readonly Point[]) => onDraw({ type: 'measure', geometry: { points } })
  return {
    move(at, event) {
      const before = known.at(-1)
      last = event.shiftKey && kind !== 'count' ? straight(before ? project.toView(before) : from, at) : at
      onShow({ type: 'measure', geometry: { points: next() } })
    },
    end() {
      onShow(null)
      if (!known.length && kind === 'length' && wasDragged()) return draw(next())
      const isEnd = isAt(known.at(-1)) || (known.length >= leastPoints.area && kind === 'area' && isAt(known[0]))
      if (kind !== 'count' && isEnd) return draw(known)
      if (known.length < MOST_POINTS - 1) onPath?.(next())
      return undefined
    },
    cancel: () => onShow(null),
  }
}
