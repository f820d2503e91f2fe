import type { Id } from '#core/access/access.ts'
import { atCompletion as calculate, totalAtCompletion, type ProjectHours } from '#lib/hours-at-completion.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'
import { not, type Ctx } from '#server/define-server.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { projects } from '../projects/entities.ts'
import { timeEntries } from './entities.ts'

/** The hours of each active project with cost codes, from all codes in three statements. */
export async function atCompletion({ pick, groups }: Ctx): Promise<ProjectHours[]> {
  const active = await pick(projects, ['id', 'number', 'name'], { archived_at: null })
  const codes = await pick(costCodes, ['id', 'project_id', 'active', 'budget_hours', 'percent_complete'])
  const booked = await groups(timeEntries, { by: ['cost_code_id'], where: { cost_code_id: not(null) }, sum: ['hours'] })
  const hours = new Map<Id | null, number>(booked.map(({ cost_code_id, sum }) => [cost_code_id, sum.hours]))
  const counted = codes.filter((code) => code.active || code.budget_hours !== null || hours.has(code.id))
  const byProject = Map.groupBy(counted, ({ project_id }) => project_id)
  return active
    .toSorted((a, b) => compareKeys(textKey(a.number), textKey(b.number)) || a.id - b.id)
    .flatMap(({ id: project_id, number, name }) => {
      const own = byProject
        .get(project_id)
        ?.map(({ id, budget_hours: budget, percent_complete: percent }) =>
          calculate({ budget, percent, actual: hours.get(id) ?? 0 }),
        )
      return own ? [{ project_id, number, name, ...totalAtCompletion(own) }] : []
    })
}
