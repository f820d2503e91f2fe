import type { KeyboardEvent } from 'react'
import { arrow } from '#ui/drag/arrow.ts'
import { nextSpot, type Spot } from './board-cursor.ts'
import type { BoardModel } from './board-model.ts'
import type { Columns, Line } from '../layout.ts'

export interface KeyDeps {
  model: BoardModel
  lines: readonly Line[]
  columns: Columns
  editable: boolean
  /** Opens what is planned on the active cell, or who, what and when for the chosen cells. */
  open: () => void
  /** Opens the menu of the chosen cells. */
  menu: () => void
  /** Brings a cell into view. */
  reveal: (spot: Spot) => void
}

/** The board by keys alone: arrows, Enter, Space, Delete, copy and paste. */
export function onBoardKey(
  event: KeyboardEvent,
  { model, lines, columns, editable, open, menu, reveal }: KeyDeps,
): void {
  const by = arrow(event.key)
  const isCommand = event.ctrlKey || event.metaKey
  const { cursor } = model
  if (by && !isCommand && !event.altKey) {
    event.preventDefault()
    const spot = nextSpot(lines, columns, cursor.active.peek(), by)
    cursor.go(spot, event.shiftKey && !model.lifted.peek())
    reveal(spot)
    const lifted = model.lifted.peek()
    if (lifted) model.over(lifted, { spot, phase: null })
    return
  }
  const run = actionOf(event.key.toLowerCase(), event.shiftKey)
  if (!run) return
  event.preventDefault()
  run()

  function actionOf(key: string, shift: boolean): (() => void) | undefined {
    const spot = cursor.active.peek()
    if (key === 'home' && spot) return () => cursor.go({ ...spot, column: 0 }, shift)
    if (key === 'end' && spot) return () => cursor.go({ ...spot, column: columns.days.length - 1 }, shift)
    if (key === 'escape') return () => (model.lifted.peek() ? model.cancel() : cursor.go(null))
    if (key === 'enter') return () => (model.lifted.peek() ? model.lift() : open())
    if (!editable || event.altKey) return undefined
    if (key === 'contextmenu' || (key === 'f10' && shift)) return menu
    if (key === ' ') return model.lift
    if (key === 'delete' || key === 'backspace') return () => void model.clear()
    if (key === 'c') return model.copy
    if (key === 'v') return () => void model.paste()
    return undefined
  }
}
