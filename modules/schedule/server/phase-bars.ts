import { refuse, type Ctx } from '#server/define-server.ts'
import { phases } from '../../phases/entities.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { scheduleEvents, type ScheduleEvent } from '../entities.ts'
import { phasesHaveBars } from '../guards.ts'

/** A bar exists only for a phase of its project: drawing one adds the phase. */
export async function addPhase(event: ScheduleEvent, before: ScheduleEvent | null, ctx: Ctx): Promise<void> {
  if (event.kind !== 'phase' || event.project_id === null) return
  if (before?.kind === 'phase' && before.phase_id === event.phase_id && before.project_id === event.project_id) return
  const project = await ctx.find(projects, event.project_id)
  if (!project || project.project_phases.some(({ phase_id }) => phase_id === event.phase_id)) return
  await ctx.save(projects, {
    id: project.id,
    project_phases: [...project.project_phases, { phase_id: event.phase_id }],
  })
}

/** Taking phases off a project removes their bars, which is asked before. */
export async function removeBars(project: Project, before: Project | null, ctx: Ctx): Promise<void> {
  const kept = new Set(project.project_phases.map(({ phase_id }) => phase_id))
  const gone = (before?.project_phases ?? []).map(({ phase_id }) => phase_id).filter((id) => !kept.has(id))
  if (!gone.length) return
  const bars = await ctx.all(scheduleEvents, { kind: 'phase', project_id: project.id, phase_id: gone })
  if (!bars.length) return
  const taken = new Set(bars.flatMap((bar) => (bar.kind === 'phase' ? [bar.phase_id] : [])))
  const names = (await ctx.all(phases, { id: [...taken] })).map(({ name }) => name)
  ctx.warn('phase_bars', phasesHaveBars(names, bars.length))
  for (const { id } of bars) await ctx.remove(scheduleEvents, id)
}

/** Hides a bar from customers again; what is planned stays. */
export function unpublish(event: ScheduleEvent): ScheduleEvent {
  if (event.kind !== 'phase') return refuse('Only phases can be hidden from customers.')
  const told = { told_user_id: null, told_project_id: null, told_from: null, told_to: null }
  return { ...event, ...told, published: null, published_id: null, published_at: null, draft: true }
}
