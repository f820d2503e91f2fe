import { boundsOf, type Place, type Point } from '../../geometry.ts'
import { projection, type Camera, type Projection, type Size, type Turns } from './camera.ts'
import { sharpness } from './detail.ts'
import type { MarkIndex } from './hits.ts'
import { paint, type Shape } from './paint.ts'

/** How much more than the view is drawn on each side. */
const OVERSCAN = 0.25
/** How long marks are drawn in one frame, in ms: while the sheet moves, and while it rests. */
const [MOVING, RESTING] = [3, 10]
/** Marks that are drawn between two looks at the clock. */
const FEW = 12
/** More changes than these at once are drawn with everything else. */
const MOST_CHANGES = 40
/** How far a mark's label, arrow or thick line may be outside of its bounds, in CSS pixels. */
const BEYOND = 90

interface Drawn {
  readonly camera: Camera
  readonly view: Size
  readonly turns: Turns
}
/** Marks that are being drawn for a place of the camera, over several frames. */
interface Task extends Drawn {
  readonly shapes: readonly Shape[]
  readonly project: Projection
  at: number
}

const paddingOf = ({ width, height }: Size): Point => [width * OVERSCAN, height * OVERSCAN]
/** Canvas coordinates of a view with its padding. */
const projectionOf = ({ camera, view, turns }: Drawn, page: Size): Projection => {
  const [padX, padY] = paddingOf(view)
  return projection({ ...camera, x: camera.x + padX, y: camera.y + padY }, page, turns)
}
const spanned = (a: Point, b: Point): Place => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
]

/** Two canvases, of which one is shown, and what is drawn on them. */
interface Layer {
  readonly page: Size
  front: HTMLCanvasElement
  back: HTMLCanvasElement
  index: MarkIndex | null
  drawn: Drawn | null
  hidden: number | null
  task: Task | null
  frame: number
  isMoving: boolean
  latest: Camera
}

/** A canvas of the size of a view with its padding, empty. */
function cleared(target: HTMLCanvasElement, view: Size): CanvasRenderingContext2D | null {
  const dpr = sharpness()
  const [padX, padY] = paddingOf(view)
  const [width, height] = [view.width + 2 * padX, view.height + 2 * padY]
  const [w, h] = [Math.round(width * dpr), Math.round(height * dpr)]
  if (target.width !== w || target.height !== h) {
    target.width = w
    target.height = h
    target.style.width = `${width}px`
    target.style.height = `${height}px`
  }
  // Drawn by the processor, so that what a slice costs is known at its end and not when the canvas is shown.
  const context = target.getContext('2d', { willReadFrequently: true })
  context?.setTransform(dpr, 0, 0, dpr, 0, 0)
  context?.clearRect(0, 0, width, height)
  return context
}

function begin(layer: Layer, at: Drawn) {
  const { index, back, hidden } = layer
  if (!index) return
  const project = projectionOf(at, layer.page)
  const { width, height } = at.view
  const [padX, padY] = paddingOf(at.view)
  const sight = spanned(project.toPage([0, 0]), project.toPage([width + 2 * padX, height + 2 * padY]))
  layer.task = { ...at, project, shapes: index.within(sight).filter(({ id }) => id !== hidden), at: 0 }
  cancelAnimationFrame(layer.frame)
  if (layer.task.shapes.length) cleared(back, at.view)
  else back.width = back.height = 0
  proceed(layer)
}

function proceed(layer: Layer) {
  const { task } = layer
  const context = layer.back.getContext('2d')
  if (!task || !context) return
  const { shapes, project } = task
  const until = performance.now() + (layer.isMoving ? MOVING : RESTING)
  while (task.at < shapes.length && performance.now() < until) {
    for (const shape of shapes.slice(task.at, task.at + FEW)) paint(context, shape, project)
    task.at += FEW
    // What was recorded so far is drawn now.
    context.getImageData(0, 0, 1, 1)
  }
  if (task.at < shapes.length) layer.frame = requestAnimationFrame(() => proceed(layer))
  else finish(layer, task)
}

function finish(layer: Layer, { camera, view, turns }: Task) {
  const { front, back } = layer
  Object.assign(layer, { task: null, drawn: { camera, view, turns }, front: back, back: front })
  back.style.visibility = 'visible'
  front.style.visibility = 'hidden'
  // A large canvas takes tens of megabytes, which are not needed while nothing moves.
  if (!layer.isMoving) front.width = front.height = 0
  move(layer, layer.latest)
}

/** How far a view is from one that was drawn, as a share of the padding: beyond 1 something is missing. */
function distance(from: Drawn | null, { camera, view, turns }: Drawn): number {
  if (!from || from.turns !== turns || from.view.width !== view.width || from.view.height !== view.height)
    return Infinity
  const ratio = camera.scale / from.camera.scale
  if (ratio < 0.5 || ratio > 2) return Infinity
  if (ratio !== 1) return 0
  const [padX, padY] = paddingOf(view)
  return Math.max(Math.abs(camera.x - from.camera.x) / padX, Math.abs(camera.y - from.camera.y) / padY)
}

function move(layer: Layer, camera: Camera) {
  const { drawn, front } = layer
  layer.latest = camera
  if (!drawn) return
  const ratio = camera.scale / drawn.camera.scale
  const [padX, padY] = paddingOf(drawn.view)
  const x = camera.x - (drawn.camera.x + padX) * ratio
  const y = camera.y - (drawn.camera.y + padY) * ratio
  front.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`
}

/** Draws the surroundings of a mark anew where it was, is or has changed. */
function mend({ front, index, hidden, page }: Layer, shape: Shape, at: Drawn) {
  // A canvas without a mark has no size yet.
  const context = front.width ? front.getContext('2d') : cleared(front, at.view)
  if (!context || !index) return
  const project = projectionOf(at, page)
  const [left, top, right, bottom] = boundsOf(shape.geometry)
  const beyond = BEYOND + shape.width * project.unit * 6
  const [x1, y1, x2, y2] = spanned(project.toView([left, top]), project.toView([right, bottom]))
  const [x, y, w, h] = [x1 - beyond, y1 - beyond, x2 - x1 + 2 * beyond, y2 - y1 + 2 * beyond]
  context.save()
  context.beginPath()
  context.rect(x, y, w, h)
  context.clip()
  context.clearRect(x, y, w, h)
  const reach = 2 * beyond
  const near = spanned(project.toPage([x - reach, y - reach]), project.toPage([x + w + reach, y + h + reach]))
  for (const one of index.within(near)) if (one.id !== hidden) paint(context, one, project)
  context.restore()
}

function show(layer: Layer, next: MarkIndex, without: number | null) {
  const { index, hidden, drawn, task } = layer
  const changed = next.changesSince(index)
  for (const id of [hidden, without]) changed.push(...(id === null || hidden === without ? [] : next.byId(id)))
  layer.index = next
  layer.hidden = without
  if (drawn && changed.length > MOST_CHANGES) begin(layer, { ...drawn, camera: layer.latest })
  else if (drawn) {
    for (const shape of changed) mend(layer, shape, drawn)
    if (task) begin(layer, task)
  }
}

/**
 * The marks on a canvas that is moved with the sheet. What it no longer covers is drawn on a second one, a few marks a
 * frame, which then takes its place: thousands of marks take longer than a frame.
 */
export function createMarksLayer(front: HTMLCanvasElement, page: Size) {
  const back = front.ownerDocument.createElement('canvas')
  back.className = front.className
  front.after(back)
  for (const one of [front, back]) one.width = one.height = 0
  const latest = { x: 0, y: 0, scale: 1 }
  const nothing = { index: null, drawn: null, hidden: null, task: null }
  const layer: Layer = { page, front, back, ...nothing, frame: 0, isMoving: false, latest }
  return {
    show: (next: MarkIndex, without: number | null) => show(layer, next, without),
    place(camera: Camera, view: Size, turns: Turns) {
      const now = { camera, view, turns }
      layer.isMoving = true
      move(layer, camera)
      if (layer.drawn && layer.drawn.turns !== turns) layer.front.style.visibility = 'hidden'
      // Half of the padding is left for what is drawn meanwhile.
      if (distance(layer.drawn, now) > 0.5 && distance(layer.task, now) > 0.5) begin(layer, now)
    },
    /** Draws anew once nothing moves. */
    settle(camera: Camera, view: Size, turns: Turns) {
      const now = { camera, view, turns }
      layer.isMoving = false
      move(layer, camera)
      const isThere = (at: Drawn | null) => at?.camera.scale === camera.scale && distance(at, now) < 0.1
      if (!isThere(layer.drawn) && !isThere(layer.task)) begin(layer, now)
    },
    close() {
      cancelAnimationFrame(layer.frame)
      layer.task = null
      back.remove()
      for (const one of [front, back]) one.width = one.height = 0
    },
  }
}

/** Draws what is being drawn or moved. */
export function paintLive(
  canvas: HTMLCanvasElement,
  shape: Shape | null,
  { camera, view, turns, page, box }: Drawn & { page: Size; box: readonly [number, number, number, number] | null },
): void {
  if (!shape && !box) {
    // Mostly there is nothing; then it takes neither time nor memory.
    if (canvas.width) canvas.width = canvas.height = 0
    return
  }
  const dpr = sharpness()
  const [w, h] = [Math.round(view.width * dpr), Math.round(view.height * dpr)]
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w
    canvas.height = h
  }
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(dpr, 0, 0, dpr, 0, 0)
  context.clearRect(0, 0, view.width, view.height)
  const project = projection(camera, page, turns)
  if (shape) paint(context, shape, project)
  if (!box) return
  const [a, b] = [project.toView([box[0], box[1]]), project.toView([box[2], box[3]])]
  context.strokeStyle = '#1b57c2'
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.strokeRect(
    Math.min(a[0], b[0]) - 4,
    Math.min(a[1], b[1]) - 4,
    Math.abs(a[0] - b[0]) + 8,
    Math.abs(a[1] - b[1]) + 8,
  )
  context.setLineDash([])
  context.fillStyle = '#ffffff'
  for (const [x, y] of cornersOf(box).map((corner) => project.toView(corner))) {
    context.fillRect(x - 5, y - 5, 10, 10)
    context.strokeRect(x - 5, y - 5, 10, 10)
  }
}

export const cornersOf = ([left, top, right, bottom]: readonly [number, number, number, number]) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const
