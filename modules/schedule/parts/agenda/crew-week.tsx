import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css, cx } from '#css/css'
import { addDays, formatWeekday, startOfWeek, weekdayOf } from '#lib/days.ts'
import { textLink } from '#ui/button/text-link.ts'
import { Card } from '#ui/card/card.tsx'
import { isDeclined } from '../../coverage.ts'
import { spanOf } from '../../days-of.ts'
import { scheduleEvents } from '../../entities.ts'
import { personDays, phasesWord } from '../bench/bench.tsx'
import { useCompanyDays } from '../use-company-days.ts'
import { useShort } from '../use-short.ts'
import { workOn } from '../work-on.ts'

/** On Home: how many people are on jobs on each day of this week, for who plans them. @useSignals */
export default function CrewWeek() {
  const { settings } = useServices()
  const today = useToday()
  const from = startOfWeek(today, settings.value.week_start)
  const to = addDays(from, 6)
  const { items, state } = useQuery(scheduleEvents, { filters: { from, to } })
  const company = useCompanyDays(from, to, items).value
  const days = useSummary(
    items,
    (events) =>
      spanOf(from, to).flatMap((day) => {
        const work = workOn(events, day, company)
        const [declined = [], coming = []] = [true, false].map((no) =>
          work.filter((one) => isDeclined(one, day) === no),
        )
        const people = new Set(coming.map(({ user_id }) => user_id)).size
        const off = company.off.get(day)
        const isWork = company.work_days.includes(weekdayOf(day))
        return people || isWork ? [{ day, people, off, declined: declined.length }] : []
      }),
    [from, to, company],
  )
  const short = useShort(true).value
  if (state.value === 'never') return null
  const most = Math.max(1, ...days.map(({ people }) => people))
  return (
    <Card className={css({ stack: '3' })}>
      <div className={row}>
        <h2 className={css({ textStyle: 'section' })}>People this week</h2>
        <a href="/schedule" className={textLink}>
          Crew board
        </a>
      </div>
      <ol className={list}>
        {days.map(({ day, people, off, declined }) => (
          <li key={day} className={column} data-today={day === today || undefined}>
            {declined > 0 && <span className={without}>{declined} can’t</span>}
            {off && !people ? (
              <span className={holiday}>{off}</span>
            ) : (
              <>
                <b className={css({ fontVariantNumeric: 'tabular-nums' })}>{people}</b>
                <i className={bar} style={{ height: `${(people / most) * 4}rem` }} />
              </>
            )}
            <span className={name}>{formatWeekday(day).slice(0, 3)}</span>
          </li>
        ))}
      </ol>
      {short && (
        <a
          href="/schedule?view=board&only=short"
          className={cx(textLink, css({ textStyle: 'note', color: 'muted!', fontWeight: 'regular!' }))}
        >
          This week {phasesWord(short.length)}
          {short.length > 0 && `, ${personDays(short.reduce((sum, { days: lacking }) => sum + lacking, 0))}`}
        </a>
      )}
    </Card>
  )
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '3',
})
const list = css({ display: 'flex', gap: '2', alignItems: 'end', minHeight: '6.5rem' })
const column = css({ flex: '1', minWidth: '0', stack: '1', justifyItems: 'stretch', textAlign: 'center' })
const bar = css({ borderRadius: 'xs', background: 'primary', opacity: 0.5, '[data-today] > &': { opacity: 1 } })
// A long name fits beside the bars as it is, and breaks nowhere.
const holiday = css({
  justifySelf: 'center',
  textStyle: 'caption',
  color: 'muted',
  writingMode: 'vertical-rl',
  rotate: '180deg',
})
const without = css({ textStyle: 'caption', color: 'attention' })
const name = css({ textStyle: 'note', '[data-today] > &': { color: 'primary', fontWeight: 'strong' } })
