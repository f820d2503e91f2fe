import { memo } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from './column.ts'
import type { TableGroup } from './lines.ts'
import { table } from './table.recipe.ts'

interface HeadProps<R> {
  group: TableGroup<R>
  columns: readonly Column<R>[]
  /** Whether a checkbox stands before each row. */
  hasTicks: boolean
  phone: boolean
  /** The place of the line in the whole table. */
  at: number
  onFold: ((group: string) => void) | undefined
}

/** The heading of a group of rows, which folds and unfolds it; its figures stand in the columns of the rows. */
const Head = <R,>({ group, columns, hasTicks, phone, at, onFold }: HeadProps<R>) => {
  const { key, label, mark, note, cells, tools, isFolded } = group
  const styles = table({ phone })
  const under = cells && !phone ? columns.slice(1) : []
  return (
    <div
      role={phone ? 'listitem' : 'row'}
      aria-rowindex={phone ? undefined : at}
      aria-label={label}
      className={styles.group}
      data-cells={under.length > 0 || undefined}
    >
      <div
        role={phone ? undefined : 'rowheader'}
        aria-colspan={hasTicks && under.length ? 2 : undefined}
        className={styles.groupHeader}
        style={under.length ? { gridColumn: hasTicks ? 'span 2' : undefined } : undefined}
      >
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={() => onFold?.(key)}>
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size="sm" />
          {mark}
          <b>{label}</b>
          <span className={styles.note}>{note}</span>
        </button>
        {!under.length && tools}
      </div>
      {under.map((column, place) => (
        <div key={column.key} role="cell" data-align={column.align} className={styles.cell}>
          {place < under.length - 1 ? (
            cells?.[column.key]
          ) : (
            <div className={styles.groupEnd}>
              <span className={styles.groupSaid}>{cells?.[column.key]}</span>
              {tools}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
// `memo` forgets that the component is generic.
export const GroupHead = memo(Head) as typeof Head
