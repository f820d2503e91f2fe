import { sql } from 'kysely'
import { isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { users } from '../users/entities.ts'
import { seesAllTime, type Missing } from './entities.ts'
import { crew } from './visibility.ts'

/** People who track time and have none on a day: anyone for users who see everyone's time, otherwise the user's crew. */
export async function missing({ all, query, user }: Ctx, { day = '' }: Record<string, string>): Promise<Missing> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const own = seesAllTime(user) ? {} : { id: crew(user.id) }
  const expected = await all(users, { active: true, track_time: true, ...own })
  const rows = await query(
    sql<{ user_id: unknown }>`select distinct user_id from time_entries where date = ${day} and deleted_at is null`,
  )
  const entered = new Set(rows.map(({ user_id }) => Number(user_id)))
  return { day, user_ids: expected.flatMap(({ id }) => (entered.has(id) ? [] : [id])) }
}
