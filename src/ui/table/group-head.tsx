import { memo } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import type { Column } from './column.ts'
import type { TableGroup, TableSelection } from './lines.ts'
import { TickAll } from './table-head.tsx'
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
  onSelect: TableSelection<R>['onSelectGroup']
}

/** The heading of a group of rows, which folds and unfolds it; its figures stand in the columns of the rows. */
const Head = <R,>({ group, columns, hasTicks, phone, at, onFold, onSelect }: HeadProps<R>) => {
  const { key, label, mark, note, cells, tools, ticked, isFolded } = group
  const styles = table({ phone })
  const under = cells && !phone ? columns.slice(1) : []
  const isTicked = hasTicks && under.length > 0 && ticked !== undefined
  const wide = hasTicks && under.length > 0 && !isTicked
  return (
    <div
      role={phone ? 'listitem' : 'row'}
      aria-rowindex={phone ? undefined : at}
      aria-label={label}
      className={styles.group}
      data-cells={under.length > 0 || undefined}
    >
      {isTicked && (
        <div role="cell" className={styles.tick}>
          <TickAll label={`Select ${label}`} ticked={ticked} onTick={(on) => onSelect?.(key, on)} />
        </div>
      )}
      <div
        role={phone ? undefined : 'rowheader'}
        aria-colspan={wide ? 2 : undefined}
        className={styles.groupHeader}
        style={wide ? { gridColumn: 'span 2' } : undefined}
      >
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={() => onFold?.(key)}>
          <Chevron isFolded={isFolded} />
          {mark}
          <b>{label}</b>
          <span className={styles.note} data-number={typeof note === 'number' || undefined}>
            {typeof note === 'string' ? <span className={styles.groupSaid}>{note}</span> : note}
          </span>
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
/** It stays as it is while the heading's figures change. */
const Chevron = memo(({ isFolded }: { isFolded: boolean }) => (
  <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size="sm" />
))

// `memo` forgets that the component is generic.
export const GroupHead = memo(Head) as typeof Head
