import { atCompletion as calculate, totalAtCompletion, type ProjectHours } from '#lib/hours-at-completion.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'
import type { Ctx } from '#server/define-server.ts'
import { costCodes } from '../../cost-codes/entities.ts'
import { projects } from '../../projects/entities.ts'

/** The hours of each active project with cost codes, in two statements that read no time entries. */
export async function atCompletion({ pick }: Ctx): Promise<ProjectHours[]> {
  const active = await pick(projects, ['id', 'number', 'name'], { archived_at: null })
  const fields = ['project_id', 'active', 'budget_hours', 'percent_complete', 'booked_hours'] as const
  const codes = await pick(costCodes, fields)
  const counted = codes.filter((code) => code.active || code.budget_hours !== null || code.booked_hours)
  const byProject = Map.groupBy(counted, ({ project_id }) => project_id)
  return active
    .toSorted((a, b) => compareKeys(textKey(a.number), textKey(b.number)) || a.id - b.id)
    .flatMap(({ id: project_id, number, name }) => {
      const own = byProject
        .get(project_id)
        ?.map(({ booked_hours: actual = 0, budget_hours: budget, percent_complete: percent }) =>
          calculate({ budget, percent, actual }),
        )
      return own ? [{ project_id, number, name, ...totalAtCompletion(own) }] : []
    })
}
