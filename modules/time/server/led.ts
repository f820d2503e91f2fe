import type { Id } from '#core/access/access.ts'
import { daysBetween, isDay, type Day } from '#lib/days.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { daySignatures, timecards, timeEntries } from '../entities.ts'
import { ledDays, type Led, type LedDay } from '../led.ts'

/** The most entries whose gain or loss of sight is announced one by one. Beyond it, screens show it at their next reading. */
const MOST_TOLD = 100
/** So many days at most are asked about. */
const MOST_DAYS = 366

const keyOf = ({ leader_id, user_id, date }: LedDay): string => `${leader_id} ${user_id} ${date}`

/**
 * Writes who leads these people between two days, both included. From today on nobody else leads them; who led them on a
 * day that is past still did. Whoever gains or loses sight of hours and weeks that are there hears of it.
 */
export async function writeLed(
  people: readonly Id[],
  [from, to]: readonly [Day, Day],
  led: readonly LedDay[],
  ctx: Ctx,
): Promise<void> {
  if (!people.length) return
  const where = { user_id: people, date: between(from, to) }
  const known = await ctx.pick(ledDays, ['leader_id', 'user_id', 'date'], where)
  const today = await todayOf(ctx)
  const wanted = new Map([...known.filter(({ date }) => date < today), ...led].map((one) => [keyOf(one), one]))
  const before = new Set(known.map(keyOf))
  const changed = [...known, ...wanted.values()].filter((one) => before.has(keyOf(one)) !== wanted.has(keyOf(one)))
  if (!changed.length) return
  let write = () => ctx.setDerived(ledDays, [...wanted.values()], where)
  for (const [entity, id] of await concerned(changed, ctx)) {
    const inner = write
    write = () => ctx.announce(entity, id, inner)
  }
  await write()
}

/** The entries of these days, their weeks and signatures. */
async function concerned(changed: readonly LedDay[], ctx: Ctx) {
  const days = new Set(changed.map(({ user_id, date }) => `${user_id} ${date}`))
  const isConcerned = ({ user_id, date }: Pick<LedDay, 'user_id' | 'date'>) => days.has(`${user_id} ${date}`)
  const where = {
    user_id: [...new Set(changed.map(({ user_id }) => user_id))],
    date: [...new Set(changed.map(({ date }) => date))],
  }
  const there = await ctx.pick(timeEntries, ['id', 'user_id', 'date', 'week_id'], where)
  const entries = there.filter(isConcerned)
  if (entries.length > MOST_TOLD) return []
  const weeks = new Set(entries.flatMap(({ week_id }) => week_id ?? []))
  const signed = await ctx.pick(daySignatures, ['id', 'user_id', 'date'], where)
  return [
    ...entries.map(({ id }) => [timeEntries, id] as const),
    ...[...weeks].map((id) => [timecards, id] as const),
    ...signed.filter(isConcerned).map(({ id }) => [daySignatures, id] as const),
  ]
}

/** Whom the asker leads between two days. */
export async function led({ pick, user }: Ctx, { from = '', to = '' }: Record<string, string>): Promise<Led> {
  if (!isDay(from)) refuse('From must be a date.', { from: ['From must be a date.'] })
  if (!isDay(to)) refuse('To must be a date.', { to: ['To must be a date.'] })
  if (daysBetween(from, to) > MOST_DAYS) refuse('Ask for a year at most.', { to: ['Ask for a year at most.'] })
  return pick(ledDays, ['user_id', 'date'], { leader_id: user.id, date: between(from, to) })
}

/** The name of who led a person on a day of a period, by the published schedule; undefined where nobody did. */
export async function leadsIn(
  from: Day | null,
  to: Day | null,
  { pick }: Ctx,
): Promise<(user_id: Id, date: Day) => string | undefined> {
  const names = new Map((await pick(users, ['id', 'name'])).map(({ id, name }) => [id, name]))
  const led = await pick(ledDays, ['user_id', 'date', 'leader_id'], { date: between(from, to) })
  const leads = new Map(led.map(({ user_id, date, leader_id }) => [`${user_id} ${date}`, leader_id]))
  return (user_id, date) => names.get(leads.get(`${user_id} ${date}`) ?? 0)
}
