import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import type { Ctx } from '#server/define-server.ts'
import { once, remember } from './transaction-cache.ts'

interface Place {
  readonly user_id: Id
  readonly date: Day
}
const keyOf = ({ user_id, date }: Place) => `hours of ${user_id} on ${date}`

/** The hours of a person on a day, including the entries that the transaction has accepted but not stored yet. */
export const hoursOn = (place: Place, ctx: Ctx): Promise<number> =>
  once(ctx, keyOf(place), async () => {
    const [row] = await ctx.query(
      sql<{
        hours: unknown
      }>`select sum(hours) as hours from time_entries where user_id = ${place.user_id} and date = ${place.date} and deleted_at is null`,
    )
    return Number(row?.hours ?? 0)
  })

/** Counts the hours of an accepted entry. */
export async function addHours(place: Place, hours: number, ctx: Ctx): Promise<void> {
  await remember(ctx, keyOf(place), (await hoursOn(place, ctx)) + hours)
}

/** Reads the hours of many people from one day to another in one query, for `hoursOn`. */
export async function prefetchHours(places: readonly Place[], ctx: Ctx): Promise<void> {
  const days = places.map(({ date }) => date).toSorted()
  const people = [...new Set(places.map(({ user_id }) => user_id))]
  if (!places.length) return
  const rows = await ctx.query(
    sql<{
      user_id: unknown
      date: string
      hours: unknown
    }>`select user_id, date, sum(hours) as hours from time_entries where user_id in (${sql.join(people)}) and date between ${days.at(0)} and ${days.at(-1)} and deleted_at is null group by user_id, date`,
  )
  const hours = new Map(rows.map((row) => [keyOf({ user_id: Number(row.user_id), date: row.date }), Number(row.hours)]))
  for (const place of places) void remember(ctx, keyOf(place), hours.get(keyOf(place)) ?? 0)
}
