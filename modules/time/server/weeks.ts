import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { addDays, daysBetween, startOfWeek, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { timecards, type Timecard } from '../entities.ts'

/** The first day of the week a day is in, by the company's setting. */
export async function weekOf(day: Day, ctx: Ctx): Promise<Day> {
  const [company] = await ctx.cached(companySettings)
  return startOfWeek(day, company?.week_start)
}

/** A person's weeks that start from one day to another, as known in a transaction. */
interface Weeks {
  readonly from: Day
  readonly to: Day
  readonly weeks: readonly Timecard[]
}
const knownWeeks = (ctx: Ctx) => ctx.once('weeks of people', () => new Map<Id, Weeks>())

/** Reads the weeks of these people that contain one of the days or are next to one that does, in one query. */
export async function prefetchWeeks(people: ReadonlySet<Id>, days: readonly Day[], ctx: Ctx): Promise<void> {
  const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)]
  if (!first || !last || !people.size) return
  const [from, to] = [addDays(first, -12), addDays(last, 6)]
  const found = await ctx.all(timecards, { user_id: [...people], week_start: between(from, to) })
  const byPerson = Map.groupBy(found, ({ user_id }) => user_id)
  for (const id of people) knownWeeks(ctx).set(id, { from, to, weeks: byPerson.get(id) ?? [] })
}

/** A person's weeks that start from one day to another. */
export async function weeksBetween(user_id: Id, from: Day, to: Day, ctx: Ctx): Promise<Timecard[]> {
  const isWithin = ({ week_start }: Timecard) => week_start >= from && week_start <= to
  const known = knownWeeks(ctx).get(user_id)
  if (known && known.from <= from && known.to >= to) return known.weeks.filter(isWithin)
  await prefetchWeeks(new Set([user_id]), known ? [from, to, known.from, known.to] : [from, to], ctx)
  return knownWeeks(ctx).get(user_id)?.weeks.filter(isWithin) ?? []
}

/** The week of a person that contains a day, whatever day of the week it starts on. */
export async function findWeek(user_id: Id, day: Day, ctx: Ctx): Promise<Timecard | null> {
  const [week] = await weeksBetween(user_id, addDays(day, -6), day, ctx)
  return week ?? null
}

/**
 * The first day of the new week for a day that is in none. If the company's first day of the week was changed, the new
 * week aligns with the person's neighbouring week, so that no day is in two weeks.
 */
export async function newWeekOf(user_id: Id, day: Day, ctx: Ctx): Promise<Day> {
  const start = await weekOf(day, ctx)
  const [near] = await weeksBetween(user_id, addDays(start, -6), addDays(start, 6), ctx)
  return near ? addDays(near.week_start, 7 * Math.floor(daysBetween(near.week_start, day) / 7)) : start
}

/** Saves a person's week. */
export async function saveWeek(draft: DraftOf<typeof timecards>, ctx: Ctx): Promise<Timecard> {
  const week = await ctx.save(timecards, draft)
  rememberWeek(week, ctx)
  return week
}

function rememberWeek(week: Timecard, ctx: Ctx): void {
  const known = knownWeeks(ctx).get(week.user_id)
  if (!known) return
  const weeks = [...known.weeks.filter(({ id }) => id !== week.id), week].toSorted((a, b) => a.id - b.id)
  knownWeeks(ctx).set(week.user_id, { ...known, weeks })
}

/**
 * Creates at most one week a person, with few statements: that of the first of these days that is in no week. The start of
 * a later week may depend on this one, so later weeks are created with their first entry.
 */
export async function createWeeks(places: readonly { user_id: Id; date: Day }[], ctx: Ctx): Promise<void> {
  const missing = new Map<Id, DraftOf<typeof timecards>>()
  for (const { user_id, date } of places.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    if (!missing.has(user_id) && !(await findWeek(user_id, date, ctx)))
      missing.set(user_id, { user_id, week_start: await newWeekOf(user_id, date, ctx) })
  if (!missing.size) return
  for (const week of await ctx.save(timecards, [...missing.values()])) rememberWeek(week, ctx)
}

/** The days of a week, first and last. */
export const spanOf = ({ week_start }: Pick<Timecard, 'week_start'>) => between(week_start, addDays(week_start, 6))
