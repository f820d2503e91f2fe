import { memo, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import type { Column } from './column.ts'
import { table } from './table.recipe.ts'

interface RowProps<R> {
  record: ReadonlySignal<R>
  columns: readonly Column<R>[]
  phone: boolean
  rowHref?: (record: R) => string | undefined
  changed?: (record: R) => boolean
}

const Row = <R,>({ record, columns, phone, rowHref, changed }: RowProps<R>) => {
  const current = record.value
  const styles = table({ phone })
  const href = rowHref?.(current)
  const linked = (content: ReactNode) =>
    href ? (
      <a href={href} className={styles.link} data-row>
        {content}
      </a>
    ) : (
      content
    )
  const highlight = changed?.(current) && <span className={styles.highlight} data-changed />
  if (phone) {
    const at = (place: Column<R>['phone']) => columns.filter((column) => column.phone === place)
    const titles = at('title')
    const title = titles.length ? titles : columns.slice(0, 1)
    const show = ({ key, cell, phoneCell = cell }: Column<R>) => <span key={key}>{phoneCell(current)}</span>
    return (
      <>
        {highlight}
        <span className={styles.text}>
          <span className={styles.title}>{linked(title.map(show))}</span>
          <span className={styles.sub}>{at('sub').map(show)}</span>
        </span>
        <span className={styles.end}>{at('end').map(show)}</span>
      </>
    )
  }
  const link = columns.find((column) => column.phone === 'title') ?? columns[0]
  return columns.map((column, index) => (
    <div key={column.key} role="cell" data-align={column.align} className={styles.cell}>
      {index === 0 && highlight}
      {column === link ? linked(column.cell(current)) : column.cell(current)}
    </div>
  ))
}

/** A row, memoized and bound to its record's signal, so that a changed record rerenders only its own row. */
export const TableRow = memo(Row) as typeof Row
