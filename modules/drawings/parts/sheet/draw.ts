import { MOST_POINTS, type Geometry, type MarkType, type Point } from '../../geometry.ts'
import type { Stroke } from './gestures.ts'
import { LEAST, straight, type Draft, type Drawing } from './drafts.ts'
import { measureFrom } from './path.ts'

/** Points nearer than this, in CSS pixels, are left out. */
const NEAR = 1.5
const rectangle = (a: Point, b: Point): Geometry => ({
  x: Math.min(a[0], b[0]),
  y: Math.min(a[1], b[1]),
  w: Math.abs(a[0] - b[0]),
  h: Math.abs(a[1] - b[1]),
})
const isFree = (type: MarkType) => type === 'pen' || type === 'highlight'
const isLine = (type: MarkType) => type === 'line' || type === 'arrow'

/** What a press with a drawing tool does. */
export function drawFrom(from: Point, drawing: Drawing): Stroke {
  const { type, project, onShow, onDraw, path } = drawing
  if (type === 'measure') return measureFrom(from, path ?? { kind: 'length', points: [] }, drawing)
  if (type === 'pin' || type === 'photo') {
    const placed = (at: Point): Draft => {
      const [x, y] = project.toPage(at)
      return { type, geometry: { x, y } }
    }
    return { move: (at) => onShow(placed(at)), cancel: () => onShow(null), end: (at) => done(placed(at)) }
  }
  const trail: Point[] = [from]
  let last: Point = from
  const geometry = (): Geometry => {
    if (isFree(type)) return { points: trail.map(project.toPage) }
    const [a, b] = [project.toPage(from), project.toPage(last)]
    return isLine(type) ? { points: [a, b] } : rectangle(a, b)
  }
  function done(draft: Draft) {
    onShow(null)
    onDraw(draft)
  }
  return {
    move(at, event) {
      last = event.shiftKey && !isFree(type) ? straight(from, at) : at
      const before = trail.at(-1) ?? from
      if (isFree(type) && trail.length < MOST_POINTS && Math.hypot(at[0] - before[0], at[1] - before[1]) > NEAR)
        trail.push(at)
      onShow({ type, geometry: geometry() })
    },
    end() {
      const length = Math.hypot(last[0] - from[0], last[1] - from[1])
      if (trail.length < 2 && length < LEAST) return onShow(null)
      return done({ type, geometry: geometry() })
    },
    cancel: () => onShow(null),
  }
}
