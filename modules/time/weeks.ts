import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { addDays, daysBetween, startOfWeek, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../company/entities.ts'
import { timecards, type Timecard } from './entities.ts'
import { forget, once } from './transaction-cache.ts'

/** The first day of the week a day is in, by the company's setting. */
export async function weekOf(day: Day, ctx: Ctx): Promise<Day> {
  const [company] = await once(ctx, 'company', () => ctx.all(companySettings))
  return startOfWeek(day, company?.week_start)
}

/** The week of a person that contains a day, whatever day of the week it starts on. */
export const findWeek = (user_id: Id, day: Day, ctx: Ctx): Promise<Timecard | null> =>
  once(ctx, keyOf(user_id, day), async () => {
    const [week] = await ctx.all(timecards, { user_id, week_start: between(addDays(day, -6), day) })
    return week ?? null
  })

const keyOf = (user_id: Id, day: Day) => `week of ${user_id} at ${day}`

/**
 * The first day of the new week for a day that is in none. If the company's first day of the week was changed, the new
 * week aligns with the person's neighbouring week, so that no day is in two weeks.
 */
export async function newWeekOf(user_id: Id, day: Day, ctx: Ctx): Promise<Day> {
  const start = await weekOf(day, ctx)
  const [near] = await ctx.all(timecards, { user_id, week_start: between(addDays(start, -6), addDays(start, 6)) })
  return near ? addDays(near.week_start, 7 * Math.floor(daysBetween(near.week_start, day) / 7)) : start
}

/** Saves a week and removes it from the transaction's cache. */
export async function saveWeek(
  draft: DraftOf<typeof timecards>,
  { user_id, day }: { user_id: Id; day: Day },
  ctx: Ctx,
) {
  const { week_start } = await ctx.save(timecards, draft)
  for (let at = 0; at < 7; at++) forget(ctx, keyOf(user_id, addDays(week_start, at)))
  forget(ctx, keyOf(user_id, day))
}

/** The days of a week, first and last. */
export const spanOf = ({ week_start }: Pick<Timecard, 'week_start'>) => between(week_start, addDays(week_start, 6))
