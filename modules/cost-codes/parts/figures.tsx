import { css } from '#css/css'
import { formatHours, formatNumber } from '#lib/numbers.ts'

const none = css({ color: 'faint' })
const over = css({ color: 'attention', fontWeight: 'strong', whiteSpace: 'nowrap' })

/** Hours. None known, or no budget, is shown as a faint dash, zero as a faint zero. */
export const Hours = ({ value, unit }: { value: number | null; unit?: boolean }) => (
  <span className={value ? undefined : none} data-none={!value || undefined}>
    {value === null ? '—' : `${formatHours(value)}${unit ? ' h' : ''}`}
  </span>
)

/** Hours left of a budget. Below zero they are over it, in words. */
export const Left = ({ value }: { value: number | null }) =>
  value !== null && value < 0 ? <span className={over}>{formatHours(-value)} over</span> : <Hours value={value} />

/** The entered percentage of completion. */
export const Percent = ({ value }: { value: number | null }) => (
  <span className={value === null ? none : undefined}>{value === null ? '—' : `${formatNumber(value)} %`}</span>
)
