import { between, not, refuse, type Ctx } from '#server/define-server.ts'
import { isDay, type Day } from '#lib/days.ts'
import { offBetween, workDaysAround } from './context.ts'
import { scheduleEvents, type PlannedDay } from './entities.ts'
import { daysTold, toldIn } from './told.ts'

/** Who was published to work where on a day, and who has time off; employees see themselves. */
export async function planned(ctx: Ctx, { day = '' }: Record<string, string>): Promise<PlannedDay> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  return plannedOn(day, ctx, ctx.user.role === 'employee' ? ctx.user.id : null)
}

async function plannedOn(day: Day, ctx: Ctx, only: number | null): Promise<PlannedDay> {
  const rows = await ctx.all(scheduleEvents, {
    kind: 'assignment',
    published_at: not(null),
    told_from: between(null, day),
    told_to: between(day, null),
    ...(only !== null && { told_user_id: only }),
  })
  const company = await workDaysAround(day, day, ctx)
  const off = (await offBetween(day, day, ctx)).flatMap(({ everyone, user_ids }) => (everyone ? [] : user_ids))
  return {
    day,
    work: rows.flatMap(({ published }) => {
      const told = toldIn(published)
      if (!told || !daysTold(told, company).includes(day)) return []
      const { user_id, project_id, phase_id, hours_per_day: hours } = told
      return [{ user_id, project_id, phase_id, hours }]
    }),
    off: only === null ? [...new Set(off)] : off.filter((id) => id === only),
  }
}
