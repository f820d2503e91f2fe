import type { ReactNode } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { css } from '#css/css'
import { overBudget, totalAtCompletion } from '#lib/hours-at-completion.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { Card } from '#ui/card/card.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import type { Project } from '../../projects/entities.ts'
import { BudgetBar } from './budget-bar.tsx'
import { hoursRows } from './hours-rows.ts'

/** How a job's hours stand on its overview: booked of the budget, projected and complete (rule hours-at-completion). */
export default function ProjectHours({ project }: { project: Project }) {
  const { items } = useQuery(costCodes, { params: { project_id: project.id }, ask: false })
  const total = useSummary(items, (codes) => totalAtCompletion(hoursRows([], codes)), [])
  // A project from a list comes without its codes, which arrive with its page.
  if (project.cost_codes === undefined || !total.budget) return null
  const { budget, actual, projected, percent } = total
  const over = overBudget(total)
  return (
    <Card>
      <dl className={figures}>
        <Figure label={<a href={`/forecasting/hours?project=${project.id}`}>Hours booked of budget</a>}>
          {formatHours(actual)} <small>of {formatHours(budget)}</small>
          <BudgetBar budget={budget} actual={actual} over={over !== null} />
        </Figure>
        <Figure label="At completion">
          {projected === null ? '–' : formatHours(projected)}
          {over !== null && <small data-over="">{formatHours(over)} over</small>}
        </Figure>
        <Figure label="Complete">{percent === null ? '–' : `${formatNumber(percent, 0)} %`}</Figure>
      </dl>
    </Card>
  )
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const figures = css({
  stack: '4',
  gridTemplateColumns: {
    base: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))',
    sm: 'minmax(0, 1.6fr) repeat(2, minmax(0, 1fr))',
  },
  '& > :first-child': { gridColumn: { base: '1 / -1', sm: 'auto' } },
  '& dt': { fontSize: 'xs', color: 'muted' },
  '& dd': { textStyle: 'title', fontVariantNumeric: 'tabular-nums' },
  '& small': { fontSize: 'sm', fontWeight: 'medium', color: 'muted' },
  '& small[data-over]': { display: 'block', color: 'attention', fontWeight: 'strong' },
})
