import type { Id } from '#core/access/access.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { isDay, type Day } from '#lib/days.ts'
import type { DayPlan } from '../../time/slots.ts'
import { hoursOff } from '../company-days.ts'
import { hoursOn, isWorkDay } from '../days-of.ts'
import { offBetween, workDaysAround } from './context.ts'
import type { PlannedDay } from '../entities.ts'
import { daysTold } from '../told.ts'
import { publishedIn } from './leading.ts'

/** Who was published to work where on a day, and who has time off; employees see themselves. */
export async function planned(ctx: Ctx, { day = '' }: Record<string, string>): Promise<PlannedDay> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const { on } = await plannedOn([day], ctx, ctx.user.role === 'employee' ? ctx.user.id : null)
  return { day, ...on(day) }
}

/** For the time of some days (rule missing-time): published hours by person, who is off, and whether it is a work day. */
export async function dayPlansOf(days: readonly Day[], ctx: Ctx): Promise<DayPlan[]> {
  const { on, company } = await plannedOn(days, ctx, null)
  return days.map((day) => {
    const { work, off } = on(day)
    const hours = new Map<Id, number>()
    for (const one of work) hours.set(one.user_id, (hours.get(one.user_id) ?? 0) + one.hours)
    return { hours, off: new Set(off), isWorkDay: isWorkDay(day, company) }
  })
}

/** What was published of these days, read at once, to be told day by day. */
async function plannedOn(days: readonly Day[], ctx: Ctx, only: Id | null) {
  const [from, to] = [days.toSorted().at(0) ?? '', days.toSorted().at(-1) ?? '']
  const company = await workDaysAround(from, to, ctx)
  const calendar = await offBetween(from, to, ctx)
  const published = await publishedIn(from, to, ctx, only)
  const told = published.map((one) => ({ one, days: new Set(daysTold(one, company)) }))
  return {
    company,
    on: (day: Day) => {
      const away = calendar.filter(
        ({ everyone, start_date, end_date }) => !everyone && (start_date ?? day) <= day && (end_date ?? day) >= day,
      )
      const off = away.flatMap((event) => (hoursOff(event) === null ? event.user_ids : []))
      const hoursLeft = (person: Id, hours: number) =>
        away.reduce(
          (left, event) => (event.user_ids.includes(person) ? Math.max(0, left - (hoursOff(event) ?? 0)) : left),
          hoursOn(hours, day, company),
        )
      return {
        work: told.flatMap(({ one: { user_id, project_id, phase_id, hours_per_day }, days: own }) =>
          own.has(day) ? [{ user_id, project_id, phase_id, hours: hoursLeft(user_id, hours_per_day) }] : [],
        ),
        off: only === null ? [...new Set(off)] : off.filter((id) => id === only),
      }
    },
  }
}
