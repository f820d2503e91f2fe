import { formatMonth } from '#lib/days.ts'
import { css } from '#css/css'
import { weekdayOf } from '#lib/days.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { otherMonth, type LogDay, type LoggedDay } from '../days.ts'

type Mark = 'done' | 'draft' | 'missing' | 'delay'
const labels: Readonly<Record<Mark, string>> = { done: 'Done', draft: 'Draft', missing: 'Missing', delay: 'Delay' }
const [all, shared] = [
  ['done', 'draft', 'missing', 'delay'],
  ['done', 'delay'],
] as const

const marksOf = ({ state, log }: LogDay<LoggedDay>): Mark | null =>
  state === 'none' ? null : log?.totals?.delay_hours ? 'delay' : state

/** A month of days with a mark each: done, draft, missing, delay. Pressing one leads to its row. */
export const Month = ({
  month,
  days,
  today,
  weekStart,
  edits,
  onMonth,
  onDay,
}: {
  month: string
  days: readonly LogDay<LoggedDay>[]
  today: string
  weekStart: 'sunday' | 'monday'
  /** Whether the reader writes logs. The legend leaves out missing logs and drafts for everyone else. */
  edits: boolean
  onMonth: (month: string) => void
  onDay: (day: LogDay<LoggedDay>) => void
}) => {
  const shift = weekStart === 'monday' ? 1 : 0
  const blank = days[0] ? (weekdayOf(days[0].date) - shift + 7) % 7 : 0
  const letters = [...'SMTWTFS'].map((_, at) => 'SMTWTFS'.charAt((at + shift) % 7))
  const count = (mark: Mark) => days.filter((day) => marksOf(day) === mark).length
  return (
    <Card>
      <div className={css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' })}>
        <h2 className={css({ textStyle: 'bar', flex: '1' })}>{formatMonth(`${month}-01`)}</h2>
        <IconButton icon="chevron-left" aria-label="Month before" onClick={() => onMonth(otherMonth(month, -1))} />
        <IconButton
          icon="chevron-right"
          aria-label="Month after"
          disabled={month >= today.slice(0, 7)}
          onClick={() => onMonth(otherMonth(month, 1))}
        />
      </div>
      <div className={grid}>
        {letters.map((letter, at) => (
          // The letters never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} aria-hidden className={css({ textStyle: 'caption', color: 'muted', paddingBlock: '1' })}>
            {letter}
          </span>
        ))}
        {Array.from({ length: blank }, (_, at) => (
          <span key={`blank ${at}`} />
        ))}
        {days.map((day) => {
          const mark = marksOf(day)
          const number = Number(day.date.slice(8))
          return mark ? (
            <button
              key={day.date}
              type="button"
              className={cell}
              data-today={day.date === today || undefined}
              aria-label={`${number}, ${labels[mark].toLowerCase()}`}
              onClick={() => onDay(day)}
            >
              {number}
              <i className={dot} data-mark={mark} />
            </button>
          ) : (
            <span
              key={day.date}
              className={cell}
              data-today={day.date === today || undefined}
              data-plain={day.date !== today || undefined}
            >
              {number}
            </span>
          )
        })}
      </div>
      <dl className={legend}>
        {(edits ? all : shared).map((mark) => (
          <div key={mark} className={css({ row: '2' })}>
            <dt className={css({ row: '2' })}>
              <i className={dot} data-mark={mark} />
              {labels[mark]}
            </dt>
            <dd>{count(mark)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const grid = css({ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', textAlign: 'center', marginTop: '2' })
const cell = css({
  stack: '1',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: { base: '10', _coarse: 'touch' },
  borderRadius: 'md',
  fontWeight: 'strong',
  '&[data-plain]': { color: 'muted', fontWeight: 'regular' },
  '&[data-today]': { background: 'primary.soft', color: 'primary' },
})
const dot = css({
  display: 'inline-block',
  boxSize: '2',
  borderRadius: 'full',
  '&[data-mark=done]': { background: 'done' },
  '&[data-mark=draft]': { border: '2px solid {colors.done}' },
  '&[data-mark=missing]': { height: '0.5', width: '2.5', borderRadius: '0', background: 'attention' },
  '&[data-mark=delay]': { background: 'attention', borderRadius: '0', rotate: '45deg' },
})
const legend = css({
  stack: '1.5',
  gridTemplateColumns: '1fr 1fr',
  marginTop: '3',
  paddingTop: '3',
  borderTop: '1px solid {colors.line}',
  textStyle: 'note',
})
