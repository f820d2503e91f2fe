import { memo, type KeyboardEvent } from 'react'
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
  cell: ReadonlySignal<Cell>
  label: string
  first: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPress: (extend: boolean, editing: boolean) => void
}

/** A cell, memoized and bound to its own signal. Its handlers depend only on its position, which is in its key. */
export const SheetCell = memo(
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
        onClick={({ shiftKey, detail, target, nativeEvent }) => {
          if (target instanceof HTMLInputElement) return
          const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
          onPress(shiftKey, isTouch || detail > 1)
        }}
      >
        <span className={css({ pointerEvents: 'none' })}>{text || '\u00a0'}</span>
      </td>
    )
  },
  (a, b) => a.cell === b.cell && a.label === b.label && a.first === b.first,
)
