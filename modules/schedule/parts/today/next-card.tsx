import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, formatWeekday, type Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { projects } from '../../../projects/entities.ts'
import type { AgendaJob } from '../../agenda-shape.ts'
import { startOf } from './day.ts'
import { Answer } from '../agenda/answer.tsx'
import { hueOf } from '../board-look.ts'

/** `Tomorrow, Tue, Nov 24`. */
export const dayName = (day: Day, today: Day): string =>
  `${day === addDays(today, 1) ? 'Tomorrow, ' : ''}${formatWeekday(day)}`

/** A job of the next day with work: where and when, and the answer. @useSignals */
export const NextCard = ({ job, today }: { job: AgendaJob; today: Day }) => {
  const { store } = useServices()
  const { mine } = job
  return (
    <article
      aria-label={`${job.name}, ${dayName(job.date, today)}`}
      className={cx(card, hueOf(store.of(projects).get(job.project_id)?.color, job.project_id))}
    >
      <header className={head}>
        <div className={css({ minWidth: '0' })}>
          <p className={css({ textStyle: 'note' })}>{dayName(job.date, today)}</p>
          <h2 className={css({ fontWeight: 'strong', overflowWrap: 'anywhere' })}>
            {job.number} {job.name}
          </h2>
        </div>
        <b className={css({ textStyle: 'section', whiteSpace: 'nowrap' })}>{formatTime(startOf(job))}</b>
      </header>
      {mine && <Answer job={job} mine={mine} quiet />}
    </article>
  )
}

/** A card of Home, with the job's color at its edge. */
export const card = css({
  column: '3',
  padding: '3.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderInlineStart: '5px solid var(--hue)',
  borderRadius: 'xl',
})
export const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: '3',
})
