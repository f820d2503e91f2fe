import { projection, type Camera, type Size, type Turns } from './camera.ts'
import { sharpness } from './detail.ts'
import type { MarkIndex } from './hits.ts'
import { paint, type Shape } from './paint.ts'

/** How much more than the view is drawn on each side. */
const OVERSCAN = 0.2

interface Drawn {
  readonly camera: Camera
  readonly view: Size
  readonly turns: Turns
}

/** The marks on one canvas, which is moved with the sheet and drawn anew when it no longer covers the view. */
export function createMarksLayer(canvas: HTMLCanvasElement, page: Size) {
  let index: MarkIndex | null = null
  let drawn: Drawn | null = null
  let hidden: number | null = null

  function draw(camera: Camera, view: Size, turns: Turns) {
    const dpr = sharpness()
    const [padX, padY] = [view.width * OVERSCAN, view.height * OVERSCAN]
    const [width, height] = [view.width + 2 * padX, view.height + 2 * padY]
    const [w, h] = [Math.round(width * dpr), Math.round(height * dpr)]
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w
      canvas.height = h
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    const context = canvas.getContext('2d')
    if (!context) return
    context.setTransform(dpr, 0, 0, dpr, 0, 0)
    context.clearRect(0, 0, width, height)
    const project = projection({ ...camera, x: camera.x + padX, y: camera.y + padY }, page, turns)
    const [a, b] = [project.toPage([0, 0]), project.toPage([width, height])]
    const sight = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])] as const
    for (const shape of index?.within(sight) ?? []) if (shape.id !== hidden) paint(context, shape, project)
    drawn = { camera, view, turns }
  }

  function place(camera: Camera, view: Size, turns: Turns) {
    const ratio = drawn ? camera.scale / drawn.camera.scale : 0
    const dx = drawn ? camera.x - drawn.camera.x * ratio : 0
    const dy = drawn ? camera.y - drawn.camera.y * ratio : 0
    const isNear = Math.abs(dx) < view.width * OVERSCAN && Math.abs(dy) < view.height * OVERSCAN
    if (
      !drawn ||
      drawn.turns !== turns ||
      drawn.view.width !== view.width ||
      drawn.view.height !== view.height ||
      ratio < 0.5 ||
      ratio > 2 ||
      (ratio === 1 && !isNear)
    )
      draw(camera, view, turns)
    move(camera)
  }

  function move(camera: Camera) {
    if (!drawn) return
    const ratio = camera.scale / drawn.camera.scale
    const [padX, padY] = [drawn.view.width * OVERSCAN, drawn.view.height * OVERSCAN]
    const x = camera.x - (drawn.camera.x + padX) * ratio
    const y = camera.y - (drawn.camera.y + padY) * ratio
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`
  }

  return {
    show(next: MarkIndex, without: number | null) {
      index = next
      hidden = without
      if (!drawn) return
      draw(drawn.camera, drawn.view, drawn.turns)
    },
    place,
    /** Draws anew once nothing moves. */
    settle(camera: Camera, view: Size, turns: Turns) {
      draw(camera, view, turns)
      move(camera)
    },
    close() {
      canvas.width = canvas.height = 0
    },
  }
}

/** Draws what is being drawn or moved. */
export function paintLive(
  canvas: HTMLCanvasElement,
  shape: Shape | null,
  { camera, view, turns, page, box }: Drawn & { page: Size; box: readonly [number, number, number, number] | null },
): void {
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
