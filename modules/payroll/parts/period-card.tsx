import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { exceptionsText, progressOf } from '../closing.ts'
import { sumHours } from '../rows.ts'
import { hrefOf, readSpan, spanText } from './span-place.ts'
import { usePreview } from './use-preview.ts'

/** On Home: how far the last whole pay period is, for who exports it. Nothing where no time was entered in it. */
export default function PeriodCard() {
  const { settings } = useServices()
  const span = readSpan('', useToday(), settings.value.week_start)
  const { data } = usePreview(span)
  if (!data?.weeks.length) return null
  const { people, approved, exported } = progressOf(data)
  const hours = sumHours(data.weeks.map((week) => week.hours))
  const overtime = sumHours(data.weeks.map(({ paid }) => (paid ? paid.overtime + paid.double : 0)))
  const isDone = exported === people
  return (
    <Card className={css({ stack: '2.5' })}>
      <div className={row}>
        <h2 className={css({ textStyle: 'section' })}>
          Payroll <span className={beside}>{spanText(span)}</span>
        </h2>
        <LinkButton size="sm" variant="outline" href={hrefOf(span)}>
          {isDone ? 'Open week' : 'Close week'}
        </LinkButton>
      </div>
      <div className={row}>
        <span>
          <b className={css({ textStyle: 'title' })}>{isDone ? exported : approved}</b>
          <span className={beside}>{` of ${people} ${isDone ? 'exported' : 'approved'}`}</span>
        </span>
        <span className={css({ fontVariantNumeric: 'tabular-nums' })}>
          <b>{formatHours(hours)} h</b> · {formatHours(overtime)} overtime
        </span>
      </div>
      <div className={bar} aria-hidden>
        {approved > 0 && <i className={part} data-done style={{ flex: approved }} />}
        <i className={part} style={{ flex: people - approved }} />
      </div>
      {data.exceptions && data.exceptions.length > 0 && (
        <p className={css({ textStyle: 'small', color: 'attention' })}>{exceptionsText(data.exceptions)}</p>
      )}
    </Card>
  )
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: '3',
  rowGap: '1',
})
const beside = css({ fontSize: 'control', fontWeight: 'medium', color: 'muted' })
const bar = css({ display: 'flex', gap: '1', height: '2' })
const part = css({ borderRadius: 'xs', background: 'soft', '&[data-done]': { background: 'done' } })
