import { sql } from 'kysely'
import { isDay, type Day } from '#lib/days.ts'
import type { Id } from '#core/access/access.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { users } from '../users/entities.ts'
import { seesAllTime, type Missing } from './entities.ts'
import { crew } from './visibility.ts'

/**
 * People who track time and have none on a day: anyone for users who see everyone's time, otherwise the user's crew.
 * Those who were planned to work come first; those who have the day off, and were not planned all the same, are not
 * missing.
 */
export async function missing({ all, query, user }: Ctx, { day = '' }: Record<string, string>): Promise<Missing> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const own = seesAllTime(user) ? {} : { id: crew(user.id) }
  const expected = await all(users, { active: true, track_time: true, ...own })
  const rows = await query(
    sql<{ user_id: unknown }>`select distinct user_id from time_entries where date = ${day} and deleted_at is null`,
  )
  const entered = new Set(rows.map(({ user_id }) => Number(user_id)))
  const { planned, off } = await planOn(day, { query })
  const without = expected.flatMap(({ id }) =>
    entered.has(id) || (off.has(id) && !planned.has(id)) ? [] : [{ id, isPlanned: planned.has(id) }],
  )
  return {
    day,
    user_ids: without.toSorted((a, b) => Number(b.isPlanned) - Number(a.isPlanned)).map(({ id }) => id),
    planned_ids: without.flatMap(({ id, isPlanned }) => (isPlanned ? [id] : [])),
  }
}

/** Who was published to work on a day, and who has time off. */
async function planOn(day: Day, { query }: Pick<Ctx, 'query'>): Promise<Record<'planned' | 'off', ReadonlySet<Id>>> {
  const [work, away] = await Promise.all([
    query(
      sql<{
        id: unknown
      }>`select distinct told_user_id as id from schedule_events where kind = 'assignment' and published_at is not null and told_from <= ${day} and told_to >= ${day} and deleted_at is null`,
    ),
    query(
      sql<{
        id: unknown
      }>`select distinct a.user_id as id from schedule_events as e join attendees as a on a.schedule_event_id = e.id where e.kind = 'calendar' and e.type in ('time_off', 'holiday') and e.start_date <= ${day} and e.end_date >= ${day} and e.deleted_at is null`,
    ),
  ])
  const idsOf = (rows: readonly { id: unknown }[]) => new Set(rows.map(({ id }) => Number(id)))
  return { planned: idsOf(work), off: idsOf(away) }
}
