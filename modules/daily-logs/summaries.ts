import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import { roundHours } from '#lib/numbers.ts'
import type { Ctx } from '#server/define-server.ts'
import type { DailyLog } from './entities.ts'

/** How many of a log's pictures a list shows. */
const SHOWN = 3

/** What the approved entries of each log add up to, in one query. */
export async function totalsOf(ids: readonly Id[], { query }: Pick<Ctx, 'query'>): Promise<DailyLog['totals'][]> {
  const rows = await query(
    sql<
      Record<'id' | 'type' | 'n' | 'workers' | 'worker_hours' | 'hours' | 'delayed' | 'injuries', unknown>
    >`select daily_log_id as id, type, count(*) as n, sum(workers) as workers, sum(workers * hours) as worker_hours, sum(hours) as hours, sum(delay_hours) as delayed, count(*) filter (where injury) as injuries from daily_log_entries where deleted_at is null and status = 'approved' and daily_log_id in (${sql.join([...ids])}) group by daily_log_id, type`,
  )
  const byLog = Map.groupBy(rows, ({ id }) => Number(id))
  return ids.map((id) => {
    const of = new Map((byLog.get(id) ?? []).map((row) => [String(row.type), row]))
    const number = (type: string, name: 'n' | 'workers' | 'worker_hours' | 'hours' | 'delayed' | 'injuries') =>
      roundHours(Number(of.get(type)?.[name] ?? 0))
    return {
      companies: number('manpower', 'n'),
      workers: number('manpower', 'workers'),
      worker_hours: number('manpower', 'worker_hours'),
      // A day's delay hours are those of its delay entries and weather lines.
      delay_hours: roundHours(number('delay', 'hours') + number('weather', 'delayed')),
      safety: number('safety', 'n'),
      injuries: number('safety', 'injuries'),
    }
  })
}

/** The number of pictures on each log and the newest of them, in one query. */
export async function picturesOf(ids: readonly Id[], { query }: Pick<Ctx, 'query'>): Promise<DailyLog['pictures'][]> {
  const rows = await query(
    sql<{
      log: unknown
      id: unknown
      n: unknown
    }>`select log, id, n from (select attachable_id as log, id, count(*) over (partition by attachable_id) as n, row_number() over (partition by attachable_id order by id desc) as place from attachments where attachable_type = 'daily_logs' and deleted_at is null and image and attachable_id in (${sql.join([...ids])})) as p where place <= ${SHOWN} order by id desc`,
  )
  const byLog = Map.groupBy(rows, ({ log }) => Number(log))
  return ids.map((id) => {
    const own = byLog.get(id) ?? []
    return { count: Number(own[0]?.n ?? 0), ids: own.map((row) => Number(row.id)) }
  })
}
