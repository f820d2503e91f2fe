import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import type { LogDay, LoggedDay } from '../days.ts'
import { hoursLabel } from '../layouts.ts'

const people = (count: number) => (count === 1 ? '1 person has' : `${count} people have`)

/** The days of a month that have no log, the last one first, each to be started. */
export const MissingDays = ({
  days,
  isShown,
  onShow,
  starting,
  onStart,
}: {
  days: readonly LogDay<LoggedDay>[]
  isShown: boolean
  onShow: (isShown: boolean) => void
  /** The day whose log is being started. */
  starting: string | null
  /** Starts a day's log; without it nobody may. */
  onStart: ((date: string) => void) | undefined
}) => (
  <section className={notice} aria-label="Days without a log">
    <div className={css({ row: '3', justifyContent: 'space-between' })}>
      <p role="status" className={css({ color: 'attention', fontWeight: 'strong' })}>
        {days.length === 1 ? '1 day missing' : `${days.length} days missing`}
      </p>
      <Button size="sm" variant="outline" aria-expanded={isShown} onClick={() => onShow(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </div>
    {isShown && (
      <ul aria-label="Missing days">
        {days.toReversed().map(({ date, time }) => (
          <li key={date} className={css({ row: '3', flexWrap: 'wrap', paddingBlock: '1' })}>
            <b>{formatWeekday(date)}</b>
            <span className={css({ flex: '1', minWidth: '8rem' })}>
              {time && `${people(time.people)} ${hoursLabel(time.hours)} on this day.`}
            </span>
            {onStart && (
              <Button
                size="sm"
                variant="outline"
                loading={starting === date}
                onClick={() => onStart(date)}
                aria-label={`Start ${formatWeekday(date)}`}
              >
                Start
              </Button>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const notice = css({
  stack: '2',
  paddingInline: '3.5',
  paddingBlock: '2',
  borderRadius: 'lg',
  background: 'attention.soft',
})
