import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { PayrollTotals } from '../layout.ts'

export const isEven = ({ file_hours, week_hours }: PayrollTotals): boolean => file_hours === week_hours

/** The hours of the file and of the weeks, which are summed independently. */
export const tieText = ({ file_hours, week_hours }: PayrollTotals): string =>
  `${formatHours(file_hours)} hours in the file, ${formatHours(week_hours)} in the weeks`

/** Shows whether a file contains all hours of its weeks. */
export const TieOut = ({ totals }: { totals: PayrollTotals }) => (
  <span className={line} data-odd={!isEven(totals) || undefined}>
    <Icon
      name={isEven(totals) ? 'circle-check' : 'triangle-alert'}
      size="sm"
      label={isEven(totals) ? 'Ties out' : 'Does not tie out'}
    />
    {tieText(totals)}
  </span>
)

const line = css({
  inlineRow: '1.5',
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'done',
  '&[data-odd]': { color: 'attention' },
})
