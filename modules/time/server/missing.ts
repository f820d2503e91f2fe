import { addDays, isDay, type Day } from '#lib/days.ts'
import type { Id } from '#core/access/access.ts'
import { roundHours } from '#lib/numbers.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { dayPlans } from '../slots.ts'
import { seesAllTime, timeEntries } from '../entities.ts'
import type { Missing } from '../missing-shape.ts'
import { ledDays } from '../led.ts'

/** What a person lacks on a day: hours of those planned, or, with 0, any hours at all on a work day. */
export interface Lack {
  readonly user_id: Id
  readonly name: string
  readonly date: Day
  readonly short: number
}

/** Who lacks hours on which of these days (rule missing-time), in statements that do not grow with days or people. */
export async function lacksOn(days: readonly Day[], ctx: Ctx): Promise<Lack[]> {
  const { pick, groups, user } = ctx
  if (!days.length) return []
  const led = seesAllTime(user) ? null : await pick(ledDays, ['user_id', 'date'], { leader_id: user.id, date: days })
  const own = led && { id: [user.id, ...led.map(({ user_id }) => user_id)] }
  const expected = await pick(users, ['id', 'name'], { active: true, track_time: true, ...own })
  const isSeen = (id: Id, day: Day) =>
    !led || id === user.id || led.some(({ user_id, date }) => user_id === id && date === day)
  const where = { date: between(days.toSorted().at(0) ?? null, days.toSorted().at(-1) ?? null) }
  const hours = await groups(timeEntries, { by: ['user_id', 'date'], where, sum: ['hours'] })
  const entered = new Map(hours.map(({ user_id, date, sum }) => [`${user_id} ${date}`, sum.hours]))
  const plans = await Promise.all(ctx.filled(dayPlans).map((plansOf) => plansOf(days, ctx)))
  return days.flatMap((date, at) => {
    const ofDay = plans.flatMap((plan) => plan[at] ?? [])
    const isWorkDay = ofDay.every((plan) => plan.isWorkDay)
    return expected.flatMap(({ id, name }): Lack[] => {
      if (!isSeen(id, date)) return []
      const planned = ofDay.reduce((sum, plan) => sum + (plan.hours.get(id) ?? 0), 0)
      const there = entered.get(`${id} ${date}`)
      const short = roundHours(planned - (there ?? 0))
      const lack = { user_id: id, name, date }
      if (planned > 0) return short > 0 ? [{ ...lack, short }] : []
      return !isWorkDay || there !== undefined || ofDay.some(({ off }) => off.has(id)) ? [] : [{ ...lack, short: 0 }]
    })
  })
}

/**
 * People who track time and have fewer hours on a day than they were planned for (rule missing-time): anyone for users
 * who see everyone's time, otherwise the user and whom the user leads that day. Those who were planned come first.
 */
export async function missing(ctx: Ctx, { day: asked = '', back }: Record<string, string>): Promise<Missing> {
  if (!isDay(asked)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const day = back === '1' ? await lastWorkDay(asked, ctx) : asked
  const without = await lacksOn([day], ctx)
  const planned = without.filter(({ short }) => short > 0)
  return {
    day,
    user_ids: [...planned, ...without.filter(({ short }) => short === 0)].map(({ user_id }) => user_id),
    planned_ids: planned.map(({ user_id }) => user_id),
    short: planned.map(({ user_id, short }) => ({ user_id, hours: short })),
  }
}

/** Longer than any holidays that companies close for. */
const LOOKED_BACK = 21

/** The last day until this one on which the company works; the day itself where it did not work for weeks. */
async function lastWorkDay(day: Day, ctx: Ctx): Promise<Day> {
  const days = Array.from({ length: LOOKED_BACK }, (_, back) => addDays(day, -back))
  const plans = await Promise.all(ctx.filled(dayPlans).map((plansOf) => plansOf(days, ctx)))
  return days.find((_, at) => plans.every((plan) => plan[at]?.isWorkDay ?? true)) ?? day
}
