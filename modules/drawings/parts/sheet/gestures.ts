import { SLACK } from '#ui/drag/drag.ts'
import type { Point } from '../../geometry.ts'
import type { Camera } from './camera.ts'

/** What a press on the sheet does from its start to its end, in CSS pixels of the view. */
export interface Stroke {
  move(at: Point, event: PointerEvent): void
  end(at: Point): void
  /** A second finger, Escape, or the browser took it over. */
  cancel(): void
}

export interface GestureHandlers {
  camera(): Camera
  pan(dx: number, dy: number): void
  zoom(factor: number, at: Point): void
  /** What a press does; null moves the sheet. */
  start(at: Point, event: PointerEvent): Stroke | null
  /** A press and release without a move, where the sheet would have been moved. */
  tap(at: Point): void
  /** The pointer moves over the sheet without a press. */
  hover(at: Point): void
  /** Nothing touches the sheet any more. */
  rest(): void
}

/** How long after its last event a wheel rests, in ms. */
const WHEELED = 80
/** Taps of a finger within this time, in ms, and this far from each other are a double tap, which zooms by a factor. */
const DOUBLE = { ms: 300, pixels: 24, zoom: 2.5 }

/**
 * Mouse, pen, fingers and trackpad: one finger draws or moves the sheet by the tool, two always move and zoom it, and a
 * second one takes back what the first began. Where a pen is used, it draws and fingers move; palms do nothing.
 */
export function listenToGestures(element: HTMLElement, handlers: GestureHandlers): () => void {
  const down = new Map<number, Point>()
  let stroke: { id: number; does: Stroke } | null = null
  let moved = false
  let began: Point = [0, 0]
  let wheeled: ReturnType<typeof setTimeout> | undefined
  let tapped: { at: Point; timer: ReturnType<typeof setTimeout> } | null = null
  const stop = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(name, listener, { signal: stop.signal, passive: false })
  const placeOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const isOnControl = (event: Event) => event.target instanceof Element && event.target.closest('[data-sheet-control]')

  /** Whether a pen was used here, and which pens are down: what else touches meanwhile is a palm. */
  let hasPen = false
  const pens = new Set<number>()
  const drop = (id: number) => {
    down.delete(id)
    if (stroke?.id !== id) return
    stroke.does.cancel()
    stroke = null
  }
  const isPalm = ({ pointerType }: PointerEvent) => pens.size > 0 && pointerType === 'touch'

  on('pointerdown', (event) => {
    if (isOnControl(event) || isPalm(event)) return
    if (event.pointerType === 'pen') {
      hasPen = true
      pens.add(event.pointerId)
      // The palm may come down first.
      for (const id of down.keys()) if (!pens.has(id)) drop(id)
    }
    element.setPointerCapture(event.pointerId)
    const at = placeOf(event)
    down.set(event.pointerId, at)
    if (down.size === 2) {
      stroke?.does.cancel()
      stroke = null
      moved = true
      return
    }
    if (down.size > 2) return
    began = at
    moved = false
    // The middle button moves the sheet with any tool, and so do fingers beside a pen.
    const moves = event.button === 1 || (hasPen && event.pointerType === 'touch')
    const does = moves ? null : handlers.start(at, event)
    stroke = does && { id: event.pointerId, does }
  })
  on('pointermove', (event) => {
    const before = down.get(event.pointerId)
    if (!before) return void (down.size || handlers.hover(placeOf(event)))
    const at = placeOf(event)
    if (Math.hypot(at[0] - began[0], at[1] - began[1]) > SLACK) moved = true
    if (down.size === 2) pinch(event.pointerId, before, at)
    else if (stroke?.id === event.pointerId) stroke.does.move(at, event)
    else if (down.size === 1 && moved) handlers.pan(at[0] - before[0], at[1] - before[1])
    down.set(event.pointerId, at)
  })
  function pinch(id: number, before: Point, at: Point) {
    const other = [...down].find(([key]) => key !== id)?.[1]
    if (!other) return
    const [was, is] = [distance(before, other), distance(at, other)]
    handlers.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2)
    if (was > 0) handlers.zoom(is / was, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2])
  }
  const lift = (event: PointerEvent, kept: boolean) => {
    pens.delete(event.pointerId)
    if (!down.delete(event.pointerId)) return
    const at = placeOf(event)
    const own = stroke?.id === event.pointerId ? stroke.does : null
    if (own) {
      stroke = null
      if (kept) own.end(at)
      else own.cancel()
    } else if (kept && !moved && !down.size) tap(at, event.pointerType)
    if (!down.size) handlers.rest()
  }
  /** A tap of a finger waits for a second one, since what it opens would lie over the sheet. */
  function tap(at: Point, by: string) {
    if (by !== 'touch') return handlers.tap(at)
    const before = tapped
    clearTimeout(before?.timer)
    tapped = null
    if (before && distance(before.at, at) < DOUBLE.pixels) return handlers.zoom(DOUBLE.zoom, at)
    // Elsewhere they are two taps.
    if (before) handlers.tap(before.at)
    const once = () => {
      tapped = null
      handlers.tap(at)
    }
    tapped = { at, timer: setTimeout(once, DOUBLE.ms) }
  }
  on('pointerup', (event) => lift(event, true))
  on('pointercancel', (event) => lift(event, false))
  on('wheel', (event) => {
    if (isOnControl(event)) return
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : 1
    if (event.ctrlKey || event.metaKey) handlers.zoom(Math.exp((-event.deltaY * lines) / 200), placeOf(event))
    else if (event.shiftKey) handlers.pan(-event.deltaY * lines, 0)
    else handlers.pan(-event.deltaX * lines, -event.deltaY * lines)
    clearTimeout(wheeled)
    wheeled = setTimeout(handlers.rest, WHEELED)
  })
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !stroke) return
    stroke.does.cancel()
    stroke = null
  })
  return () => {
    clearTimeout(wheeled)
    clearTimeout(tapped?.timer)
    stop.abort()
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
