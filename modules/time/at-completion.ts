import { sql } from 'kysely'
import type { Ctx } from '#server/define-server.ts'
import { atCompletion as calculate, totalAtCompletion, type ProjectHours } from '#lib/hours-at-completion.ts'

const numberIn = (value: unknown) => (value === null || value === undefined ? null : Number(value))

/** The hours of each active project with cost codes, from all codes in one statement. */
export async function atCompletion({ query }: Ctx): Promise<ProjectHours[]> {
  const rows = await query(
    sql<{
      project_id: unknown
      number: string
      name: string
      budget: unknown
      percent: unknown
      hours: unknown
    }>`select p.id as project_id, p.number, p.name, c.budget_hours as budget, c.percent_complete as percent, coalesce(t.hours, 0) as hours
      from cost_codes c
      join projects p on p.id = c.project_id
      left join (select cost_code_id, sum(hours) as hours from time_entries where deleted_at is null and cost_code_id is not null group by cost_code_id) t on t.cost_code_id = c.id
      where p.deleted_at is null and p.archived_at is null and c.deleted_at is null and (c.active or c.budget_hours is not null or t.hours is not null)
      order by p.number_key, p.id, c.id`,
  )
  return [...Map.groupBy(rows, ({ project_id }) => Number(project_id))].map(([project_id, codes]) => ({
    project_id,
    number: codes[0]?.number ?? '',
    name: codes[0]?.name ?? '',
    ...totalAtCompletion(
      codes.map(({ budget, percent, hours }) =>
        calculate({ budget: numberIn(budget), percent: numberIn(percent), actual: Number(hours) }),
      ),
    ),
  }))
}
