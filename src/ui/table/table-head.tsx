import { memo } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from './column.ts'
import type { TableProps } from './table.tsx'
import { table } from './table.recipe.ts'

/** The sticky header. Sortable columns show their order and expose it to screen readers. */
export const TableHead = <R,>({
  columns,
  sort,
  direction = 'asc',
  onSort,
  selection,
}: Pick<TableProps<R>, 'columns' | 'sort' | 'direction' | 'onSort' | 'selection'>) => {
  const styles = table()
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" style={{ display: 'contents' }} aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className={styles.tick}>
            <label className={styles.box}>
              <input
                type="checkbox"
                aria-label="Select all rows"
                checked={selection.all === true}
                ref={(box) => void (box && (box.indeterminate = selection.all === 'some'))}
                onChange={({ target }) => selection.onAll(target.checked)}
              />
            </label>
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sorted={column.key === sort && direction} onSort={onSort} />
        ))}
      </div>
    </div>
  )
}

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
