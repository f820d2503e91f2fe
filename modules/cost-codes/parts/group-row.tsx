import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { table } from '#ui/table/table.recipe.ts'
import type { Category } from './grouping.ts'
import { Hours } from './figures.tsx'

/** A category's heading row, with the total budget of its codes. */
export const CategoryRow = ({
  category,
  count,
  hours,
  phone,
  onAdd,
}: {
  category: Category | null
  count: number
  hours: number | null
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
        <Hours value={hours} unit />
        {add}
      </>
    )
  return (
    <>
      <div role="cell" aria-colspan={3} className={across}>
        {heading}
      </div>
      <div role="cell" data-align="end" className={styles.cell}>
        <b>
          <Hours value={hours} />
        </b>
      </div>
      <div role="cell" className={styles.cell} />
      <div role="cell" className={tight}>
        {add}
      </div>
    </>
  )
}

/** The total budget of all codes shown. */
export const TotalRow = ({ hours, phone }: { hours: number | null; phone: boolean }) => {
  const styles = table({ phone })
  const total = (
    <b>
      <Hours value={hours} unit={phone} />
    </b>
  )
  if (phone)
    return (
      <>
        <b className={headline}>Total</b>
        {total}
      </>
    )
  return (
    <>
      <div role="cell" aria-colspan={3} className={across}>
        <b>Total</b>
      </div>
      <div role="cell" data-align="end" className={styles.cell}>
        {total}
      </div>
      <div role="cell" aria-colspan={2} className={styles.cell} />
    </>
  )
}

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
