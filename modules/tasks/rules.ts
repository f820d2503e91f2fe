import { guest } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { assigneeErrors } from '../projects/assignee.ts'
import { projects } from '../projects/entities.ts'
import { rfis } from '../rfis/entities.ts'
import { tasks, type Task } from './entities.ts'
import { BLOCKS_ITSELF, CIRCLE, isLine, MOST_LINES, TOO_MANY_LINES, ticked } from './guards.ts'

type Draft = DraftOf<typeof tasks>

/** Refuses a guest who assigns a task, instead of dropping that part of what was sent. */
export const mayAssignIn = ({ assigned_id }: Draft, before: Task | null, { user }: Ctx): boolean | string =>
  guest(user) && assigned_id !== undefined && assigned_id !== (before?.assigned_id ?? null)
    ? 'Guests cannot assign tasks.'
    : true

/** The author and place of a new task. */
export async function deriveTask(draft: Draft, before: Task | null, ctx: Ctx): Promise<Partial<Task>> {
  if (before) return {}
  return { user_id: ctx.user.id, ...(!draft.sort && { sort: await lastPlace(draft, ctx) }) }
}

async function lastPlace({ project_id, phase_id = null }: Draft, ctx: Ctx): Promise<number> {
  if (!project_id) return 0
  const others = await ctx.all(tasks, { project_id, phase_id })
  return Math.max(0, ...others.map(({ sort }) => sort)) + 1
}

export async function validateTask(draft: Draft, before: Task | null, ctx: Ctx): Promise<FieldErrors> {
  const { project_id, assigned_id, blocked_by_id, blocked_rfi_id } = { ...before, ...draft }
  const errors: FieldErrors = {}
  if ((draft.checklist?.length ?? 0) > MOST_LINES) errors.checklist = [TOO_MANY_LINES]
  if (!project_id) return errors
  if (assigned_id && assigned_id !== before?.assigned_id)
    Object.assign(errors, await assigneeErrors({ assigned_id, project_id, isPrivate: false }, ctx))
  if (blocked_by_id && blocked_by_id !== before?.blocked_by_id) {
    const problem = await blockingProblem(blocked_by_id, project_id, before?.id, ctx)
    if (problem) errors.blocked_by_id = [problem]
  }
  if (blocked_rfi_id && blocked_rfi_id !== before?.blocked_rfi_id) {
    const rfi = await ctx.find(rfis, blocked_rfi_id)
    if (rfi?.project_id !== project_id) errors.blocked_rfi_id = ['Choose an RFI of this project.']
  }
  return errors
}

/** Why a task cannot wait for another one: that is another project's, or waits for the task itself. */
async function blockingProblem(blocker: number, project_id: number, own: number | undefined, ctx: Ctx) {
  if (blocker === own) return BLOCKS_ITSELF
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

export function tick(task: Task, { user, now }: Ctx, body: unknown): Task {
  const sent: Readonly<Record<string, unknown>> = { ...(body as object) }
  if (!task.checklist.some((line) => isLine(line, sent.line)))
    refuse('This line is no longer on the checklist.', { line: ['This line is no longer on the checklist.'] })
  return { ...task, checklist: ticked(task.checklist, sent, { user_id: user.id, now }) }
}

/** Tells the project's listeners that a count changed for those who begin or cease to see an open task. */
export async function tellCounts(task: Task, before: Task | null, ctx: Ctx): Promise<void> {
  if (before && before.assigned_id !== task.assigned_id) await ctx.announce(projects, task.project_id)
}
