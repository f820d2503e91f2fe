import type { Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { not, on, withDeleted, type Ctx } from '#server/define-server.ts'
import { defaultTasks, type DefaultTask } from '../../default-tasks/entities.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { scheduleEvents } from '../../schedule/entities.ts'
import { users, type User } from '../../users/entities.ts'
import { tasks } from '../entities.ts'

/**
 * Makes the default tasks of a project's phases once: a phase that is taken off and comes back makes none again, also
 * not those that were deleted since (rule default-task).
 */
export const makeDefaults = on(projects, ['created', 'updated'], async (event, ctx) => {
  const { current, action, changes, user_id } = event
  if (!current || user_id === null || current.archived_at) return
  if (action === 'updated' && !changes.project_phases) return
  const phases = [...new Set(current.project_phases.map(({ phase_id }) => phase_id))]
  if (!phases.length) return
  await ctx.alone(`default tasks of project ${current.id}`)
  const given = await givenTo(current.id, ctx)
  const found = await ctx.all(defaultTasks, { active: true, phase_id: phases })
  const team = await teamOf(current, ctx)
  const starts = await startsOf(current.id, ctx)
  for (const one of found.filter(({ id }) => !given.has(id)))
    await ctx.save(tasks, {
      project_id: current.id,
      title: one.title,
      description: one.description,
      phase_id: one.phase_id,
      checklist: one.checklist.map(({ text }) => ({ text })),
      sort: one.sort + 1,
      default_task_id: one.id,
      assigned_id: assigneeOf(one, team),
      due_date: dueOf(one, starts),
      user_id,
    })
})

/**
 * A phase that is drawn on the schedule dates the tasks that were made for it before, as far as they are open and without
 * a date (rule default-task).
 */
export const dateDefaults = on(scheduleEvents, ['created'], async ({ current }, ctx) => {
  if (current?.kind !== 'phase' || current.project_id === null) return
  const { project_id, phase_id } = current
  await ctx.alone(`default tasks of project ${project_id}`)
  const undated = await ctx.all(tasks, {
    project_id,
    phase_id,
    due_date: null,
    completed_at: null,
    default_task_id: not(null),
  })
  const ids = undated.flatMap(({ default_task_id }) => default_task_id ?? [])
  if (!ids.length) return
  const defaults = new Map((await ctx.all(defaultTasks, { id: ids })).map((one) => [one.id, one]))
  const starts = await startsOf(project_id, ctx)
  for (const { id, default_task_id } of undated) {
    const one = defaults.get(default_task_id ?? 0)
    const due_date = one ? dueOf(one, starts) : null
    if (due_date !== null) await ctx.save(tasks, { id, due_date })
  }
})

/** The defaults that a project was given, those deleted since included. */
async function givenTo(project_id: Id, { pick }: Ctx): Promise<ReadonlySet<Id | null>> {
  const given = await pick(tasks, ['default_task_id'], { project_id, default_task_id: not(null), ...withDeleted })
  return new Set(given.map(({ default_task_id }) => default_task_id))
}

/** When the phases of a project begin on the schedule. */
async function startsOf(project: Id, ctx: Ctx): Promise<ReadonlyMap<Id, Day>> {
  const bars = await ctx.all(scheduleEvents, { kind: 'phase', project_id: project })
  const starts = new Map<Id, Day>()
  for (const bar of bars) {
    const known = bar.kind === 'phase' ? starts.get(bar.phase_id) : undefined
    if (bar.kind === 'phase' && (!known || bar.start_date < known)) starts.set(bar.phase_id, bar.start_date)
  }
  return starts
}

/** So many days after its phase begins; none while the schedule does not say when that is. */
function dueOf({ phase_id, due_offset_days }: DefaultTask, starts: ReadonlyMap<Id, Day>): Day | null {
  const start = phase_id === null ? undefined : starts.get(phase_id)
  return start && due_offset_days !== null ? addDays(start, due_offset_days) : null
}

const teamOf = async ({ project_users }: Project, ctx: Ctx): Promise<User[]> =>
  project_users.length
    ? ctx.all(users, {
        id: project_users.map(({ user_id }) => user_id),
        active: true,
        customer_id: null,
        contact_type_id: null,
      })
    : []

/** The one person of the role on the project's team; nobody if there are several. */
function assigneeOf({ assign_role }: DefaultTask, team: readonly User[]): Id | null {
  const fitting = assign_role === null ? [] : team.filter(({ role }) => role === assign_role)
  return fitting.length === 1 ? (fitting[0]?.id ?? null) : null
}
