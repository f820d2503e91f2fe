import { css } from '#css/css'

const none = css({ color: 'faint' })
const figure = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Budget hours. No budget is shown as a faint dash, zero as a faint zero. */
export const Hours = ({ value, unit }: { value: number | null; unit?: boolean }) => (
  <span className={value ? undefined : none} data-none={!value || undefined}>
    {value === null ? '—' : `${figure(value)}${unit ? ' h' : ''}`}
  </span>
)

/** The entered percentage of completion. */
export const Percent = ({ value }: { value: number | null }) => (
  <span className={value === null ? none : undefined}>{value === null ? '—' : `${figure(value)} %`}</span>
)
