import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useReorder } from '#blocks/setup-list/use-reorder.ts'
import { table } from '#ui/table/table.recipe.ts'
import { usePhone } from '#ui/table/use-width.ts'
import { costCodes } from '../entities.ts'
import { CodeRow, type CodeTools } from './code-row.tsx'
import { CategoryRow, TotalRow } from './group-row.tsx'
import { totalOf, type Category, type Group, type HoursOf } from './grouping.ts'

/** Estimated row heights in pixels, used until the rows are measured. */
const HEIGHT = { desk: 52, phone: 72 }

/** The columns at a desk: drag handle, number, name, budget, percent and menu, and booked and left hours if they are known. */
const columnsOf = (booked: boolean) =>
  `3rem minmax(5rem, 8rem) minmax(0, 1fr) 7.5rem ${booked ? '6rem 7rem ' : ''}6.5rem 3.25rem`

export interface ListTools extends CodeTools {
  onAdd: (category: Category | null) => void
  /** Saves a new order of one group. `order` contains only the codes shown. */
  onOrder: (group: Group, order: readonly Id[]) => Promise<void>
}

type Line = { key: string; group: Group } | { key: Id; group: Group; id: Id } | { key: 'total'; hours: HoursOf }

/**
 * A project's codes by category. The list is virtualized and scrolls with the page. `tools` is null when the list is
 * read-only; `sorting` allows dragging rows within their category.
 */
export const CodeList = ({
  groups,
  tools,
  sorting,
}: {
  groups: readonly Group[]
  tools: ListTools | null
  sorting: boolean
}) => {
  const { store } = useServices()
  const phone = usePhone()
  // Booked hours are known only where the server sends them, and it sends them to people who enter time.
  const booked = groups.some(({ hours }) => hours.booked !== null)
  const groupOf = useMemo(
    () => new Map(groups.flatMap((group) => group.ids.map((id): [Id, Group] => [id, group]))),
    [groups],
  )
  const ids = useMemo(() => [...groupOf.keys()], [groupOf])
  const { order, dragged, grip } = useReorder(
    ids,
    async (chosen) => {
      for (const group of groups) {
        const own = chosen.filter((id) => groupOf.get(id) === group)
        if (own.some((id, at) => id !== group.ids[at])) await tools?.onOrder(group, own)
      }
    },
    (a, b) => groupOf.get(a) === groupOf.get(b),
  )
  const lines = useMemo(() => linesOf(groups, order === ids ? null : order), [groups, order, ids])
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => (phone ? HEIGHT.phone : HEIGHT.desk),
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box) setTop(Math.round(box.top + scrollY))
  }, [phone, groups, tools])
  useLayoutEffect(() => virtual.measure(), [virtual, phone])

  const styles = table({ phone })
  const items = virtual.getVirtualItems()
  const above = (items[0]?.start ?? top) - top
  const below = Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top))
  const draggable = (group: Group) => tools !== null && sorting && group.ids.length > 1
  return (
    <div
      role={phone ? 'list' : 'table'}
      aria-label="Cost codes"
      aria-rowcount={phone ? undefined : lines.length + 1}
      className={styles.root}
      style={{ '--columns': columnsOf(booked) } as CSSProperties}
    >
      {!phone && <Head booked={booked} />}
      <div
        ref={body}
        data-reorder
        role={phone ? 'presentation' : 'rowgroup'}
        className={styles.body}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {items.map(({ key, index }) => {
          const line = lines[index]
          if (!line) return null
          const id = 'id' in line ? line.id : undefined
          const item = id !== undefined && store.of(costCodes).item(id)
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-reorder-id={id}
              data-dragged={(id !== undefined && dragged === id) || undefined}
              role={phone ? 'listitem' : 'row'}
              aria-rowindex={phone ? undefined : index + 2}
              className={cx(styles.row, item ? row : heading)}
            >
              {'hours' in line ? (
                <TotalRow hours={line.hours} booked={booked} phone={phone} />
              ) : item ? (
                <CodeRow
                  item={item}
                  category={line.group.category}
                  booked={booked}
                  phone={phone}
                  tools={tools}
                  grip={draggable(line.group) ? grip : undefined}
                />
              ) : (
                <CategoryRow
                  category={line.group.category}
                  count={line.group.ids.length}
                  hours={line.group.hours}
                  booked={booked}
                  phone={phone}
                  onAdd={tools?.onAdd}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Flattens groups into lines. During a drag, codes follow `order`. */
function linesOf(groups: readonly Group[], order: readonly Id[] | null): Line[] {
  const rank = order && new Map(order.map((id, at) => [id, at]))
  const rankOf = (id: Id) => rank?.get(id) ?? Number.MAX_SAFE_INTEGER
  return [
    ...groups.flatMap((group): Line[] => [
      { key: `group ${group.category?.id ?? 'none'}`, group },
      ...(rank ? group.ids.toSorted((a, b) => rankOf(a) - rankOf(b)) : group.ids).map((id) => ({ key: id, group, id })),
    ]),
    { key: 'total', hours: totalOf(groups).hours },
  ]
}

const Head = ({ booked }: { booked: boolean }) => {
  const styles = table()
  const word = (text: string, shown: ReactNode = text, end = false) => (
    <div role="columnheader" data-align={end ? 'end' : undefined} className={styles.header}>
      {shown}
    </div>
  )
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={css({ display: 'contents' })}>
        {word('Order', <span className={unseen}>Order</span>)}
        {word('Number')}
        {word('Name')}
        {word('Budget hours', 'Budget hours', true)}
        {booked && word('Booked', 'Booked', true)}
        {booked && word('Left', 'Left', true)}
        {word('Complete', 'Complete', true)}
        {word('Actions', <span className={unseen}>Actions</span>)}
      </div>
    </div>
  )
}

const unseen = css({ srOnly: true })
const base = css.raw({
  height: 'auto!',
  minHeight: { base: 'row.phone', sm: 'row' },
  paddingBlock: { base: '2', sm: '0' },
  background: 'card',
})
const row = css(base, { '&[data-dragged]': { boxShadow: 'floating', zIndex: '2' } })
const heading = css(base, {
  background: 'paper',
  minHeight: { base: '12', sm: 'row.compact' },
  paddingBlock: '0',
  '& [data-none]': { color: 'muted' },
})
