import type { ReactNode } from 'react'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { useReorder } from './use-reorder.ts'

/** What stands in an order of one's own: columns, tabs. */
export interface Ordered {
  readonly key: string
  readonly label: string
}

/** A copy of what has keys, in a person's order; what is newer than that order comes last. */
export function inOrder<T>(all: readonly T[], keyOf: (one: T) => string, order: readonly string[]): T[] {
  const usually = all.map(keyOf)
  const places = [...order, ...usually.filter((key) => !order.includes(key))]
  return all.toSorted((a, b) => places.indexOf(keyOf(a)) - places.indexOf(keyOf(b)))
}

/**
 * Lines that one puts in order by dragging or arrow keys.
 * @example <OrderList items={tabs} onOrder={keep}>{({ label }) => label}</OrderList>
 */
export const OrderList = <T extends Ordered>({
  items,
  onOrder,
  children,
}: {
  /** What is put in order, as it stands now. */
  items: readonly T[]
  /** Gets the keys in their new order. */
  onOrder: (keys: readonly string[]) => void
  /** What stands beside the grip. */
  children: (item: T) => ReactNode
}) => {
  // Places in an order that moving does not change.
  const keys = items.map(({ key }) => key).sort()
  const { order, dragged, grip } = useReorder(
    items.map(({ key }) => keys.indexOf(key)),
    async (next) => onOrder(next.flatMap((at) => keys[at] ?? [])),
  )
  return (
    <ol data-reorder>
      {order.flatMap((at) => {
        const item = items.find(({ key }) => key === keys[at])
        if (!item) return []
        return (
          <li key={item.key} className={line} data-reorder-id={at} data-dragged={dragged === at || undefined}>
            <IconButton
              icon="grip-vertical"
              size="sm"
              aria-label={`Move ${item.label}`}
              aria-description="Arrow up and down move it."
              className={handle}
              {...grip(at)}
            />
            {children(item)}
          </li>
        )
      })}
    </ol>
  )
}

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  borderRadius: 'md',
  '&[data-dragged]': { background: 'soft', boxShadow: 'floating', position: 'relative', zIndex: '1' },
})
const handle = css({ cursor: 'grab!', touchAction: 'none', marginInlineStart: '-1.5' })
