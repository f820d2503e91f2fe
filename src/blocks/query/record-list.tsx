import { memo, type ComponentType, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Base } from '#core/entity/entity.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import { Card } from '#ui/card/card.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** What the row of a list gets. */
export interface RowProps<R> {
  readonly item: ReadonlySignal<R>
  readonly href: string
  /** Whether it is the one that is shown beside the list. */
  readonly isOpen: boolean
}

export interface RecordListProps<R extends Base> {
  query: LiveQuery<R>
  'aria-label': string
  /** A row's content: a component that reads its record by `useRecord`, so that it renders for what it shows alone. */
  row: ComponentType<RowProps<R>>
  /** The address below which the records have theirs. */
  path?: string
  /** The record that is shown beside the list. */
  opened?: string
  /** Shown when there are no records. */
  empty: ReactNode
}

/**
 * The records of a query as a list without a page around it, for tabs and cards. Rows render by themselves, and those
 * out of sight cost no layout. @useSignals
 */
export const RecordList = <R extends Base>({ query, row, path = '', opened, empty, ...props }: RecordListProps<R>) => {
  const { items, state, failure, ask } = query
  const rows = items.value
  if (!rows.length) return state.value === 'never' ? <NotLoaded failure={failure.value} retry={ask} /> : empty
  return (
    <Card flush>
      <ul {...props}>
        {rows.map((item) => {
          const { id } = item.peek()
          return (
            <RecordRow
              key={id}
              item={item as ReadonlySignal<Base>}
              row={row as ComponentType<RowProps<Base>>}
              href={`${path}/${id}`}
              isOpen={opened === String(id)}
            />
          )
        })}
      </ul>
    </Card>
  )
}

const RecordRow = memo(({ row: Row, ...props }: RowProps<Base> & { row: ComponentType<RowProps<Base>> }) => (
  <li className={line}>
    <Row {...props} />
  </li>
))

/** The list draws the lines between its rows, so that the last row has none next to the card's border. */
const line = css({
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 4rem',
  '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
})
