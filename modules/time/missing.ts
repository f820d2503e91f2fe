import { isDay } from '#lib/days.ts'
import type { Id } from '#core/access/access.ts'
import { roundHours } from '#lib/numbers.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { users } from '../users/entities.ts'
import { dayPlans } from './slots.ts'
import { seesAllTime, timeEntries } from './entities.ts'
import type { Missing } from './missing-shape.ts'
import { crew } from './visibility.ts'

/**
 * People who track time and have fewer hours on a day than they were planned for (rule missing-time): anyone for users
 * who see everyone's time, otherwise the user's crew. Those who were planned come first.
 */
export async function missing(ctx: Ctx, { day = '' }: Record<string, string>): Promise<Missing> {
  const { all, groups, user } = ctx
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const own = seesAllTime(user) ? {} : { id: crew(user.id) }
  const expected = await all(users, { active: true, track_time: true, ...own })
  const hours = await groups(timeEntries, { by: ['user_id'], where: { date: day }, sum: ['hours'] })
  const entered = new Map<Id, number>(hours.map(({ user_id, sum }) => [user_id, sum.hours]))
  const plans = await Promise.all(ctx.filled(dayPlans).map((planOf) => planOf(day, ctx)))
  const isWorkDay = plans.every((plan) => plan.isWorkDay)
  const without = expected.flatMap(({ id }) => {
    const planned = plans.reduce((sum, { hours }) => sum + (hours.get(id) ?? 0), 0)
    const short = roundHours(planned - (entered.get(id) ?? 0))
    if (planned > 0) return short > 0 ? [{ id, short }] : []
    return !isWorkDay || entered.has(id) || plans.some(({ off }) => off.has(id)) ? [] : [{ id, short: 0 }]
  })
  const planned = without.filter(({ short }) => short > 0)
  return {
    day,
    user_ids: [...planned, ...without.filter(({ short }) => short === 0)].map(({ id }) => id),
    planned_ids: planned.map(({ id }) => id),
    short: planned.map(({ id, short }) => ({ user_id: id, hours: short })),
  }
}
