import { memo, type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { tracksOf, type Column } from './column.ts'
import { TableHead } from './table-head.tsx'
import { GroupHead } from './group-head.tsx'
import { linesOf, type Line, type RowKey, type TableGroup, type TableSelection } from './lines.ts'
import { TableRow } from './table-row.tsx'
import { table } from './table.recipe.ts'
import { useTouch, type TableSwipe } from './use-touch.ts'
import { useDesk, usePhone } from './use-width.ts'

export type { TableGroup, TableSelection } from './lines.ts'

/** How high rows are at a desk. */
export type Density = 'comfortable' | 'compact' | 'dense'

/** Heights in pixels at a root font size of 16. */
const HEIGHT = { comfortable: 52, compact: 40, dense: 36, phone: 66, group: 36, touch: 44, groupTouch: 48 }

/** The number of rows in a render group. */
const GROUP = 32

/** The rows are signals of records. Keep `columns` and the functions stable, or every row rerenders. */
export interface TableProps<R> {
  /** The records, each in its signal, in the order they are shown in; empty where there are groups. */
  rows: readonly ReadonlySignal<R>[]
  /** The records in groups, each under a heading that folds it. */
  groups?: readonly TableGroup<R>[]
  /** Called on a press on a group's heading. The parent must fold it. */
  onFold?: (group: string) => void
  /** Puts a checkbox before each row. */
  selection?: TableSelection<R>
  /** What a finger does that swipes a row to the right, on phones. */
  swipe?: TableSwipe
  /** The row whose record is shown beside the table. */
  current?: RowKey
  /** The row that the keyboard is at, which is scrolled into view. */
  cursor?: RowKey
  /** Makes rows sortable by their grips: what `useReorder` looks for. */
  reorder?: boolean
  /** The columns from left to right. */
  columns: readonly Column<R>[]
  /** What tells a record from the others. */
  rowKey: (record: R) => RowKey
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
  /** Called with pixels when a column was made wider or narrower, and with null to undo that. The parent must set the width. */
  onWidth?: (key: string, width: number | null) => void
  /** Whether someone else has just changed the record. */
  changed?: (record: R) => boolean
  /** Called when scrolling near the end, to load the next page. */
  onEnd?: () => void
  /** Rows of 40 px, or of 36 px, instead of 52. */
  density?: Density
}

/** A virtualized table that scrolls with the page; on phones it is a list. Equal props draw nothing anew. */
const PlainTable = <R,>({ rows, groups, rowKey, rowHref, changed, onEnd, ...props }: TableProps<R>) => {
  const { selection, current, cursor, onFold, reorder, density = 'comfortable' } = props
  const phone = usePhone()
  const desk = useDesk()
  const columns = useMemo(
    () => props.columns.filter((column) => desk || phone || !column.wide),
    [props.columns, desk, phone],
  )
  const lines = useMemo(() => linesOf(rows, groups), [rows, groups])
  const { body, virtual, top } = useLines(lines, rowKey, phone ? 'phone' : density, foldsOf(groups))
  const touch = useTouch<R>({
    keyOf: (name) => lines.map(({ row }) => row && rowKey(row.peek())).find((key) => String(key) === name),
    selection,
    swipe: props.swipe,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  const nearEnd = !!last && last.index >= lines.length - 10

  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, lines.length, onEnd])
  const seen = useRef(cursor)
  useEffect(() => {
    if (seen.current === cursor) return
    seen.current = cursor
    const at = cursor === undefined ? -1 : lines.findIndex(({ row }) => row && rowKey(row.peek()) === cursor)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    // It follows the cursor, and not the rows as they come and go.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursor, virtual])

  const styles = table({ phone, ...(!phone && { density }) })
  const above = (items[0]?.start ?? top) - top
  const below = Math.max(0, virtual.getTotalSize() + top - (last?.end ?? top))
  return (
    <div
      role={phone ? 'list' : 'table'}
      aria-label={props['aria-label']}
      aria-rowcount={phone ? undefined : lines.length + 1}
      className={styles.root}
      style={{ '--columns': tracksOf(columns, !!selection) } as CSSProperties}
    >
      {!phone && (
        <TableHead
          columns={columns}
          sort={props.sort}
          direction={props.direction}
          onSort={props.onSort}
          onWidth={props.onWidth}
          ticked={selection?.all}
          onTick={selection?.onAll}
        />
      )}
      <div
        ref={body}
        role={phone ? 'presentation' : 'rowgroup'}
        className={styles.body}
        style={{ paddingTop: above, paddingBottom: below }}
        data-reorder={reorder || undefined}
        {...(phone && touch)}
      >
        {[...Map.groupBy(items, ({ index }) => Math.floor(index / GROUP))].map(([share, members]) => (
          <Group key={share}>
            {members.map(({ key, index }) => {
              const { group, row } = lines[index] ?? {}
              if (group)
                return (
                  <GroupHead
                    key={key}
                    group={group}
                    columns={columns}
                    hasTicks={!!selection}
                    phone={phone}
                    at={index + 2}
                    onFold={onFold}
                    onSelect={selection?.onSelectGroup}
                  />
                )
              if (!row) return null
              const id = rowKey(row.peek())
              return (
                <div
                  key={key}
                  role={phone ? 'listitem' : 'row'}
                  aria-rowindex={phone ? undefined : index + 2}
                  className={styles.row}
                  data-current={id === current || undefined}
                  data-cursor={id === cursor || undefined}
                  data-selected={selection?.has(id) || undefined}
                  data-row-key={id}
                  data-reorder-id={reorder ? id : undefined}
                >
                  <TableRow
                    record={row}
                    columns={columns}
                    phone={phone}
                    rowHref={rowHref}
                    changed={changed}
                    selected={selection?.has(id)}
                    ticks={!phone || (selection !== undefined && selection.all !== false)}
                    nameOf={selection?.nameOf}
                    onSelect={selection?.onSelect}
                    isCurrent={id === current}
                    id={id}
                  />
                </div>
              )
            })}
          </Group>
        ))}
      </div>
      {!phone && columns.some(({ foot }) => foot) && (
        <Foot {...{ columns, rows, groups, styles }} at={lines.length + 2} hasTicks={!!selection} />
      )}
    </div>
  )
}

/** What is near the screen of these lines, and where the first of them stands on the page. */
function useLines<R>(
  lines: readonly Line<R>[],
  rowKey: (record: R) => RowKey,
  kind: Density | 'phone',
  /** Another one whenever headings come to stand elsewhere. */
  folds: string,
) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Read once a render: reading it for each row would make the browser compute styles each time.
  const scale = rem() / 16
  const touch = coarse?.matches ?? false
  const high = kind === 'dense' && touch ? HEIGHT.touch : HEIGHT[kind]
  const heading = touch ? HEIGHT.groupTouch : HEIGHT.group
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.group ? heading : high) * scale,
    overscan: 5,
    scrollMargin: top,
    // What sticks to the top of the page and the table's own head lie over its first rows.
    scrollPaddingStart: 160,
    scrollPaddingEnd: 80,
    getItemKey: (index) => {
      const { group, row } = lines[index] ?? {}
      return group ? `group ${group.key}` : row ? rowKey(row.peek()) : index
    },
  })
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + scrollY))
  }, [kind])
  // Lines of a group that was folded have another height than those that take their places.
  useLayoutEffect(() => virtual.measure(), [virtual, kind, folds])
  return { body, virtual, top }
}

interface FootProps<R> {
  columns: readonly Column<R>[]
  rows: readonly ReadonlySignal<R>[]
  groups: readonly TableGroup<R>[] | undefined
  /** Its place in the whole table. */
  at: number
  hasTicks: boolean
  styles: ReturnType<typeof table>
}
const Foot = <R,>({ columns, rows, groups, at, hasTicks, styles }: FootProps<R>) => (
  <div role="rowgroup">
    <div role="row" aria-rowindex={at} className={styles.foot}>
      {hasTicks && <div role="cell" className={styles.tick} />}
      {columns.map(({ key, align, foot }) => (
        <div key={key} role="cell" data-align={align} className={styles.cell}>
          {foot?.(groups?.flatMap((group) => group.rows) ?? rows)}
        </div>
      ))}
    </div>
  </div>
)

/** How many rows stand below each heading, in order. */
const foldsOf = (groups: readonly { isFolded: boolean; rows: readonly unknown[] }[] = []) =>
  groups.map(({ isFolded, rows }) => (isFolded ? 0 : rows.length)).join(' ')

// `memo` loses the type parameter, which the cast restores.
export const Table = memo(PlainTable) as typeof PlainTable

/** Renders no element. It limits React's reconciliation after a change to the rows of one group. */
const Group = ({ children }: { children: ReactNode }) => children

const coarse = globalThis.matchMedia?.('(pointer: coarse)')
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
