import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Columns, Line } from '../layout.ts'

/** A cell of the board by the places of its line and its day. */
export interface Spot {
  readonly line: number
  readonly column: number
}
/** A block of cells. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const blockOf = (a: Spot, b: Spot): Block => ({
  top: Math.min(a.line, b.line),
  bottom: Math.max(a.line, b.line),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

/** Which cells are chosen: an active one, and a block from where the choice began. */
export interface Cursor {
  readonly active: ReadonlySignal<Spot | null>
  readonly block: ReadonlySignal<Block | null>
  go(spot: Spot | null, extend?: boolean): void
}

export function createCursor(): Cursor {
  const active = signal<Spot | null>(null)
  const anchor = signal<Spot | null>(null)
  return {
    active,
    block: computed(() => (active.value ? blockOf(anchor.value ?? active.value, active.value) : null)),
    go(spot, extend = false) {
      batch(() => {
        if (!extend || !anchor.peek()) anchor.value = extend ? active.peek() : spot
        active.value = spot
      })
    },
  }
}

/** The next line that is a person, in a direction; the same line at the end. */
export function nextPerson(lines: readonly Line[], from: number, step: number): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (lines[at]?.kind === 'person') return at
  return from
}

/** The cell next to another one. */
export function nextSpot(
  lines: readonly Line[],
  columns: Columns,
  spot: Spot | null,
  [right, down]: readonly [right: number, down: number],
): Spot {
  if (!spot) return { line: nextPerson(lines, -1, 1), column: 0 }
  const line = down ? nextPerson(lines, spot.line, down) : spot.line
  return { line, column: Math.min(Math.max(spot.column + right, 0), columns.days.length - 1) }
}
