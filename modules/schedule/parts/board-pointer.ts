import type { RefObject } from 'react'
import { columnAt, lineAt, NAMES, type Columns } from './layout.ts'
import type { Spot } from './board-cursor.ts'

/** What is dragged: an assignment, one of its edges, or a card of the bench. */
export type Dragged =
  | { readonly kind: 'move' | 'start' | 'end'; readonly event: number; readonly grabbed: string }
  | { readonly kind: 'phase'; readonly id: number }
  | { readonly kind: 'person'; readonly id: number }

export interface DropTarget {
  /** The cell under the pointer; null outside the board. */
  readonly spot: Spot | null
  /** The card of the bench under the pointer. */
  readonly phase: number | null
}

export interface PointerDeps {
  root: HTMLElement
  body: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  measures(): { columns: Columns; tops: readonly number[] }
  editable(): boolean
  /** A press on a cell without dragging; `extend` with Shift. */
  press(spot: Spot, extend: boolean): void
  /** An assignment was pressed and let go at once. */
  open(event: number): void
  begin(dragged: Dragged, touched: HTMLElement): void
  /** The place the pointer is over has changed. */
  over(dragged: Dragged, target: DropTarget): void
  drop(dragged: Dragged, target: DropTarget): void
  cancel(): void
  /** Cells are chosen by dragging over empty ones. */
  sweep(spot: Spot): void
}

const EDGE = 7
/** How far a pointer moves, in pixels, before it drags. */
const FAR = 4
const LONG_PRESS = 300

/**
 * Follows the pointer over the board and its bench with one listener. The cell is computed from coordinates, so that
 * nothing is measured and no component rendered while something is dragged.
 */
export function followPointer(deps: PointerDeps): () => void {
  const { root } = deps
  let pressed: { x: number; y: number; pointer: number; dragged: Dragged | null; element: HTMLElement } | null = null
  let isDragging = false
  let isSweeping = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let box = { left: 0, top: 0 }
  let last = ''

  const spotAt = (x: number, y: number): Spot | null => {
    const { columns, tops } = deps.measures()
    const [left, top] = [x - box.left, y - box.top]
    if (left < 0 || top < 0 || top > (tops.at(-1) ?? 0) || left > NAMES + (columns.edges.at(-1) ?? 0)) return null
    return { line: lineAt(tops, top), column: columnAt(columns, left - NAMES) }
  }
  const targetAt = (x: number, y: number): DropTarget => {
    const under = document.elementFromPoint(x, y)
    const card = under instanceof HTMLElement ? under.closest<HTMLElement>('[data-phase]') : null
    if (card) return { spot: null, phase: Number(card.dataset.phase) }
    const isIn = under !== null && deps.body.current?.contains(under)
    return { spot: isIn ? spotAt(x, y) : null, phase: null }
  }
  function draggedAt(element: HTMLElement, x: number): Dragged | null {
    const chip = element.closest<HTMLElement>('[data-event]')
    if (chip) {
      const { left, right } = chip.getBoundingClientRect()
      const isWide = right - left > EDGE * 4
      const kind =
        isWide && chip.dataset.ends !== undefined && x > right - EDGE
          ? 'end'
          : isWide && chip.dataset.starts !== undefined && x < left + EDGE
            ? 'start'
            : 'move'
      return { kind, event: Number(chip.dataset.event), grabbed: chip.dataset.from ?? '' }
    }
    const card = element.closest<HTMLElement>('[data-phase], [data-person]')
    if (!card) return null
    const { phase, person } = card.dataset
    return phase === undefined ? { kind: 'person', id: Number(person) } : { kind: 'phase', id: Number(phase) }
  }
  const measure = () => {
    const rect = deps.body.current?.getBoundingClientRect()
    if (rect) box = { left: rect.left, top: rect.top }
  }
  function begin() {
    if (!pressed?.dragged || !deps.editable()) return
    isDragging = true
    last = ''
    root.setPointerCapture(pressed.pointer)
    deps.begin(pressed.dragged, pressed.element)
  }
  function follow(x: number, y: number) {
    if (!pressed?.dragged) return
    // The board may have been scrolled meanwhile.
    measure()
    const ghost = deps.ghost.current
    if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`
    const target = targetAt(x, y)
    const key = `${target.phase} ${target.spot?.line} ${target.spot?.column}`
    if (key === last) return
    last = key
    deps.over(pressed.dragged, target)
  }
  function end() {
    clearTimeout(timer)
    pressed = null
    isDragging = false
    isSweeping = false
  }

  function down(event: PointerEvent) {
    if (event.button !== 0 || !(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return
    const element = event.target.closest<HTMLElement>('[data-event], [data-phase], [data-person], [data-cells]')
    if (!element || event.target.closest('button, a, input')) return
    measure()
    const dragged = draggedAt(element, event.clientX)
    pressed = { x: event.clientX, y: event.clientY, pointer: event.pointerId, dragged, element }
    if (event.pointerType === 'touch') {
      timer = setTimeout(begin, LONG_PRESS)
      return
    }
    if (dragged) return
    const spot = spotAt(event.clientX, event.clientY)
    if (!spot) return
    isSweeping = true
    deps.press(spot, event.shiftKey)
  }
  function move(event: PointerEvent) {
    if (!pressed || event.pointerId !== pressed.pointer) return
    const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR
    if (isSweeping) {
      // The end of the sweep is heard wherever the button is let go.
      if (isFar && !root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId)
      const spot = isFar ? spotAt(event.clientX, event.clientY) : null
      if (spot) deps.sweep(spot)
      return
    }
    if (!isDragging && isFar) {
      // A finger that moves before it has rested scrolls.
      if (event.pointerType === 'touch') return end()
      begin()
    }
    if (isDragging) follow(event.clientX, event.clientY)
  }
  function up(event: PointerEvent) {
    if (!pressed) return
    const { dragged } = pressed
    const wasDragging = isDragging
    if (wasDragging && dragged) deps.drop(dragged, targetAt(event.clientX, event.clientY))
    else if (dragged && 'event' in dragged) deps.open(dragged.event)
    else if (event.pointerType === 'touch') {
      const spot = spotAt(event.clientX, event.clientY)
      if (spot) deps.press(spot, false)
    }
    end()
  }
  function stop() {
    if (isDragging) deps.cancel()
    end()
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isDragging) stop()
  }
  // While a finger drags, the page must not scroll with it.
  const hold = (event: TouchEvent) => {
    if (isDragging) event.preventDefault()
  }

  root.addEventListener('pointerdown', down)
  root.addEventListener('pointermove', move)
  root.addEventListener('pointerup', up)
  root.addEventListener('pointercancel', stop)
  root.addEventListener('touchmove', hold, { passive: false })
  window.addEventListener('keydown', escape)
  return () => {
    end()
    root.removeEventListener('pointerdown', down)
    root.removeEventListener('pointermove', move)
    root.removeEventListener('pointerup', up)
    root.removeEventListener('pointercancel', stop)
    root.removeEventListener('touchmove', hold)
    window.removeEventListener('keydown', escape)
  }
}
