import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import type { LogDay, LoggedDay } from '../days.ts'
import { hoursLabel } from '../layouts.ts'

/** What a month's logs add up to. */
export const MonthSums = ({ days }: { days: readonly LogDay<LoggedDay>[] }) => {
  const logs = days.flatMap(({ log }) => log ?? [])
  const sum = (of: (log: LoggedDay) => number | undefined) => logs.reduce((total, log) => total + (of(log) ?? 0), 0)
  const delays = sum(({ totals }) => totals?.delay_hours)
  const injuries = sum(({ totals }) => totals?.injuries)
  const rows: [label: string, value: string, attention: boolean][] = [
    ...(logs.some(({ crew_total }) => crew_total)
      ? [['Own crew', hoursLabel(sum(({ crew_total }) => crew_total?.hours)), false] as [string, string, boolean]]
      : []),
    ['Others on site', hoursLabel(sum(({ totals }) => totals?.worker_hours)), false],
    ['Delays', hoursLabel(delays), delays > 0],
    ['Injuries', String(injuries), injuries > 0],
  ]
  // Contacts see no sums.
  if (!logs.some(({ totals }) => totals)) return null
  return (
    <Card className={css({ stack: '2' })}>
      <h2 className={css({ textStyle: 'bar' })}>This month</h2>
      <dl className={css({ stack: '1.5' })}>
        {rows.map(([label, value, attention]) => (
          <div key={label} className={css({ display: 'flex', justifyContent: 'space-between', textStyle: 'small' })}>
            <dt className={css({ color: 'muted' })}>{label}</dt>
            <dd
              className={css({ fontWeight: 'strong', '&[data-attention]': { color: 'attention' } })}
              data-attention={attention || undefined}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
