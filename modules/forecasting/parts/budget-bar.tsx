import { css } from '#css/css'

/** Booked hours as a share of the budget; full where more is booked. The figures stand beside it in words. */
export const BudgetBar = ({ budget, actual, over }: { budget: number; actual: number; over: boolean }) => (
  <span className={ground} aria-hidden="true">
    <span
      className={part}
      data-over={over || undefined}
      style={{ width: `${Math.min(100, budget > 0 ? (actual / budget) * 100 : 100)}%` }}
    />
  </span>
)

const ground = css({ display: 'block', height: '1.5', borderRadius: 'full', background: 'soft', overflow: 'hidden' })
const part = css({
  display: 'block',
  height: 'full',
  borderRadius: 'full',
  background: 'primary',
  '&[data-over]': { background: 'attention' },
})
