import { memo, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { beginUnfinished } from '#ui/unfinished/unfinished.ts'
import { gridSheet } from './grid-sheet.recipe.ts'
import { blockOf, cellsOf, parseBlock, type Place, type Range } from './range.ts'

/** What one cell shows. */
export interface Cell {
  text: string
  /** Several things at once, or none of the reader's business: shown and not typed over. */
  readonly?: boolean
  /** Why what was typed was not taken. */
  problem?: string | undefined
}

/** A row or column: its key, and its words. */
export interface Line {
  key: string
  label: string
  header?: ReactNode
}

/** What was typed, pasted or filled down into one cell. */
export interface CellChange {
  row: string
  column: string
  text: string
}

export interface GridSheetProps {
  rows: readonly Line[]
  columns: readonly Line[]
  /** The cell's own signal: a change repaints it and nothing else. */
  cell: (row: string, column: string) => ReadonlySignal<Cell>
  /** All that one act of the user changed, to be saved at once. */
  onChange: (changes: CellChange[]) => void
  /** Below the rows, under each column. */
  foot?: (column: string) => ReactNode
  'aria-label': string
}

/**
 * Numbers in a grid, worked on like a spreadsheet: arrows move, typing replaces, Enter goes down, Shift selects, Ctrl+D
 * fills down, and a block from a spreadsheet is pasted where one stands.
 */
export const GridSheet = ({ rows, columns, cell, onChange, foot, 'aria-label': label }: GridSheetProps) => {
  const styles = gridSheet()
  const body = useRef<HTMLTableSectionElement>(null)
  const active = useRef<Place>({ row: 0, column: 0 })
  const anchor = useRef<Place>({ row: 0, column: 0 })
  const range = (): Range => ({ from: anchor.current, to: active.current })
  const element = ({ row, column }: Place) =>
    body.current?.rows[row]?.cells[column + 1] as HTMLTableCellElement | undefined

  function paint() {
    for (const held of body.current?.querySelectorAll('[data-selected]') ?? []) held.removeAttribute('data-selected')
    const places = cellsOf(range())
    if (places.length > 1) for (const place of places) element(place)?.setAttribute('data-selected', '')
  }
  function go(place: Place, extend = false) {
    const next = {
      row: Math.min(Math.max(place.row, 0), rows.length - 1),
      column: Math.min(Math.max(place.column, 0), columns.length - 1),
    }
    element(active.current)?.setAttribute('tabindex', '-1')
    active.current = next
    if (!extend) anchor.current = next
    const target = element(next)
    target?.setAttribute('tabindex', '0')
    target?.focus()
    paint()
  }
  const step = (down: number, right: number, extend = false) =>
    go({ row: active.current.row + down, column: active.current.column + right }, extend)
  const held = ({ row, column }: Place) => cell(rows[row]?.key ?? '', columns[column]?.key ?? '').peek()

  /** Turns what was put into places into changes: what is read-only or out of the grid is passed over. */
  function change(put: readonly (Place & { text: string })[]) {
    const changes = put.flatMap(({ row, column, text }) => {
      const [line, head] = [rows[row], columns[column]]
      if (!line || !head || held({ row, column }).readonly || held({ row, column }).text === text.trim()) return []
      return [{ row: line.key, column: head.key, text: text.trim() }]
    })
    if (changes.length) onChange(changes)
  }

  function edit(place: Place, text: string) {
    const target = element(place)
    if (!target || held(place).readonly) return
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
      if (keep) change([{ ...place, text: typed }])
      finish()
    }
    input.addEventListener('blur', () => leave(true))
    input.addEventListener('keydown', (event) => {
      event.stopPropagation()
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        leave(event.key !== 'Escape')
        if (event.key === 'Enter') step(1, 0)
        else if (event.key === 'Tab') step(0, event.shiftKey ? -1 : 1)
        else go(place)
      }
    })
    target.append(input)
    input.focus()
    if (text === held(place).text) input.select()
  }

  function onKeyDown(event: KeyboardEvent) {
    const arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    const command = event.ctrlKey || event.metaKey
    if (arrow) step(arrow[0] ?? 0, arrow[1] ?? 0, event.shiftKey)
    else if (event.key === 'Home') go({ row: command ? 0 : active.current.row, column: 0 }, event.shiftKey)
    else if (event.key === 'End')
      go({ row: command ? rows.length - 1 : active.current.row, column: columns.length - 1 }, event.shiftKey)
    else if (event.key === 'Enter' || event.key === 'F2') edit(active.current, held(active.current).text)
    else if (event.key === 'Delete' || event.key === 'Backspace')
      change(cellsOf(range()).map((place) => ({ ...place, text: '' })))
    else if (command && event.key.toLowerCase() === 'd') {
      const places = cellsOf(range())
      const top = Math.min(...places.map(({ row }) => row))
      change(places.map((place) => ({ ...place, text: held({ row: top, column: place.column }).text })))
    } else if (/^[\d.,]$/.test(event.key) && !command && !event.altKey) edit(active.current, event.key)
    else return
    event.preventDefault()
  }
  function onPaste(event: ClipboardEvent) {
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    change(blockOf(active.current, parseBlock(event.clipboardData.getData('text/plain')), range()))
  }
  function onCopy(event: ClipboardEvent) {
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    const byRow = Map.groupBy(cellsOf(range()), ({ row }) => row)
    const lines = [...byRow.values()].map((places) => places.map((place) => held(place).text).join('\t'))
    event.clipboardData.setData('text/plain', lines.join('\n'))
  }

  return (
    <div className={styles.scroll}>
      <table {...grid} aria-label={label} className={styles.table} onPaste={onPaste} onCopy={onCopy}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              <span className={css({ srOnly: true })}>{label}</span>
            </th>
            {columns.map(({ key, label: words, header }) => (
              <th key={key} scope="col" className={styles.column}>
                {header ?? words}
              </th>
            ))}
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
                  onKeyDown={onKeyDown}
                  onPress={(extend, twice) => {
                    go({ row: at, column: index }, extend)
                    if (twice) edit({ row: at, column: index }, held({ row: at, column: index }).text)
                  }}
                />
              ))}
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
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

// Said outright: not everything that reads a page concludes it from the table.
const grid = { role: 'grid' }
const gridCell = { role: 'gridcell' }

interface SheetCellProps {
  className: string
  cell: ReadonlySignal<Cell>
  label: string
  first: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (extend: boolean, twice: boolean) => void
}

/** One cell, which follows its own signal; what its handlers do depends on where it stands, which its key says. */
const SheetCell = memo(
  ({ className, cell, label, first, onKeyDown, onPress }: SheetCellProps) => {
    const { text, readonly, problem } = cell.value
    return (
      <td
        {...gridCell}
        tabIndex={first ? 0 : -1}
        className={className}
        aria-label={`${label}: ${text || 'empty'}${problem ? `. ${problem}` : ''}`}
        data-readonly={readonly || undefined}
        data-empty={text === '' || undefined}
        data-problem={problem ? '' : undefined}
        title={problem}
        onKeyDown={onKeyDown}
        onClick={({ shiftKey, detail, target }) => target instanceof HTMLInputElement || onPress(shiftKey, detail > 1)}
      >
        <span className={css({ pointerEvents: 'none' })}>{text || '\u00a0'}</span>
      </td>
    )
  },
  (a, b) => a.cell === b.cell && a.label === b.label && a.first === b.first,
)
