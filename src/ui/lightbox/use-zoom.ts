import { useEffect, useRef, useState, type PointerEvent } from 'react'
import {
  fitTurned,
  keepInside,
  pinch,
  toggleZoom,
  turn,
  whole,
  zoomAround,
  type Point,
  type Size,
  type View,
} from './zoom.ts'

/** How far a finger must travel to mean the next picture, in pixels. */
const SWIPE = 48
/** Taps within this time, in ms, and this far from each other are a double tap. */
const DOUBLE = { ms: 300, pixels: 24 }
/** How much a notch of a mouse's wheel enlarges. */
const NOTCH = 1.0015

/**
 * Zooms a picture by wheel, pinch and double tap around the pointer, moves an enlarged one, and hears swipes over a whole
 * one. `key` names the picture: another one is shown whole.
 */
export function useZoom(key: string | undefined, onSwipe: (by: 1 | -1) => void) {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [state, setState] = useState({ of: key, view: whole, fit: 1 })
  const { view: current, fit } = state.of === key ? state : { view: whole, fit: 1 }
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef({ start: null as Point | null, pinched: false, tap: { at: 0, x: 0, y: 0 } })

  const change = (next: (view: View) => View) =>
    setState((before) => {
      const from = before.of === key ? before.view : whole
      const [room, shown] = [stage.current?.getBoundingClientRect(), sizeOf(picture.current)]
      const to = next(from)
      if (!room || !shown) return { of: key, view: to, fit: 1 }
      const fit = fitTurned(to.turns, shown, room)
      return { of: key, view: keepInside(to, to.turns % 2 ? flipped(shown, fit) : shown, room), fit }
    })
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }

  const changing = useRef(change)
  useEffect(() => void (changing.current = change))
  useEffect(() => {
    // React listens to wheels passively, and the page must not scroll or zoom along.
    const element = stage.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const at = pointOf(event)
      changing.current((view) => zoomAround(view, at, NOTCH ** -event.deltaY))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [key])

  const two = (): readonly [Point, Point] | null => {
    const [first, second] = fingers.current.values()
    return first && second ? [first, second] : null
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    const at = pointOf(event)
    fingers.current.set(event.pointerId, at)
    gesture.current.start = fingers.current.size === 1 ? at : null
    gesture.current.pinched = fingers.current.size > 1
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const pair = two()
    const at = pointOf(event)
    fingers.current.set(event.pointerId, at)
    const now = two()
    if (pair && now) change((view) => pinch(view, pair, now))
    else
      change((view) => (view.scale > 1 ? { ...view, x: view.x + at.x - before.x, y: view.y + at.y - before.y } : view))
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const { start, pinched, tap } = gesture.current
    if (!fingers.current.delete(event.pointerId) || fingers.current.size || pinched || !start) return
    const at = pointOf(event)
    const moved = at.x - start.x
    if (Math.abs(moved) > SWIPE && Math.abs(moved) > Math.abs(at.y - start.y) && current.scale === 1)
      return onSwipe(moved < 0 ? 1 : -1)
    if (Math.hypot(moved, at.y - start.y) > DOUBLE.pixels) return
    const again = event.timeStamp - tap.at < DOUBLE.ms && Math.hypot(at.x - tap.x, at.y - tap.y) < DOUBLE.pixels
    gesture.current.tap = { at: again ? 0 : event.timeStamp, ...at }
    if (again) change((view) => toggleZoom(view, at))
  }
  const onPointerCancel = (event: PointerEvent<HTMLDivElement>) => void fingers.current.delete(event.pointerId)

  return {
    view: current,
    stage: { ref: stage, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave: onPointerCancel },
    picture: {
      ref: picture,
      style: {
        transform: `translate(${current.x}px, ${current.y}px) scale(${current.scale * fit}) rotate(${current.turns * 90}deg)`,
      },
    },
    zoomBy: (factor: number) => change((view) => zoomAround(view, { x: 0, y: 0 }, factor)),
    rotate: () => change(turn),
    reset: () => change(() => whole),
  }
}

const flipped = ({ width, height }: Size, fit: number): Size => ({ width: height * fit, height: width * fit })

/** How large the picture is on the stage, before anything is done to it. */
function sizeOf(image: HTMLImageElement | null): Size | null {
  if (!image?.naturalWidth || !image.clientWidth) return null
  const scale = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight)
  return { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
}
