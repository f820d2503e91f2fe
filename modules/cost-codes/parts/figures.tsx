import { css } from '#css/css'
import { formatHours, formatNumber } from '#lib/numbers.ts'

const none = css({ color: 'faint' })

/** Budget hours. No budget is shown as a faint dash, zero as a faint zero. */
export const Hours = ({ value, unit }: { value: number | null; unit?: boolean }) => (
  <span className={value ? undefined : none} data-none={!value || undefined}>
    {value === null ? '—' : `${formatHours(value)}${unit ? ' h' : ''}`}
  </span>
)

/** The entered percentage of completion. */
export const Percent = ({ value }: { value: number | null }) => (
  <span className={value === null ? none : undefined}>{value === null ? '—' : `${formatNumber(value)} %`}</span>
)
