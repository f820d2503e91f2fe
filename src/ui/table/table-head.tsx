import { memo, type PointerEvent, type ReactNode } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import { arrow } from '#ui/drag/arrow.ts'
import { drag } from '#ui/drag/drag.ts'
import { tracksOf, type Column } from './column.ts'
import type { TableProps } from './table.tsx'
import { table } from './table.recipe.ts'

interface HeadProps<R> extends Pick<TableProps<R>, 'columns' | 'sort' | 'direction' | 'onSort' | 'onWidth'> {
  /** Whether all rows are ticked, or some of them; undefined where rows cannot be ticked. */
  ticked: boolean | 'some' | undefined
  onTick: ((on: boolean) => void) | undefined
}

const Head = <R,>({ columns, sort, direction = 'asc', onSort, onWidth, ticked, onTick }: HeadProps<R>) => {
  const styles = table()
  const show = (root: HTMLElement, key: string, width: number) =>
    root.style.setProperty(
      '--columns',
      tracksOf(
        columns.map((column) => (column.key === key ? { width: `${width}px` } : column)),
        ticked !== undefined,
      ),
    )
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" style={{ display: 'contents' }} aria-rowindex={1}>
        {ticked !== undefined && (
          <div role="columnheader" className={styles.tick}>
            <TickAll label="Select all rows" ticked={ticked} onTick={(on) => onTick?.(on)} />
          </div>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.key}
            column={column}
            sorted={column.key === sort && direction}
            onSort={onSort}
            onWidth={onWidth}
          >
            {onWidth && at < columns.length - 1 && <Edge column={column} show={show} onWidth={onWidth} />}
          </HeadCell>
        ))}
      </div>
    </div>
  )
}

// `memo` forgets that the component is generic.
/** The sticky header. Sortable columns show their order and expose it to screen readers. */
export const TableHead = memo(Head) as typeof Head

interface TickProps {
  label: string
  ticked: boolean | 'some'
  onTick: (on: boolean) => void
}
/** The checkbox of many rows, with a dash where some of them are ticked. */
export const TickAll = ({ label, ticked, onTick }: TickProps) => (
  <label className={table().box}>
    <input
      type="checkbox"
      aria-label={label}
      checked={ticked === true}
      ref={(box) => void (box && (box.indeterminate = ticked === 'some'))}
      onChange={({ target }) => onTick(target.checked)}
    />
  </label>
)

interface EdgeProps {
  column: { key: string }
  /** Shows a column at a width until it is let go. */
  show: (table: HTMLElement, key: string, width: number) => void
  onWidth: (key: string, width: number | null) => void
}

const LEAST = 48
/** How far an arrow key moves the edge, in CSS pixels. */
const STEP = 16

/** How wide a heading is, and what it may become: at most half of its table. */
function sizes(heading: HTMLElement) {
  const root = heading.closest<HTMLElement>('[role=table]')
  const most = Math.max(LEAST, Math.round((root?.clientWidth ?? 0) / 2))
  const width = Math.round(heading.getBoundingClientRect().width)
  return { root, width, within: (wanted: number) => Math.min(most, Math.max(LEAST, Math.round(wanted))) }
}

/** The edge of a column, which is dragged; a double click makes the column as wide as usual. */
const Edge = ({ column: { key }, show, onWidth }: EdgeProps) => {
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const heading = event.currentTarget.parentElement
    const { root, width, within } = sizes(heading ?? event.currentTarget)
    if (!root) return
    const from = event.clientX
    const before = root.style.getPropertyValue('--columns')
    const at = ({ clientX }: { clientX: number }) => within(width + clientX - from)
    drag(event.currentTarget, event, {
      move: (point) => show(root, key, at(point)),
      end: (point) => onWidth(key, at(point)),
      cancel: () => root.style.setProperty('--columns', before),
    })
  }
  return (
    <span
      role="presentation"
      className={table().edge}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(key, null)}
    />
  )
}

const Cell = <R,>({
  column,
  sorted,
  onSort,
  onWidth,
  children,
}: Pick<TableProps<R>, 'onSort' | 'onWidth'> & {
  column: Column<R>
  sorted: 'asc' | 'desc' | false
  children: ReactNode
}) => {
  const styles = table()
  return (
    <div
      role="columnheader"
      data-align={column.align}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      className={styles.header}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          title={onWidth && 'Shift and an arrow key change the width.'}
          onKeyDown={(event) => {
            const [right] = arrow(event.key) ?? [0]
            const heading = event.currentTarget.parentElement
            if (!onWidth || !heading || !event.shiftKey || !right) return
            event.preventDefault()
            const { width, within } = sizes(heading)
            onWidth(column.key, within(width + right * STEP))
          }}
          onClick={() => onSort(column.key, sorted === 'asc' ? 'desc' : 'asc')}
        >
          {column.header}
          {sorted && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
        </button>
      ) : (
        column.header
      )}
      {children}
    </div>
  )
}
// `memo` forgets that the component is generic.
const HeadCell = memo(Cell) as typeof Cell
