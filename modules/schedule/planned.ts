import type { Id } from '#core/access/access.ts'
import { between, not, refuse, type Ctx } from '#server/define-server.ts'
import { isDay, type Day } from '#lib/days.ts'
import type { DayPlan } from '../time/slots.ts'
import { isWorkDay } from './days-of.ts'
import { offBetween, workDaysAround } from './context.ts'
import { scheduleEvents, type PlannedDay } from './entities.ts'
import { daysTold, toldIn } from './told.ts'

/** Who was published to work where on a day, and who has time off; employees see themselves. */
export async function planned(ctx: Ctx, { day = '' }: Record<string, string>): Promise<PlannedDay> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const { work, off } = await plannedOn(day, ctx, ctx.user.role === 'employee' ? ctx.user.id : null)
  return { day, work, off }
}

/** For the time of a day (rule missing-time): published hours by person, who is off, and whether it is a work day. */
export async function dayPlan(day: Day, ctx: Ctx): Promise<DayPlan> {
  const { work, off, company } = await plannedOn(day, ctx, null)
  const hours = new Map<Id, number>()
  for (const one of work) hours.set(one.user_id, (hours.get(one.user_id) ?? 0) + one.hours)
  return { hours, off: new Set(off), isWorkDay: isWorkDay(day, company) }
}

async function plannedOn(day: Day, ctx: Ctx, only: number | null) {
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
    company,
    work: rows.flatMap(({ published }) => {
      const told = toldIn(published)
      if (!told || !daysTold(told, company).includes(day)) return []
      const { user_id, project_id, phase_id, hours_per_day: hours } = told
      return [{ user_id, project_id, phase_id, hours }]
    }),
    off: only === null ? [...new Set(off)] : off.filter((id) => id === only),
  }
}
