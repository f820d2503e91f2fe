import type { Id } from '#core/access/access.ts'
import {
  atCompletion as calculate,
  totalAtCompletion,
  type HoursAtCompletion,
  type ProjectHours,
} from '#lib/hours-at-completion.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'
import type { Ctx } from '#server/define-server.ts'
import { costCodes } from '../../cost-codes/entities.ts'
import { projects } from '../../projects/entities.ts'

/** A code of an active project with its hours. */
export interface CodeAtCompletion {
  readonly id: Id
  readonly job: { readonly id: Id; readonly number: string; readonly name: string }
  readonly number: string
  readonly name: string
  readonly category_number: string | null
  readonly category_name: string | null
  readonly hours: HoursAtCompletion
}

/** The hours by code of active projects, by project number, in two statements that read no time entries. */
export async function codesAtCompletion({ pick }: Ctx, of?: Id): Promise<CodeAtCompletion[]> {
  const active = await pick(projects, ['id', 'number', 'name'], { archived_at: null, ...(of && { id: of }) })
  const codes = await pick(
    costCodes,
    [
      'id',
      'project_id',
      'number',
      'name',
      'category_number',
      'category_name',
      'active',
      'budget_hours',
      'percent_complete',
      'booked_hours',
    ],
    of ? { project_id: of } : {},
  )
  const counted = codes.filter((code) => code.active || code.budget_hours !== null || code.booked_hours)
  const byProject = Map.groupBy(counted, ({ project_id }) => project_id)
  return active
    .toSorted((a, b) => compareKeys(textKey(a.number), textKey(b.number)) || a.id - b.id)
    .flatMap((job) =>
      (byProject.get(job.id) ?? []).map(
        ({ booked_hours: actual = 0, budget_hours: budget, percent_complete: percent, ...code }) => ({
          ...code,
          job,
          hours: calculate({ budget, percent, actual }),
        }),
      ),
    )
}

/** The hours of each active project with cost codes. */
export async function atCompletion(ctx: Ctx): Promise<ProjectHours[]> {
  const byJob = Map.groupBy(await codesAtCompletion(ctx), ({ job }) => job)
  return [...byJob].map(([{ id: project_id, number, name }, own]) => ({
    project_id,
    number,
    name,
    ...totalAtCompletion(own.map(({ hours }) => hours)),
  }))
}
