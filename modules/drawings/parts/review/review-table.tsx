import { useState } from 'react'
import type { Signal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import type { Selection } from '#blocks/work-list/use-selection.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import type { Live } from './live.tsx'
import { ReviewRow, type RowPlace } from './review-row.tsx'
import type { ReviewedPage } from './use-review.ts'

export interface Spot {
  readonly id: Id
  readonly field: ReadField | null
}

/** The pages of a set, those that are unsure apart. Tab goes down a column; Enter takes a value and goes on. */
export const ReviewTable = ({
  unsure,
  sure,
  spot,
  current,
  selection,
  live,
  onSpot,
}: {
  unsure: readonly ReviewedPage[]
  sure: readonly ReviewedPage[]
  spot: Spot | null
  current: ReviewedPage | null
  selection: Selection
  live: Signal<Live | null>
  onSpot: (spot: Spot) => void
}) => {
  // Where keys have moved the focus; a row that is clicked has it by itself.
  const [moved, setMoved] = useState<Spot | null>(null)
  const all = [...unsure, ...sure]
  const place = ({ page }: ReviewedPage): RowPlace => ({
    arrival: moved?.id === page.id ? moved : null,
    isFocused: page.id === current?.page.id,
    isTicked: selection.ids.has(page.id),
    onTick: (on, range) => selection.select(page.id, on, range),
    onFocus: (field) => onSpot({ id: page.id, field: field ?? (spot?.id === page.id ? spot.field : null) }),
    onGo(field, by) {
      const next = all[all.findIndex((one) => one.page.id === page.id) + by]
      if (next) setMoved({ id: next.page.id, field })
      return next !== undefined
    },
    onTaken(field) {
      const at = all.findIndex((one) => one.page.id === page.id)
      const next = all.slice(at + 1).find((one) => unsure.includes(one)) ?? all[at + 1]
      if (next) setMoved({ id: next.page.id, field: next.asks?.field ?? field })
    },
  })
  const group = (label: string, pages: readonly ReviewedPage[], note: string) =>
    pages.length > 0 && (
      <tbody aria-label={label}>
        <tr className={groupHead}>
          <th colSpan={7} scope="rowgroup">
            <span className={label === 'Unsure' ? css({ color: 'attention' }) : undefined}>
              {label} {pages.length}
            </span>
            <span className={css({ float: 'right', fontWeight: 'normal', color: 'muted' })}>{note}</span>
          </th>
        </tr>
        {pages.map((one) => (
          <ReviewRow key={one.page.id} reviewed={one} place={place(one)} live={live} />
        ))}
      </tbody>
    )
  const old = sure.filter(({ outcome }) => outcome?.supersedes).length
  const isAll = all.length > 0 && selection.ids.size === all.length
  return (
    <div className={scroll}>
      <table className={css({ width: 'full', borderCollapse: 'collapse' })}>
        <thead className={heads}>
          <tr>
            <th scope="col">
              <Checkbox aria-label="Choose all pages" value={isAll} onChange={selection.selectAll} />
            </th>
            {['Page', 'Number', 'Title', 'Rev', 'Date', 'On publish'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {group('Unsure', unsure, '')}
        {group('Sure', sure, `${old} supersede, ${sure.length - old} are new`)}
      </table>
    </div>
  )
}

const scroll = css({ overflowX: 'auto' })
const heads = css({
  display: { base: 'none', md: 'table-header-group' },
  textStyle: 'note',
  '& th': { paddingBlock: '2', paddingInline: '1.5', textAlign: 'start', fontWeight: 'strong' },
})
const groupHead = css({
  display: { base: 'block', md: 'table-row' },
  background: 'bg',
  borderTop: '1px solid {colors.line}',
  textStyle: 'small',
  '& th': { display: { base: 'block', md: 'table-cell' }, padding: '2', textAlign: 'start', fontWeight: 'strong' },
})
