import { memo } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from './column.ts'
import type { TableProps } from './table.tsx'
import { table } from './table.recipe.ts'

interface HeadProps<R> extends Pick<TableProps<R>, 'columns' | 'sort' | 'direction' | 'onSort'> {
  /** Whether all rows are ticked, or some of them; undefined where rows cannot be ticked. */
  ticked: boolean | 'some' | undefined
  onTick: ((on: boolean) => void) | undefined
}

const Head = <R,>({ columns, sort, direction = 'asc', onSort, ticked, onTick }: HeadProps<R>) => {
  const styles = table()
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" style={{ display: 'contents' }} aria-rowindex={1}>
        {ticked !== undefined && (
          <div role="columnheader" className={styles.tick}>
            <TickAll label="Select all rows" ticked={ticked} onTick={(on) => onTick?.(on)} />
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sorted={column.key === sort && direction} onSort={onSort} />
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

const Cell = <R,>({
  column,
  sorted,
  onSort,
}: Pick<TableProps<R>, 'onSort'> & { column: Column<R>; sorted: 'asc' | 'desc' | false }) => {
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
          onClick={() => onSort(column.key, sorted === 'asc' ? 'desc' : 'asc')}
        >
          {column.header}
          {sorted && <Icon name={sorted === 'asc' ? 'arrow-up' : 'arrow-down'} />}
        </button>
      ) : (
        column.header
      )}
    </div>
  )
}
// `memo` forgets that the component is generic.
const HeadCell = memo(Cell) as typeof Cell
