import { useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css, cx } from '#css/css'
import { arrow } from '#ui/drag/arrow.ts'
import { beginUnfinished } from '#ui/unfinished/unfinished.ts'
import { createEdits } from './edits.ts'
import { gridSheet } from './grid-sheet.recipe.ts'
import { SheetCell, type Cell } from './sheet-cell.tsx'
import { blockOf, cellsOf, parseBlock, type Place, type Range } from './range.ts'

/** A row or column with its key and label. */
export interface Line {
  key: string
  label: string
  header?: ReactNode
}

/** A change of one cell by typing, pasting or filling down. */
export interface CellChange {
  row: string
  column: string
  text: string
}

export interface GridSheetProps {
  /** The lines from top to bottom. */
  rows: readonly Line[]
  /** The columns from left to right. */
  columns: readonly Line[]
  /** Returns the signal of a cell, so that a change rerenders only that cell. */
  cell: (row: string, column: string) => ReadonlySignal<Cell>
  /** Called with all changes of one user action, to be saved together. */
  onChange: (changes: CellChange[]) => void
  /** Renders the footer of a column. */
  foot?: (column: string) => ReactNode
  /** Renders a row's total, or that of all rows if there is none; it stays in sight. */
  total?: (row: string | undefined) => ReactNode
  /** What the figures are, for screen readers. */
  'aria-label': string
}

/** The grid as it is shown: its elements, the active cell, and the corner opposite to it of what is selected. */
interface Sheet extends Pick<GridSheetProps, 'rows' | 'columns' | 'cell' | 'onChange'> {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly active: RefObject<Place>
  readonly anchor: RefObject<Place>
  readonly edits: RefObject<ReturnType<typeof createEdits>>
}

const range = ({ anchor, active }: Sheet): Range => ({ from: anchor.current, to: active.current })

const element = ({ body }: Sheet, { row, column }: Place) =>
  body.current?.rows[row]?.cells[column + 1] as HTMLTableCellElement | undefined

function paint(sheet: Sheet) {
  for (const selected of sheet.body.current?.querySelectorAll('[data-selected]') ?? [])
    selected.removeAttribute('data-selected')
  const places = cellsOf(range(sheet))
  if (places.length > 1) for (const place of places) element(sheet, place)?.setAttribute('data-selected', '')
}

function go(sheet: Sheet, place: Place, extend = false) {
  const { rows, columns, active, anchor } = sheet
  const next = {
    row: Math.min(Math.max(place.row, 0), rows.length - 1),
    column: Math.min(Math.max(place.column, 0), columns.length - 1),
  }
  element(sheet, active.current)?.setAttribute('tabindex', '-1')
  active.current = next
  if (!extend) anchor.current = next
  const target = element(sheet, next)
  target?.setAttribute('tabindex', '0')
  target?.focus()
  paint(sheet)
}

const step = (sheet: Sheet, down: number, right: number, extend = false) =>
  go(sheet, { row: sheet.active.current.row + down, column: sheet.active.current.column + right }, extend)

const cellAt = ({ cell, rows, columns }: Sheet, { row, column }: Place) =>
  cell(rows[row]?.key ?? '', columns[column]?.key ?? '').peek()

/** Converts texts for cells into changes, ignoring read-only cells and positions outside the grid. */
function change(sheet: Sheet, put: readonly (Place & { text: string })[]) {
  const { rows, columns, edits, onChange } = sheet
  const changes = put.flatMap(({ row, column, text }) => {
    const [line, head] = [rows[row], columns[column]]
    const { text: before, readonly } = cellAt(sheet, { row, column })
    if (!line || !head || readonly || before === text.trim()) return []
    return [{ row: line.key, column: head.key, before, text: text.trim() }]
  })
  if (!changes.length) return
  edits.current.note(changes)
  onChange(changes.map(({ row, column, text }) => ({ row, column, text })))
}

/** Takes an action back, or does it again; cells that are no longer shown are left out. */
function goBack(sheet: Sheet, to: 'undo' | 'redo') {
  const { edits, rows, columns, onChange } = sheet
  const shown = (line: readonly Line[], key: string) => line.some((one) => one.key === key)
  const changes = edits.current[to]()?.filter(({ row, column }) => shown(rows, row) && shown(columns, column))
  const [first] = changes ?? []
  if (!changes?.length || !first) return
  go(sheet, {
    row: rows.findIndex(({ key }) => key === first.row),
    column: columns.findIndex(({ key }) => key === first.column),
  })
  onChange(changes)
}

function edit(sheet: Sheet, place: Place, text: string) {
  const target = element(sheet, place)
  if (!target || cellAt(sheet, place).readonly) return
  const input = document.createElement('input')
  input.value = text
  input.inputMode = 'decimal'
  input.setAttribute('aria-label', target.getAttribute('aria-label') ?? '')
  const finish = beginUnfinished()
  let done = false
  const leave = (keep: boolean) => {
    if (done) return
    done = true
    const typed = input.value
    input.remove()
    if (keep) change(sheet, [{ ...place, text: typed }])
    finish()
  }
  input.addEventListener('blur', () => leave(true))
  input.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault()
      leave(event.key !== 'Escape')
      if (event.key === 'Enter') step(sheet, 1, 0)
      else if (event.key === 'Tab') step(sheet, 0, event.shiftKey ? -1 : 1)
      else go(sheet, place)
    }
  })
  target.append(input)
  input.focus()
  if (text === cellAt(sheet, place).text) input.select()
}

function onKeyDown(sheet: Sheet, event: KeyboardEvent) {
  const { active, rows, columns } = sheet
  const by = arrow(event.key)
  const command = event.ctrlKey || event.metaKey
  if (by) step(sheet, by[1], by[0], event.shiftKey)
  else if (event.key === 'Home') go(sheet, { row: command ? 0 : active.current.row, column: 0 }, event.shiftKey)
  else if (event.key === 'End')
    go(sheet, { row: command ? rows.length - 1 : active.current.row, column: columns.length - 1 }, event.shiftKey)
  else if (event.key === 'Enter' || event.key === 'F2') edit(sheet, active.current, cellAt(sheet, active.current).text)
  else if (event.key === 'Delete' || event.key === 'Backspace')
    change(
      sheet,
      cellsOf(range(sheet)).map((place) => ({ ...place, text: '' })),
    )
  else if (command && event.key.toLowerCase() === 'z') goBack(sheet, event.shiftKey ? 'redo' : 'undo')
  else if (command && event.key.toLowerCase() === 'y') goBack(sheet, 'redo')
  else if (command && event.key.toLowerCase() === 'd') {
    const places = cellsOf(range(sheet))
    const top = Math.min(...places.map(({ row }) => row))
    change(
      sheet,
      places.map((place) => ({ ...place, text: cellAt(sheet, { row: top, column: place.column }).text })),
    )
  } else if (/^[\d.,-]$/.test(event.key) && !command && !event.altKey) edit(sheet, active.current, event.key)
  else return
  event.preventDefault()
}

function onPaste(sheet: Sheet, event: ClipboardEvent) {
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  change(sheet, blockOf(sheet.active.current, parseBlock(event.clipboardData.getData('text/plain')), range(sheet)))
}

function onCopy(sheet: Sheet, event: ClipboardEvent) {
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  const byRow = Map.groupBy(cellsOf(range(sheet)), ({ row }) => row)
  const lines = [...byRow.values()].map((places) => places.map((place) => cellAt(sheet, place).text).join('\t'))
  event.clipboardData.setData('text/plain', lines.join('\n'))
}

/**
 * An editable grid that works like a spreadsheet: arrow keys move, typing replaces, Enter moves down, Shift selects,
 * Ctrl+D fills down, Ctrl+Z takes back, and blocks can be pasted from spreadsheets. On touch screens one tap edits.
 */
export const GridSheet = ({ rows, columns, cell, onChange, foot, total, 'aria-label': label }: GridSheetProps) => {
  const styles = gridSheet()
  const body = useRef<HTMLTableSectionElement>(null)
  const active = useRef<Place>({ row: 0, column: 0 })
  const anchor = useRef<Place>({ row: 0, column: 0 })
  const edits = useRef(createEdits())
  const sheet: Sheet = { rows, columns, cell, onChange, body, active, anchor, edits }

  return (
    <div className={styles.scroll}>
      <table
        {...grid}
        aria-label={label}
        className={styles.table}
        onPaste={(event) => onPaste(sheet, event)}
        onCopy={(event) => onCopy(sheet, event)}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              <span className={css({ srOnly: true })}>{label}</span>
            </th>
            {columns.map(({ key, label: text, header }) => (
              <th key={key} scope="col" className={styles.column}>
                {header ?? text}
              </th>
            ))}
            {total && (
              <th scope="col" className={cx(styles.column, styles.total)}>
                Total
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            <tr key={row.key}>
              <th scope="row" className={styles.row}>
                {row.header ?? row.label}
              </th>
              {columns.map((column, index) => (
                <SheetCell
                  key={column.key}
                  className={styles.cell ?? ''}
                  cell={cell(row.key, column.key)}
                  label={`${row.label}, ${column.label}`}
                  first={at === 0 && index === 0}
                  onKeyDown={(event) => onKeyDown(sheet, event)}
                  onPress={(extend, editing) => {
                    go(sheet, { row: at, column: index }, extend)
                    if (editing) edit(sheet, { row: at, column: index }, cellAt(sheet, { row: at, column: index }).text)
                  }}
                />
              ))}
              {total && <td className={styles.total}>{total(row.key)}</td>}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.row}>
                Total
              </th>
              {columns.map(({ key }) => (
                <td key={key} className={styles.foot}>
                  {foot(key)}
                </td>
              ))}
              {total && <td className={styles.total}>{total(undefined)}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

// The role is explicit, because not all assistive technology infers it from the table.
const grid = { role: 'grid' }
