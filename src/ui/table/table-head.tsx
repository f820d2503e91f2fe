import { Icon } from '#ui/icon/icon.tsx'
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
        {columns.map((column) => {
          const sorted = column.key === sort
          return (
            <div
              key={column.key}
              role="columnheader"
              data-align={column.align}
              aria-sort={sorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              className={styles.header}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort(column.key, sorted && direction === 'asc' ? 'desc' : 'asc')}
                >
                  {column.header}
                  {sorted && <Icon name={direction === 'asc' ? 'arrow-up' : 'arrow-down'} />}
                </button>
              ) : (
                column.header
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
