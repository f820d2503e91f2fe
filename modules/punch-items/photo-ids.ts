import { sql } from 'kysely'
import type { Ctx } from '#server/define-server.ts'
import type { PunchItem } from './entities.ts'

/** For each item its first photo, and the last one of the finished work: one query for all. */
export async function photoIdsOf(items: readonly PunchItem[], { query }: Ctx): Promise<PunchItem['photo_ids'][]> {
  const ids = items.map(({ id }) => id)
  const rows = await query(
    sql<{
      item: unknown
      done: unknown
      first: unknown
      last: unknown
    }>`select attachable_id as item, case when kind = 'after' then 1 else 0 end as done, min(id) as first, max(id) as last from attachments where attachable_type = 'punch_items' and attachable_id between ${Math.min(...ids)} and ${Math.max(...ids)} and image and deleted_at is null group by attachable_id, case when kind = 'after' then 1 else 0 end`,
  )
  const before = new Map(rows.flatMap(({ item, done, first }) => (Number(done) ? [] : [[Number(item), Number(first)]])))
  const after = new Map(rows.flatMap(({ item, done, last }) => (Number(done) ? [[Number(item), Number(last)]] : [])))
  return ids.map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }))
}
