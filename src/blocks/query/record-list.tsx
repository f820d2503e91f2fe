import { memo, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Base } from '#core/entity/entity.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import { Card } from '#ui/card/card.tsx'
import { NotLoaded } from './not-loaded.tsx'

export interface RecordListProps<R extends Base> {
  query: LiveQuery<R>
  'aria-label': string
  /** A row's content: a memoized component that reads `item.value` itself, so that only changed rows render. */
  row: (item: ReadonlySignal<R>) => ReactNode
  /** Shown when there are no records. */
  empty: ReactNode
}

/**
 * The records of a query as a list without a page around it, for tabs and cards. Rows render by themselves, and those
 * out of sight cost no layout. @useSignals
 */
export const RecordList = <R extends Base>({ query, row, empty, ...props }: RecordListProps<R>) => {
  const { items, state, failure, ask } = query
  const rows = items.value
  if (!rows.length) return state.value === 'never' ? <NotLoaded failure={failure.value} retry={ask} /> : empty
  return (
    <Card flush>
      <ul {...props}>
        {rows.map((item) => (
          <RecordRow
            key={item.peek().id}
            item={item as ReadonlySignal<Base>}
            row={row as (item: ReadonlySignal<Base>) => ReactNode}
          />
        ))}
      </ul>
    </Card>
  )
}

const RecordRow = memo(
  ({ item, row }: { item: ReadonlySignal<Base>; row: (item: ReadonlySignal<Base>) => ReactNode }) => (
    <li className={line}>{row(item)}</li>
  ),
)

/** The list draws the lines between its rows, so that the last row has none next to the card's border. */
const line = css({
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 4rem',
  '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
})
