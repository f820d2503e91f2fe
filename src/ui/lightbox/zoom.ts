/** How a picture is shown: moved from the middle by x and y in pixels, enlarged, and turned by quarters. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Quarter turns clockwise. */
  readonly turns: number
}

/** A point or a distance, measured from the middle of the stage. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const whole: View = { x: 0, y: 0, scale: 1, turns: 0 }
const MOST = 8
/** What a double tap enlarges to. */
const CLOSE = 2.5

/** Enlarges by a factor around a point, which stays where it is. */
export function zoomAround(view: View, at: Point, factor: number): View {
  const scale = Math.min(MOST, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return scale === 1
    ? { ...view, x: 0, y: 0, scale }
    : { ...view, x: at.x + (view.x - at.x) * by, y: at.y + (view.y - at.y) * by, scale }
}

/** A double tap: closer around the point, or back to the whole picture. */
export const toggleZoom = (view: View, at: Point): View =>
  view.scale > 1 ? { ...view, x: 0, y: 0, scale: 1 } : zoomAround(view, at, CLOSE)

/** Turns clockwise by a quarter, and shows the whole picture again. */
export const turn = ({ turns }: View): View => ({ ...whole, turns: turns + 1 })

/** How much a turned picture must shrink or may grow to fill the stage as it did upright. */
export function fitTurned(turns: number, picture: Size, stage: Size): number {
  if (turns % 2 === 0 || !picture.width || !picture.height) return 1
  return Math.min(stage.width / picture.height, stage.height / picture.width)
}

/** Keeps the edges of an enlarged picture from being moved past the stage's own. */
export function keepInside(view: View, shown: Size, stage: Size): View {
  const most = (side: number, room: number) => Math.max(0, (side * view.scale - room) / 2)
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
  return {
    ...view,
    x: within(view.x, most(shown.width, stage.width)),
    y: within(view.y, most(shown.height, stage.height)),
  }
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Two fingers that moved: what is between them follows, and is enlarged as they part. */
export function pinch(view: View, before: readonly [Point, Point], now: readonly [Point, Point]): View {
  const [from, to] = [between(...before), between(...now)]
  const apart = distance(...before)
  const zoomed = zoomAround(view, from, apart ? distance(...now) / apart : 1)
  return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y }
}
