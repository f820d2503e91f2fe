import { memo, useRef, type ReactNode } from 'react'
import { useSignalEffect, type ReadonlySignal } from '@preact/signals-react'
import type { Column } from './column.ts'
import type { RowKey, TableSelection } from './lines.ts'
import { table } from './table.recipe.ts'

interface RowProps<R> {
  record: ReadonlySignal<R>
  columns: readonly Column<R>[]
  phone: boolean
  rowHref?: (record: R) => string | undefined
  changed?: (record: R) => boolean
  id: RowKey
  isCurrent: boolean
  /** Undefined where rows cannot be ticked. */
  selected: boolean | undefined
  /** Whether its checkbox is there: on phones, as long as any row is ticked. */
  ticks: boolean
  nameOf: TableSelection<R>['nameOf'] | undefined
  onSelect: TableSelection<R>['onSelect'] | undefined
}

const Row = <R,>({ record, columns, phone, rowHref, changed, nameOf, ticks, ...ticked }: RowProps<R>) => {
  const current = record.value
  const tick = () => <Tick {...ticked} name={nameOf?.(current) ?? String(ticked.id)} />
  const styles = table({ phone })
  const href = rowHref?.(current)
  const linked = (content: ReactNode) =>
    href ? (
      <a href={href} className={styles.link} data-row aria-current={ticked.isCurrent ? 'true' : undefined}>
        {content}
      </a>
    ) : (
      content
    )
  const mark = useRef<HTMLSpanElement>(null)
  // That somebody else changed a record renders nothing of its row: the mark comes and goes by itself.
  useSignalEffect(() => {
    const isOn = changed?.(record.value) ?? false
    mark.current?.toggleAttribute('hidden', !isOn)
    mark.current?.toggleAttribute('data-changed', isOn)
  })
  const highlight = changed && <span ref={mark} className={styles.highlight} hidden />
  if (phone) {
    const at = (place: Column<R>['phone']) => columns.filter((column) => column.phone === place)
    const titles = at('title')
    const title = titles.length ? titles : columns.slice(0, 1)
    const show = ({ key, cell, phoneCell = cell }: Column<R>) => {
      const content = phoneCell(current)
      // What is empty has no place, and nothing that sets it apart from its neighbor.
      return content === null || content === false || content === '' ? null : <span key={key}>{content}</span>
    }
    return (
      <>
        {highlight}
        {ticked.selected !== undefined && ticks && tick()}
        {at('start').map(show)}
        <span className={styles.text}>
          <span className={styles.title}>{linked(title.map(show))}</span>
          <span className={styles.sub}>{at('sub').map(show)}</span>
        </span>
        <span className={styles.end}>{at('end').map(show)}</span>
      </>
    )
  }
  const link = columns.find((column) => column.phone === 'title') ?? columns[0]
  return (
    <>
      {ticked.selected !== undefined && (
        <div role="cell" className={styles.tick}>
          {tick()}
        </div>
      )}
      {columns.map((column, index) => (
        <div key={column.key} role="cell" data-align={column.align} className={styles.cell}>
          {index === 0 && highlight}
          {column === link ? linked(column.cell(current)) : column.cell(current)}
        </div>
      ))}
    </>
  )
}

/** The row's checkbox. The platform's own, since the kit's are many elements in each of many rows. */
const Tick = ({
  id,
  name,
  selected,
  onSelect,
}: Pick<RowProps<never>, 'id' | 'selected' | 'onSelect'> & { name: string }) => (
  <label className={table().box}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selected ?? false}
      onChange={({ target, nativeEvent }) =>
        onSelect?.(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
)

/** A row, memoized and bound to its record's signal, so that a changed record rerenders only its own row. */
export const TableRow = memo(Row) as typeof Row
