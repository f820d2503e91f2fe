import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Ctx } from '#server/define-server.ts'
import { tasks, type Task } from '../entities.ts'
import { CIRCLE } from '../guards.ts'

type Draft = DraftOf<typeof tasks>

/** The place of a new task, behind the others of its phase. */
export async function deriveTask(draft: Draft, before: Task | null, ctx: Ctx): Promise<Partial<Task>> {
  return before || draft.sort ? {} : { sort: await lastPlace(draft, ctx) }
}

async function lastPlace({ project_id, phase_id = null }: Draft, ctx: Ctx): Promise<number> {
  if (!project_id) return 0
  const others = await ctx.all(tasks, { project_id, phase_id })
  return Math.max(0, ...others.map(({ sort }) => sort)) + 1
}

export async function validateTask(draft: Draft, before: Task | null, ctx: Ctx): Promise<FieldErrors> {
  const { project_id, blocked_by_id } = { ...before, ...draft }
  if (!project_id || !blocked_by_id || blocked_by_id === before?.blocked_by_id) return {}
  const problem = await blockingProblem(blocked_by_id, project_id, before?.id, ctx)
  return problem ? { blocked_by_id: [problem] } : {}
}

/** Why a task cannot wait for another one: that is another project's, or waits for the task itself. */
async function blockingProblem(blocker: number, project_id: number, own: number | undefined, ctx: Ctx) {
  // Two at once could close a circle that neither of them sees.
  await ctx.alone(`tasks of project ${project_id}`)
  const all = new Map((await ctx.all(tasks, { project_id })).map((task) => [task.id, task.blocked_by_id]))
  if (!all.has(blocker)) return 'Choose a task of this project.'
  const seen = new Set<number>()
  for (let at: number | null = blocker; at !== null && !seen.has(at); at = all.get(at) ?? null) {
    if (at === own) return CIRCLE
    seen.add(at)
  }
  return null
}
