import { memo, type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { Column } from './column.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { table } from './table.recipe.ts'
import { useDesk, usePhone } from './use-width.ts'

/** Row heights in pixels at a root font size of 16. */
const HEIGHT = { desk: 52, compact: 40, phone: 66 }

/** The number of rows in a render group. */
const GROUP = 32

/** The rows are signals of records. Keep `columns` and the functions stable, or every row rerenders. */
export interface TableProps<R> {
  /** The records, each in its signal, in the order they are shown in. */
  rows: readonly ReadonlySignal<R>[]
  /** The columns from left to right. */
  columns: readonly Column<R>[]
  /** What tells a record from the others. */
  rowKey: (record: R) => string | number
  /** What the rows are, for screen readers. */
  'aria-label': string
  /** Makes the whole row a link. */
  rowHref?: (record: R) => string | undefined
  /** The key of the column that the rows are sorted by. */
  sort?: string
  /** The direction that the rows are sorted in. */
  direction?: 'asc' | 'desc'
  /** Called on a press on the header of a sortable column. The parent must sort. */
  onSort?: (key: string, direction: 'asc' | 'desc') => void
  /** Whether someone else has just changed the record. */
  changed?: (record: R) => boolean
  /** Called when scrolling near the end, to load the next page. */
  onEnd?: () => void
  /** Rows of 40 px instead of 52. */
  compact?: boolean
}

/** A virtualized table that scrolls with the page; on phones it is a list. Equal props draw nothing anew. */
const PlainTable = <R,>({ rows, rowKey, rowHref, changed, onEnd, compact, ...props }: TableProps<R>) => {
  const phone = usePhone()
  const desk = useDesk()
  const columns = useMemo(() => props.columns.filter((column) => desk || !column.wide), [props.columns, desk])
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Read once a render: reading it for each row would make the browser compute styles each time.
  const height = (phone ? HEIGHT.phone : compact ? HEIGHT.compact : HEIGHT.desk) * (rem() / 16)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index]
      return row ? rowKey(row.peek()) : index
    },
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  const nearEnd = !!last && last.index >= rows.length - 10

  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + scrollY))
  }, [phone])
  useLayoutEffect(() => virtual.measure(), [virtual, phone, compact])
  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, rows.length, onEnd])

  const styles = table({ phone, compact: compact && !phone })
  const above = (items[0]?.start ?? top) - top
  const below = Math.max(0, virtual.getTotalSize() + top - (last?.end ?? top))
  const columnTracks = columns.map((column) => column.width ?? 'minmax(0, 1fr)').join(' ')
  return (
    <div
      role={phone ? 'list' : 'table'}
      aria-label={props['aria-label']}
      aria-rowcount={phone ? undefined : rows.length + 1}
      className={styles.root}
      style={{ '--columns': columnTracks } as CSSProperties}
    >
      {!phone && <TableHead {...props} columns={columns} />}
      <div
        ref={body}
        role={phone ? 'presentation' : 'rowgroup'}
        className={styles.body}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {[...Map.groupBy(items, ({ index }) => Math.floor(index / GROUP))].map(([group, members]) => (
          <Group key={group}>
            {members.map(({ key, index }) => {
              const record = rows[index]
              return (
                record && (
                  <div
                    key={key}
                    role={phone ? 'listitem' : 'row'}
                    aria-rowindex={phone ? undefined : index + 2}
                    className={styles.row}
                  >
                    <TableRow record={record} columns={columns} phone={phone} rowHref={rowHref} changed={changed} />
                  </div>
                )
              )
            })}
          </Group>
        ))}
      </div>
      {!phone && columns.some(({ foot }) => foot) && (
        <div role="rowgroup">
          <div role="row" aria-rowindex={rows.length + 2} className={styles.foot}>
            {columns.map(({ key, align, foot }) => (
              <div key={key} role="cell" data-align={align} className={styles.cell}>
                {foot?.()}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

// `memo` loses the type parameter, which the cast restores.
export const Table = memo(PlainTable) as typeof PlainTable

/** Renders no element. It limits React's reconciliation after a change to the rows of one group. */
const Group = ({ children }: { children: ReactNode }) => children

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
