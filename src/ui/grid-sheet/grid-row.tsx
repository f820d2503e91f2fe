import { memo, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { gridSheet } from './grid-sheet.recipe.ts'
import type { Line } from './grid-sheet.tsx'
import { SheetCell, type Cell } from './sheet-cell.tsx'
import type { Drawn } from './use-near.ts'

/** A row of a grid: its heading, its cells as far as they are in sight, and its total. It stays as it is while others scroll in. */
export const GridRow = memo(
  ({
    row,
    at,
    columns,
    near,
    cell,
    active,
    selected,
    total,
  }: {
    row: Line
    /** Its place among all rows, from 0. */
    at: number
    columns: readonly Line[]
    near: readonly Drawn[]
    cell: (row: string, column: string) => ReadonlySignal<Cell>
    /** The column of the active cell if that is in this row. */
    active: number | null
    /** The first and the last column that are selected. */
    selected: readonly [number, number] | null
    total: ((row: string) => ReactNode) | undefined
  }) => {
    const styles = gridSheet()
    return (
      <tr data-row={row.key} aria-rowindex={at + 2}>
        <th scope="row" className={styles.row}>
          {row.header ?? row.label}
        </th>
        {near.map(({ at: place, room }) => {
          const column = columns[place]
          if (room !== undefined || !column) return <td aria-hidden key={`room ${place}`} />
          return (
            <SheetCell
              key={column.key}
              className={styles.cell ?? ''}
              column={column.key}
              at={place}
              cell={cell(row.key, column.key)}
              label={`${row.label}, ${column.label}`}
              active={active === place}
              selected={selected !== null && place >= selected[0] && place <= selected[1]}
            />
          )
        })}
        {total && <td className={styles.total}>{total(row.key)}</td>}
      </tr>
    )
  },
)
