import { addDays } from '#lib/days.ts'
import { todayOf } from '../../company/guards.ts'
import type { SamplePart } from '../../projects/slots.ts'
import { tasks } from '../entities.ts'

/** Tasks of the sample project, and in how many days they are due. */
const work = [
  ['Set boxes', 0],
  ['Pull feeders', 4],
  ['Call for rough-in inspection', 8],
] as const

export const sampleTasks: SamplePart = {
  of: tasks,
  async add({ id: project_id }, ctx) {
    const today = await todayOf(ctx)
    for (const [sort, [title, days]] of work.entries())
      await ctx.save(tasks, { project_id, title, sort, due_date: addDays(today, days), user_id: ctx.user.id })
  },
}
