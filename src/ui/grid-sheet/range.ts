/** A cell by its row and column, from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}
/** The rectangle between two cells, both included. */
export interface Range {
  readonly from: Place
  readonly to: Place
}

/** All cells of a rectangle, row by row. */
export function cellsOf({ from, to }: Range): Place[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)]
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)]
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (_cell, column) => ({ row: top + row, column: left + column })),
  ).flat()
}

/** The first and last column that are selected in a row; null where none is, as when a single cell is only active. */
export function columnsIn({ from, to }: Range, row: number): readonly [number, number] | null {
  if (from.row === to.row && from.column === to.column) return null
  if (row < Math.min(from.row, to.row) || row > Math.max(from.row, to.row)) return null
  return [Math.min(from.column, to.column), Math.max(from.column, to.column)]
}

/** Parses a spreadsheet's clipboard text: tab-separated lines with a trailing empty line. */
export const parseBlock = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))

/** The cells that a pasted block fills. A single value fills every selected cell. */
export function blockOf(at: Place, block: readonly (readonly string[])[], range: Range): (Place & { text: string })[] {
  const [first] = block[0] ?? []
  if (block.length === 1 && block[0]?.length === 1)
    return cellsOf(range).map((place) => ({ ...place, text: first ?? '' }))
  const top = Math.min(range.from.row, range.to.row, at.row)
  const left = Math.min(range.from.column, range.to.column, at.column)
  return block.flatMap((line, row) => line.map((text, column) => ({ row: top + row, column: left + column, text })))
}
