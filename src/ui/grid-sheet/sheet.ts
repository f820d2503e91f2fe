import type { RefObject } from 'react'
import type { createEdits } from './edits.ts'
import type { GridSheetProps } from './grid-sheet.tsx'
import type { Place, Range } from './range.ts'

/** The grid as it is shown: its elements, the active cell, and the corner opposite to it of what is selected. */
export interface Sheet extends Pick<GridSheetProps, 'rows' | 'columns' | 'cell' | 'onChange'> {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly active: RefObject<Place>
  readonly anchor: RefObject<Place>
  readonly edits: RefObject<ReturnType<typeof createEdits>>
  /** Draws the active cell and what is selected, wherever they are. */
  readonly draw: () => void
}

export const range = ({ anchor, active }: Sheet): Range => ({ from: anchor.current, to: active.current })

export const element = ({ body, rows, columns }: Sheet, { row, column }: Place) =>
  [...(body.current?.rows ?? [])]
    .find(({ dataset }) => dataset.row === rows[row]?.key)
    ?.querySelector<HTMLTableCellElement>(`[data-column="${CSS.escape(columns[column]?.key ?? '')}"]`) ?? undefined

/** The cell that an event came from. */
export function placeOf({ rows, columns }: Sheet, target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = rows.findIndex(({ key }) => key === cell?.closest('tr')?.dataset.row)
  const column = columns.findIndex(({ key }) => key === cell?.dataset.column)
  return row < 0 || column < 0 ? null : { row, column }
}

export function go(sheet: Sheet, place: Place, extend = false) {
  const { rows, columns, active, anchor } = sheet
  const next = {
    row: Math.min(Math.max(place.row, 0), rows.length - 1),
    column: Math.min(Math.max(place.column, 0), columns.length - 1),
  }
  active.current = next
  if (!extend) anchor.current = next
  sheet.draw()
  element(sheet, next)?.focus()
}

export const step = (sheet: Sheet, down: number, right: number, extend = false) =>
  go(sheet, { row: sheet.active.current.row + down, column: sheet.active.current.column + right }, extend)

export const cellAt = ({ cell, rows, columns }: Sheet, { row, column }: Place) =>
  cell(rows[row]?.key ?? '', columns[column]?.key ?? '').peek()
