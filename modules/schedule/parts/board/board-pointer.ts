import type { RefObject } from 'react'
import { columnAt, lineAt, NAMES, type Columns } from '../layout.ts'
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

/** What is pressed, and what has come of it. */
interface Pointing extends PointerDeps {
  pressed: { x: number; y: number; pointer: number; dragged: Dragged | null; element: HTMLElement } | null
  does: 'drag' | 'sweep' | null
  timer: ReturnType<typeof setTimeout> | undefined
  box: { left: number; top: number }
  last: string
}

function spotAt({ measures, box }: Pointing, x: number, y: number): Spot | null {
  const { columns, tops } = measures()
  const [left, top] = [x - box.left, y - box.top]
  if (left < 0 || top < 0 || top > (tops.at(-1) ?? 0) || left > NAMES + (columns.edges.at(-1) ?? 0)) return null
  return { line: lineAt(tops, top), column: columnAt(columns, left - NAMES) }
}

function targetAt(pointing: Pointing, x: number, y: number): DropTarget {
  const under = document.elementFromPoint(x, y)
  const card = under instanceof HTMLElement ? under.closest<HTMLElement>('[data-phase]') : null
  if (card) return { spot: null, phase: Number(card.dataset.phase) }
  const isIn = under !== null && pointing.body.current?.contains(under)
  return { spot: isIn ? spotAt(pointing, x, y) : null, phase: null }
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

function measure(pointing: Pointing) {
  const rect = pointing.body.current?.getBoundingClientRect()
  if (rect) pointing.box = rect
}

function begin(pointing: Pointing) {
  const { pressed } = pointing
  if (!pressed?.dragged || !pointing.editable()) return
  pointing.does = 'drag'
  pointing.last = ''
  pointing.root.setPointerCapture(pressed.pointer)
  pointing.begin(pressed.dragged, pressed.element)
}

function follow(pointing: Pointing, { clientX: x, clientY: y }: PointerEvent) {
  if (!pointing.pressed?.dragged) return
  // The board may have been scrolled meanwhile.
  measure(pointing)
  const ghost = pointing.ghost.current
  if (ghost) ghost.style.transform = `translate(${x + 12}px, ${y + 8}px)`
  const target = targetAt(pointing, x, y)
  const key = `${target.phase} ${target.spot?.line} ${target.spot?.column}`
  if (key === pointing.last) return
  pointing.last = key
  pointing.over(pointing.pressed.dragged, target)
}

function end(pointing: Pointing) {
  clearTimeout(pointing.timer)
  pointing.pressed = null
  pointing.does = null
}

function down(pointing: Pointing, event: PointerEvent) {
  if (event.button !== 0 || !(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return
  const element = event.target.closest<HTMLElement>('[data-event], [data-phase], [data-person], [data-cells]')
  if (!element || event.target.closest('button, a, input')) return
  measure(pointing)
  const dragged = draggedAt(element, event.clientX)
  pointing.pressed = { x: event.clientX, y: event.clientY, pointer: event.pointerId, dragged, element }
  if (event.pointerType === 'touch') {
    pointing.timer = setTimeout(begin, LONG_PRESS, pointing)
    return
  }
  const spot = dragged ? null : spotAt(pointing, event.clientX, event.clientY)
  if (!spot) return
  pointing.does = 'sweep'
  pointing.press(spot, event.shiftKey)
}

function move(pointing: Pointing, event: PointerEvent) {
  const { root, pressed } = pointing
  if (!pressed || event.pointerId !== pressed.pointer) return
  const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR
  if (pointing.does === 'sweep') {
    // The end of the sweep is heard wherever the button is let go.
    if (isFar && !root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId)
    const spot = isFar ? spotAt(pointing, event.clientX, event.clientY) : null
    if (spot) pointing.sweep(spot)
    return
  }
  if (!pointing.does && isFar) {
    // A finger that moves before it has rested scrolls.
    if (event.pointerType === 'touch') return end(pointing)
    begin(pointing)
  }
  if (pointing.does) follow(pointing, event)
}

function up(pointing: Pointing, event: PointerEvent) {
  if (!pointing.pressed) return
  const { dragged } = pointing.pressed
  if (pointing.does === 'drag' && dragged) pointing.drop(dragged, targetAt(pointing, event.clientX, event.clientY))
  else if (dragged && 'event' in dragged) pointing.open(dragged.event)
  else if (event.pointerType === 'touch') {
    const spot = spotAt(pointing, event.clientX, event.clientY)
    if (spot) pointing.press(spot, false)
  }
  end(pointing)
}

/**
 * Follows the pointer over the board and its bench with one listener. The cell is computed from coordinates, so that
 * nothing is measured and no component rendered while something is dragged.
 */
export function followPointer(deps: PointerDeps): () => void {
  const { root } = deps
  const pointing: Pointing = {
    ...deps,
    pressed: null,
    does: null,
    timer: undefined,
    box: { left: 0, top: 0 },
    last: '',
  }
  function stop() {
    if (pointing.does === 'drag') deps.cancel()
    end(pointing)
  }
  const over = new AbortController()
  const { signal } = over
  root.addEventListener('pointerdown', (event) => down(pointing, event), { signal })
  root.addEventListener('pointermove', (event) => move(pointing, event), { signal })
  root.addEventListener('pointerup', (event) => up(pointing, event), { signal })
  root.addEventListener('pointercancel', stop, { signal })
  // While a finger drags, the page must not scroll with it.
  const hold = (event: TouchEvent) => pointing.does === 'drag' && event.preventDefault()
  root.addEventListener('touchmove', hold, { passive: false, signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && pointing.does === 'drag' && stop(), { signal })
  return () => {
    end(pointing)
    over.abort()
  }
}
