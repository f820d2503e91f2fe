import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'

export interface Cell {
  text: string
  /** The cell cannot be edited, for example because it sums several records. */
  readonly?: boolean
  /** Why the typed value was refused. */
  problem?: string | undefined
}

// The role is explicit, because not all assistive technology infers it from the table.
const gridCell = { role: 'gridcell' }

interface SheetCellProps {
  className: string
  /** The key of its column. */
  column: string
  /** The place of its column, from 0. */
  at: number
  cell: ReadonlySignal<Cell>
  label: string
  active: boolean
  selected: boolean
}

/** A cell, bound to its own signal; the grid hears what is done with it. */
export const SheetCell = memo(({ className, column, at, cell, label, active, selected }: SheetCellProps) => {
  const { text, readonly, problem } = cell.value
  return (
    <td
      {...gridCell}
      tabIndex={active ? 0 : -1}
      className={className}
      aria-label={`${label}: ${text || 'empty'}${problem ? `. ${problem}` : ''}`}
      aria-colindex={at + 2}
      data-column={column}
      data-readonly={readonly || undefined}
      data-empty={text === '' || undefined}
      data-problem={problem ? '' : undefined}
      data-selected={selected || undefined}
      title={problem}
    >
      {/* An element of its own, since an input stands beside it while the cell is edited. */}
      <span className={css({ pointerEvents: 'none' })}>{text || '\u00a0'}</span>
    </td>
  )
})
