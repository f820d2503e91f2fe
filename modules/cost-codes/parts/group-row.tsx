import { memo } from 'react'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { table } from '#ui/table/table.recipe.ts'
import { leftOf, type Category, type HoursOf } from './grouping.ts'
import { Hours, Left } from './figures.tsx'

/** Budget, booked and left in cells of their own; `booked` is false where booked hours are not shown. */
const Cells = ({ hours, booked }: { hours: HoursOf; booked: boolean }) => {
  const { cell } = table()
  return (
    <>
      <div role="cell" data-align="end" className={cell}>
        <b>
          <Hours value={hours.budget} />
        </b>
      </div>
      {booked && (
        <>
          <div role="cell" data-align="end" className={cell}>
            <b>
              <Hours value={hours.booked} />
            </b>
          </div>
          <div role="cell" data-align="end" className={cell}>
            <b>
              <Left value={leftOf(hours)} />
            </b>
          </div>
        </>
      )}
    </>
  )
}

/** What a phone says of the hours: booked of the budget. */
const Short = ({ hours: { budget, booked } }: { hours: HoursOf }) =>
  booked === null ? (
    <Hours value={budget} unit />
  ) : (
    <span className={css({ '& span': { whiteSpace: 'nowrap' } })}>
      <Hours value={booked} /> of <Hours value={budget} unit />
    </span>
  )

/** A category's heading row, with the total hours of its codes, which renders for its own alone. */
export const CategoryRow = memo(
  ({
    category,
    count,
    hours,
    booked,
    phone,
    onAdd,
  }: {
    category: Category | null
    count: number
    hours: HoursOf
    booked: boolean
    phone: boolean
    onAdd: ((category: Category | null) => void) | undefined
  }) => {
    const styles = table({ phone })
    const name = category ? `${category.number} ${category.name}` : 'No category'
    const heading = (
      <>
        <b className={css({ overflowWrap: 'anywhere' })}>{name}</b>
        <span
          className={css({ color: 'muted', whiteSpace: 'nowrap' })}
        >{`${count} ${count === 1 ? 'code' : 'codes'}`}</span>
      </>
    )
    const add = onAdd && <IconButton icon="plus" aria-label={`Add a code to ${name}`} onClick={() => onAdd(category)} />
    if (phone)
      return (
        <>
          <span className={headline}>{heading}</span>
          <Short hours={hours} />
          {add}
        </>
      )
    return (
      <>
        <div role="cell" aria-colspan={3} className={across}>
          {heading}
        </div>
        <Cells hours={hours} booked={booked} />
        <div role="cell" className={styles.cell} />
        <div role="cell" className={tight}>
          {add}
        </div>
      </>
    )
  },
)

/** The total hours of all codes shown. */
export const TotalRow = memo(({ hours, booked, phone }: { hours: HoursOf; booked: boolean; phone: boolean }) => {
  const styles = table({ phone })
  if (phone)
    return (
      <>
        <b className={headline}>Total</b>
        <b>
          <Short hours={hours} />
        </b>
      </>
    )
  return (
    <>
      <div role="cell" aria-colspan={3} className={across}>
        <b>Total</b>
      </div>
      <Cells hours={hours} booked={booked} />
      <div role="cell" aria-colspan={2} className={styles.cell} />
    </>
  )
})

const tight = css({ display: 'flex', justifyContent: 'center' })
const headline = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2', flex: '1', minWidth: '0' })
const across = css({
  gridColumn: 'span 3',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '2.5',
  minWidth: '0',
  paddingInline: '3.5',
  paddingBlock: '2',
})
