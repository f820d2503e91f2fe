import { sql } from 'kysely'
import { addDays } from '#lib/days.ts'
import type { Ctx } from '#server/define-server.ts'

/** Links the entries of earlier versions, which did not name their week; a query for each week, once. */
export async function linkWeeks({ query }: Ctx): Promise<void> {
  const unlinked = await query(sql`select id from time_entries where week_id is null and deleted_at is null limit 1`)
  if (!unlinked.length) return
  const weeks = await query(
    sql<{
      id: unknown
      user_id: unknown
      week_start: string
    }>`select id, user_id, week_start from timecards as w where deleted_at is null and exists (select 1 from time_entries as e where e.user_id = w.user_id and e.date >= w.week_start and e.week_id is null and e.deleted_at is null) order by week_start desc`,
  )
  for (const { id, user_id, week_start } of weeks)
    await query(
      sql`update time_entries set week_id = ${Number(id)} where user_id = ${Number(user_id)} and date between ${week_start} and ${addDays(week_start, 6)} and week_id is null`,
    )
}
