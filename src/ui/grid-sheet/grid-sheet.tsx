import {
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import type { ReadonlySignal } from '@preact/signals-react'
import { css, cx } from '#css/css'
import { arrow } from '#ui/drag/arrow.ts'
import { beginUnfinished } from '#ui/unfinished/unfinished.ts'
import { createEdits } from './edits.ts'
import { gridSheet } from './grid-sheet.recipe.ts'
import type { Cell } from './sheet-cell.tsx'
import { GridRow } from './grid-row.tsx'
import { blockOf, cellsOf, columnsIn, parseBlock, type Place, type Range } from './range.ts'
import { cellAt, element, go, placeOf, range, step, type Sheet } from './sheet.ts'
import { useNear } from './use-near.ts'

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

function onPress(sheet: Sheet, { target, shiftKey, detail, nativeEvent }: MouseEvent) {
  const place = target instanceof HTMLInputElement ? null : placeOf(sheet, target)
  if (!place) return
  go(sheet, place, shiftKey)
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
  if (isTouch || detail > 1) edit(sheet, place, cellAt(sheet, place).text)
}

/**
 * An editable grid that works like a spreadsheet: arrow keys move, typing replaces, Enter moves down, Shift selects,
 * Ctrl+D fills down, Ctrl+Z takes back, and blocks can be pasted from spreadsheets. On touch screens one tap edits. It is
 * drawn as far as it is in sight, so that it may have any number of rows and columns.
 */
export const GridSheet = ({ rows, columns, cell, onChange, foot, total, 'aria-label': label }: GridSheetProps) => {
  const styles = gridSheet()
  const body = useRef<HTMLTableSectionElement>(null)
  const active = useRef<Place>(FIRST)
  const anchor = useRef<Place>(FIRST)
  const edits = useRef(createEdits())
  const scroll = useRef<HTMLDivElement>(null)
  // What is drawn of the refs, which are ahead of it within an event.
  const [shown, setShown] = useState<Range>({ from: FIRST, to: FIRST })
  const draw = () => flushSync(() => setShown({ from: anchor.current, to: active.current }))
  const sheet: Sheet = { rows, columns, cell, onChange, body, active, anchor, edits, draw }
  const near = useNear({ rows: rows.length, columns: columns.length }, { body, scroll }, shown.to)
  const heard = {
    onPaste: (event: ClipboardEvent) => onPaste(sheet, event),
    onCopy: (event: ClipboardEvent) => onCopy(sheet, event),
    onClick: (event: MouseEvent) => onPress(sheet, event),
    onKeyDown: (event: KeyboardEvent) => placeOf(sheet, event.target) && onKeyDown(sheet, event),
  }
  return (
    <div ref={scroll} className={styles.scroll}>
      <table
        {...grid}
        {...heard}
        aria-label={label}
        aria-rowcount={rows.length + (foot ? 2 : 1)}
        aria-colcount={columns.length + (total ? 2 : 1)}
        className={styles.table}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.corner}>
              <span className={css({ srOnly: true })}>{label}</span>
            </th>
            {near.columns.map(({ at, room }) =>
              room === undefined ? (
                <th key={columns[at]?.key} scope="col" aria-colindex={at + 2} className={styles.column}>
                  {columns[at]?.header ?? columns[at]?.label}
                </th>
              ) : (
                <td aria-hidden key={`room ${at}`} style={{ width: room }} />
              ),
            )}
            {total && (
              <th scope="col" aria-colindex={columns.length + 2} className={cx(styles.column, styles.total)}>
                Total
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {near.rows.map(({ at, room }) => {
            const row = rows[at]
            if (room !== undefined || !row)
              return (
                <tr key={`room ${at}`}>
                  <td aria-hidden style={{ height: room, padding: 0 }} />
                </tr>
              )
            return (
              <GridRow
                key={row.key}
                row={row}
                at={at}
                columns={columns}
                near={near.columns}
                cell={cell}
                active={shown.to.row === at ? shown.to.column : null}
                selected={columnsIn(shown, at)}
                total={total}
              />
            )
          })}
        </tbody>
        {foot && (
          <tfoot>
            <tr aria-rowindex={rows.length + 2}>
              <th scope="row" className={styles.row}>
                Total
              </th>
              {near.columns.map(({ at, room }) =>
                room === undefined ? (
                  <td key={columns[at]?.key} aria-colindex={at + 2} className={styles.foot}>
                    {foot(columns[at]?.key ?? '')}
                  </td>
                ) : (
                  <td aria-hidden key={`room ${at}`} />
                ),
              )}
              {total && <td className={styles.total}>{total(undefined)}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const FIRST: Place = { row: 0, column: 0 }
// The role is explicit, because not all assistive technology infers it from the table.
const grid = { role: 'grid' }
