import type { RefObject } from 'react'
import { drag, holdStill, type DragPoint } from '#ui/drag/drag.ts'
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
  editable: boolean
  /** A press on a cell without dragging; `extend` with Shift. */
  press(spot: Spot, extend: boolean): void
  /** An assignment was pressed and let go at once. */
  open(event: number): void
  begin(dragged: Dragged, touched: HTMLElement): void
  /** The place the pointer is over has changed. */
  over(dragged: Dragged, target: DropTarget): void
  drop(dragged: Dragged, target: DropTarget): void
  cancel(): void
  /** Cells are chosen by dragging over empty ones, until that ends. */
  sweep(spot: Spot): void
  swept(at: DragPoint): void
  /** An empty cell was pressed and let go, once or twice. */
  tap(spot: Spot): void
  twice(spot: Spot): void
  /** The menu is asked for where the pointer is. */
  menu(at: DragPoint, spot: Spot): void
}

const EDGE = 7

function spotAt({ measures, body }: PointerDeps, { clientX, clientY }: DragPoint): Spot | null {
  const box = body.current?.getBoundingClientRect()
  if (!box) return null
  const { columns, tops } = measures()
  const [left, top] = [clientX - box.left, clientY - box.top]
  if (left < 0 || top < 0 || top > (tops.at(-1) ?? 0) || left > NAMES + (columns.edges.at(-1) ?? 0)) return null
  return { line: lineAt(tops, top), column: columnAt(columns, left - NAMES) }
}

function targetAt(deps: PointerDeps, at: DragPoint): DropTarget {
  const under = document.elementFromPoint(at.clientX, at.clientY)
  const card = under instanceof HTMLElement ? under.closest<HTMLElement>('[data-phase]') : null
  if (card) return { spot: null, phase: Number(card.dataset.phase) }
  const isIn = under !== null && deps.body.current?.contains(under)
  return { spot: isIn ? spotAt(deps, at) : null, phase: null }
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

function press(deps: PointerDeps, event: PointerEvent): void {
  const { root, editable } = deps
  if (!(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return
  const element = event.target.closest<HTMLElement>('[data-event], [data-phase], [data-person], [data-cells]')
  if (!element || event.target.closest('button, a, input')) return
  const dragged = draggedAt(element, event.clientX)
  if (!dragged) return sweep(deps, event)
  let last = ''
  drag(root, event, {
    finger: 'rested',
    ...(editable && {
      begin: () => deps.begin(dragged, element),
      move(at) {
        const ghost = deps.ghost.current
        if (ghost) ghost.style.transform = `translate(${at.clientX + 12}px, ${at.clientY + 8}px)`
        const target = targetAt(deps, at)
        const key = `${target.phase} ${target.spot?.line} ${target.spot?.column}`
        if (key !== last) deps.over(dragged, target)
        last = key
      },
      end: (at) => deps.drop(dragged, targetAt(deps, at)),
      cancel: () => deps.cancel(),
    }),
    press: () => 'event' in dragged && deps.open(dragged.event),
  })
}

/** Whether the pointer is on something other than an empty cell: a name, an assignment or a button. */
const isTaken = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest('[data-event], [role=rowheader], button, a, input') !== null

/** Chooses the pressed cell, and those that the pointer moves over: a finger after it has rested. */
function sweep(deps: PointerDeps, event: PointerEvent): void {
  const spot = spotAt(deps, event)
  if (!spot || event.button !== 0 || isTaken(event.target)) return
  const choose = () => deps.press(spot, event.shiftKey)
  if (event.pointerType !== 'touch') choose()
  drag(deps.root, event, {
    finger: deps.editable ? 'rested' : 'never',
    begin: choose,
    move(at) {
      const next = spotAt(deps, at)
      if (next) deps.sweep(next)
    },
    end: deps.swept,
  })
}

/** A click on an empty cell, two of them, and the menu of cells. */
function clicksOn(deps: PointerDeps, signal: AbortSignal): void {
  const { root, editable } = deps
  const inCells = ({ target }: Event) => target instanceof Element && target.closest('[data-cells]') !== null
  const on = (name: 'click' | 'dblclick' | 'contextmenu', does: (event: MouseEvent, spot: Spot) => void) =>
    root.addEventListener(
      name,
      (event) => {
        const spot = inCells(event) ? spotAt(deps, event) : null
        if (spot) does(event, spot)
      },
      { signal },
    )
  on('click', (event, spot) => {
    if (isTaken(event.target) || event.detail > 1) return
    if (event.shiftKey) deps.swept(event)
    else if (editable) deps.tap(spot)
    else deps.press(spot, false)
  })
  on('dblclick', (event, spot) => editable && !isTaken(event.target) && deps.twice(spot))
  on('contextmenu', (event, spot) => {
    event.preventDefault()
    // A finger that rests has chosen already.
    if (!('pointerType' in event && event.pointerType === 'touch')) deps.menu(event, spot)
  })
}

/**
 * Follows the pointer over the board and its bench with one listener. The cell is computed from coordinates, so that
 * no component is rendered while something is dragged.
 */
export function followPointer(deps: PointerDeps): () => void {
  const over = new AbortController()
  const { signal } = over
  deps.root.addEventListener('pointerdown', (event) => press(deps, event), { signal })
  clicksOn(deps, signal)
  deps.root.addEventListener('touchmove', holdStill, { passive: false, signal })
  return () => over.abort()
}
