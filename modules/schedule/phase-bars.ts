import type { Ctx } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import type { ScheduleEvent } from './entities.ts'

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
