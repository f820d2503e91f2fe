import { signal, type Signal } from '@preact/signals-react'
import { expect, fn, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { GridSheet, type CellChange, type GridSheetProps } from './grid-sheet.tsx'
import type { Cell } from './sheet-cell.tsx'

const rows = ['Luis Ortega', 'Kim Tran', 'Pat Olsen'].map((label) => ({ key: label, label }))
const columns = ['120 Branch rough-in', '130 Feeders'].map((label) => ({ key: label, label }))
const onChange = fn()

/** A sheet that stores its changes. */
function Held({ 'aria-label': label }: Pick<GridSheetProps, 'aria-label'>) {
  const cells = new Map<string, Signal<Cell>>()
  const cell = (row: string, column: string): Signal<Cell> => {
    const key = `${row}|${column}`
    const known = cells.get(key) ?? signal<Cell>({ text: row === 'Kim Tran' && column.startsWith('130') ? '4' : '' })
    cells.set(key, known)
    return known
  }
  cell('Pat Olsen', '130 Feeders').value = { text: '2 + 2', readonly: true }
  return (
    <GridSheet
      aria-label={label}
      rows={rows}
      columns={columns}
      cell={cell}
      onChange={(changes: CellChange[]) => {
        onChange(changes)
        for (const { row, column, text } of changes) cell(row, column).value = { text }
      }}
      foot={() => '12.00'}
      total={(row) => (row ? '8.00' : '24.00')}
    />
  )
}

const one = (cell: Cell) => () => (
  <GridSheet
    aria-label="Hours"
    rows={rows.slice(0, 1)}
    columns={columns.slice(0, 1)}
    cell={() => signal(cell)}
    onChange={() => {}}
  />
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Keep a value that was refused in its cell, and say why.',
        one({ text: '25', problem: 'A day has 24 hours.' }),
      ],
      dont: ['Do not put back what was there before: what was typed is lost.', one({ text: '8' })],
    },
    {
      do: ['Lock a cell that sums up several records, and show the sum.', one({ text: '2 + 2', readonly: true })],
      dont: ['Do not use it for less than a dozen figures: a form is read more easily.', one({ text: '8' })],
    },
  ],
  keys: {
    'ArrowLeft, ArrowRight, ArrowUp, ArrowDown': 'Moves to the next cell. With Shift it selects.',
    'Home, End': 'Moves to the start or the end of the row; with Ctrl, of the sheet.',
    'Any digit': 'Replaces the value.',
    'Enter, F2': 'Changes the value; Enter again keeps it and moves down.',
    Tab: 'Keeps what is typed and moves on; with Shift, back.',
    Escape: 'Leaves the value as it was.',
    'Delete, Backspace': 'Empties what is selected.',
    'Ctrl+D': 'Fills down: copies the first row of the selection to the others.',
    'Ctrl+C, Ctrl+V': 'Copies what is selected, and pastes a block, from a spreadsheet too.',
    'Ctrl+Z, Ctrl+Y': 'Takes an action back, and does it again.',
  },
}

const meta = preview.meta({
  title: 'Kit/Grid sheet',
  tags: ['autodocs'],
  component: GridSheet,
  args: { rows, columns, cell: () => signal({ text: '' }), onChange, 'aria-label': 'Hours' },
  argTypes: Object.fromEntries(
    ['rows', 'columns', 'cell', 'foot', 'total'].map((name) => [name, { control: { disable: true } }]),
  ),
  parameters: { guide },
  render: Held,
})
const at = (canvas: { getByRole: (role: string, options: { name: RegExp }) => HTMLElement }, name: RegExp) =>
  canvas.getByRole('gridcell', { name })

export const Playground = meta.story({})

export const Dark = meta.story({ globals: { theme: 'dark' } })

export const Phone = meta.story({ globals: { viewport: { value: 'phone' } } })

/** Typing replaces, Enter moves down, arrow keys move, Delete empties; read-only cells do not change. */
export const Keyboard = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(at(canvas, /Luis Ortega, 120/))
    await userEvent.keyboard('8{Enter}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Luis Ortega', column: '120 Branch rough-in', text: '8' }])
    await waitFor(() => expect(at(canvas, /Kim Tran, 120/)).toHaveFocus())
    await userEvent.keyboard('{ArrowRight}{Delete}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Kim Tran', column: '130 Feeders', text: '' }])
    onChange.mockClear()
    await userEvent.keyboard('{ArrowDown}7{Enter}')
    await expect(onChange).not.toHaveBeenCalled()
  },
})

/** The editor lies in its cell, whatever the width. */
export const InItsCell = meta.story({
  play: async ({ canvas, userEvent }) => {
    const cell = at(canvas, /Kim Tran, 130/)
    await userEvent.dblClick(cell)
    const [inner, outer] = [canvas.getByRole('textbox').getBoundingClientRect(), cell.getBoundingClientRect()]
    await expect(Math.abs(inner.top - outer.top)).toBeLessThan(2)
    await expect(Math.abs(inner.height - outer.height)).toBeLessThan(3)
    await userEvent.keyboard('6{Enter}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Kim Tran', column: '130 Feeders', text: '6' }])
  },
})

/** On a touch screen one tap opens the editor. */
export const Tapped = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.pointer([{ keys: '[TouchA]', target: at(canvas, /Kim Tran, 130/) }])
    await userEvent.keyboard('5{Enter}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Kim Tran', column: '130 Feeders', text: '5' }])
  },
})

/** Ctrl+Z takes typing, pasting and filling back, an action at a time, and Ctrl+Y does them again. */
export const TakenBack = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(at(canvas, /Luis Ortega, 120/))
    await userEvent.keyboard('8{Enter}')
    await userEvent.paste('1\t2\n')
    onChange.mockClear()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(onChange).toHaveBeenLastCalledWith([
      { row: 'Kim Tran', column: '120 Branch rough-in', text: '' },
      { row: 'Kim Tran', column: '130 Feeders', text: '4' },
    ])
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Luis Ortega', column: '120 Branch rough-in', text: '' }])
    await waitFor(() => expect(at(canvas, /Luis Ortega, 120/)).toHaveFocus())
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(onChange).toHaveBeenCalledTimes(2)
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect(onChange).toHaveBeenLastCalledWith([{ row: 'Luis Ortega', column: '120 Branch rough-in', text: '8' }])
  },
})

/** Filling down copies the first row of a selection to the others. */
export const FillDown = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(at(canvas, /Luis Ortega, 120/))
    await userEvent.keyboard('8{Enter}{ArrowUp}')
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await expect(onChange).toHaveBeenLastCalledWith([
      { row: 'Kim Tran', column: '120 Branch rough-in', text: '8' },
      { row: 'Pat Olsen', column: '120 Branch rough-in', text: '8' },
    ])
  },
})

/** A pasted block fills cells down and right from the active cell. */
export const Pasted = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(at(canvas, /Luis Ortega, 120/))
    await userEvent.paste('8\t1\n7.5\t2\n')
    await expect(onChange).toHaveBeenLastCalledWith([
      { row: 'Luis Ortega', column: '120 Branch rough-in', text: '8' },
      { row: 'Luis Ortega', column: '130 Feeders', text: '1' },
      { row: 'Kim Tran', column: '120 Branch rough-in', text: '7.5' },
      { row: 'Kim Tran', column: '130 Feeders', text: '2' },
    ])
  },
})
