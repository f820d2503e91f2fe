import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { overBudget, type ProjectHours } from '#lib/hours-at-completion.ts'
import { formatHours } from '#lib/numbers.ts'
import { textLink } from '#ui/button/text-link.ts'
import { Card } from '#ui/card/card.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import { BudgetBar } from './budget-bar.tsx'

/** How many are shown here; the forecast has all. */
const MOST = 6
const dependsOn = [timeEntries, costCodes]

/** The active jobs that are over their hours or will be, the most hours first. */
export default function JobsAtRisk() {
  const { api } = useServices()
  // The question of the forecast, whose answer both show.
  const { data, failure, retry } = useAsked(
    () => api(timeEntries).ask<ProjectHours[]>('at_completion'),
    'hours of all projects',
    dependsOn,
  )
  if (!data) return failure && <NotLoaded failure={failure} retry={retry} />
  const budgeted = data.filter(({ budget }) => budget)
  if (!budgeted.length) return null
  const jobs = budgeted
    .flatMap((job) => ({ ...job, beyond: overBudget(job) ?? 0 }))
    .filter(({ beyond }) => beyond > 0)
    .toSorted((a, b) => b.beyond - a.beyond)
  if (!jobs.length) return <p className={nothing}>No job is over its hours.</p>
  return (
    <section aria-labelledby="jobs-at-risk" className={section}>
      <div className={head}>
        <h2 id="jobs-at-risk" className={css({ textStyle: 'section' })}>
          Jobs at risk <span className={count}>{`${jobs.length} of ${budgeted.length}`}</span>
        </h2>
        <a href="/forecasting/hours" className={textLink}>
          All projects
        </a>
      </div>
      <Card flush>
        <ul>
          {jobs.slice(0, MOST).map(({ project_id, number, name, budget, actual, beyond }) => (
            <li key={project_id}>
              <a href={`/forecasting/hours?project=${project_id}`} className={line}>
                <span className={job}>
                  <span className={css({ color: 'muted', whiteSpace: 'nowrap' })}>{number}</span>{' '}
                  <b className={css({ fontWeight: 'strong' })}>{name}</b>
                </span>
                <b className={over}>{formatHours(beyond)} h over</b>
                <span className={booked}>
                  <span className={css({ whiteSpace: 'nowrap' })}>
                    <b>{formatHours(actual)}</b> of {formatHours(budget ?? 0)} h
                  </span>
                  <BudgetBar budget={budget ?? 0} actual={actual} over />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

const section = css({ stack: '2.5' })
const head = css({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '3',
})
const count = css({ fontSize: 'control', fontWeight: 'medium', color: 'muted' })
const nothing = css({ color: 'muted' })
const line = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '1',
  minHeight: { base: '10', _coarse: 'touch' },
  paddingInline: '3.5',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
  'li:first-child > &': { borderTop: 'none' },
  _hover: { background: 'soft' },
})
const job = css({ minWidth: '0', overflowWrap: 'anywhere' })
const booked = css({ stack: '1', fontSize: 'sm', fontVariantNumeric: 'tabular-nums', gridColumn: '1 / -1' })
const over = css({
  color: 'attention',
  fontWeight: 'strong',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
})
