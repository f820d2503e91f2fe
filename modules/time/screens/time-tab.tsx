import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { css } from '#css/css'
import type { TabProps } from '#core/module/define-module.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatHours } from '#lib/numbers.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { useCostCodes } from '../../cost-codes/index.ts'
import type { Project } from '../../projects/entities.ts'

/** A project's hours by code: budget, actual and left (rule project-tabs). @useSignals */
export default function TimeTab({ record: project }: TabProps<Project>) {
  const { project: codes, codes: query } = useCostCodes(project.id)
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  const { categories, codes: all } = codes.value
  const rows = all.filter(
    ({ active, budget_hours, booked_hours = 0 }) => active || booked_hours > 0 || budget_hours !== null,
  )
  const categoryOf = (id: number | null) => categories.find((category) => category.id === id)
  const budget = rows.reduce((total, { budget_hours }) => total + (budget_hours ?? 0), 0)
  const spent = rows.reduce((total, { booked_hours = 0 }) => total + booked_hours, 0)
  if (!rows.length)
    return (
      <EmptyState icon="clock" title="No codes yet.">
        Hours by code appear here.
      </EmptyState>
    )
  return (
    <div className={css({ stack: '3', justifyItems: 'start' })}>
      <LinkButton variant="outline" icon="clock" href={`/time?view=week&project=${project.id}`}>
        Time of this project
      </LinkButton>
      <div className={css({ width: 'full', overflowX: 'auto' })}>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Budget</th>
              <th scope="col">Actual</th>
              <th scope="col">Left</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((code) => {
              const category = categoryOf(code.cost_code_category_id)
              const actual = code.booked_hours ?? 0
              const left = code.budget_hours === null ? null : code.budget_hours - actual
              return (
                <tr key={code.id}>
                  <th scope="row">
                    {costCodeLabel({
                      ...code,
                      category_number: category?.number ?? null,
                      category_name: category?.name ?? null,
                    })}
                  </th>
                  <td>{code.budget_hours === null ? '—' : formatHours(code.budget_hours)}</td>
                  <td data-zero={!actual || undefined}>{formatHours(actual)}</td>
                  <td data-over={(left !== null && left < 0) || undefined}>
                    {left === null ? '—' : left < 0 ? `${formatHours(-left)} over` : formatHours(left)}
                  </td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All codes</th>
              <td>{formatHours(budget)}</td>
              <td>{formatHours(spent)}</td>
              <td>{formatHours(budget - spent)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

const table = css({
  width: 'full',
  background: 'card',
  border: '1px solid {colors.line}',
  '& th, & td': { paddingInline: '3', paddingBlock: '2', textAlign: 'end', borderBottom: '1px solid {colors.line}' },
  '& th:first-child': { textAlign: 'start', fontWeight: 'medium' },
  '& thead th': { textStyle: 'caption', color: 'muted' },
  '& tfoot': { fontWeight: 'section' },
  '& [data-zero]': { color: 'faint' },
  '& [data-over]': { color: 'attention', fontWeight: 'strong' },
})
