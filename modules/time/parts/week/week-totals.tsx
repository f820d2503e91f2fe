import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import type { Totals } from '../../entities.ts'

const shown = [
  { key: 'regular', label: 'Regular' },
  { key: 'overtime', label: 'Overtime' },
  { key: 'double', label: 'Double' },
  { key: 'vacation', label: 'Vacation' },
] as const

/** A week's hours by pay type, and its number of per diem days; dashes for a week that was never loaded. */
export const WeekTotals = ({ totals }: { totals: Totals | null }) => (
  <dl className={row} aria-label="Totals">
    {shown.map(({ key, label }) => (
      <div key={key} className={box}>
        <dt className={term}>{label}</dt>
        <dd className={number} data-zero={!totals?.[key] || undefined}>
          {totals ? formatHours(totals[key]) : '—'}
        </dd>
      </div>
    ))}
    <div className={box}>
      <dt className={term}>Per diem</dt>
      <dd className={number} data-zero={!totals?.per_diem_days || undefined}>
        {totals ? `${totals.per_diem_days} ${totals.per_diem_days === 1 ? 'day' : 'days'}` : '—'}
      </dd>
    </div>
  </dl>
)

/** One line, as long as the text has its normal size. */
const row = css({
  stack: '2',
  gridTemplateColumns: 'repeat(auto-fit, minmax(3.75rem, 1fr))',
  paddingInline: '3.5',
  paddingBlock: '2.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: { base: 'xl', sm: 'lg' },
})
const box = css({ minWidth: '0' })
const term = css({ textStyle: 'caption', color: 'muted' })
const number = css({
  fontSize: { base: 'lg', sm: 'section' },
  fontWeight: 'section',
  '&[data-zero]': { color: 'faint' },
})
