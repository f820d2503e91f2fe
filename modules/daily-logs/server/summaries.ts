import type { Id } from '#core/access/access.ts'
import { roundHours } from '#lib/numbers.ts'
import type { Ctx } from '#server/define-server.ts'
import { attachments } from '../../attachments/entities.ts'
import { logEntries, type DailyLog } from '../entities.ts'

/** How many of a log's pictures a list shows. */
const SHOWN = 3

/** What the approved entries of each log add up to, in one query. */
export async function totalsOf(ids: readonly Id[], { groups }: Pick<Ctx, 'groups'>): Promise<DailyLog['totals'][]> {
  const found = await groups(logEntries, {
    by: ['daily_log_id', 'type', 'workers', 'injury'],
    where: { daily_log_id: ids, status: 'approved' },
    sum: ['hours', 'delay_hours'],
  })
  const byLog = Map.groupBy(found, ({ daily_log_id }) => daily_log_id)
  return ids.map((id) => {
    const of = (type: string) => (byLog.get(id) ?? []).filter((group) => group.type === type)
    const total = (type: string, value: (group: (typeof found)[number]) => number) =>
      roundHours(of(type).reduce((sum, group) => sum + value(group), 0))
    return {
      companies: total('manpower', ({ count }) => count),
      workers: total('manpower', ({ workers, count }) => (workers ?? 0) * count),
      worker_hours: total('manpower', ({ workers, sum }) => (workers ?? 0) * sum.hours),
      // A day's delay hours are those of its delay entries and weather lines.
      delay_hours: roundHours(total('delay', ({ sum }) => sum.hours) + total('weather', ({ sum }) => sum.delay_hours)),
      safety: total('safety', ({ count }) => count),
      injuries: total('safety', ({ injury, count }) => (injury ? count : 0)),
    }
  })
}

/** The number of pictures on each log and the newest of them, in two queries. */
export async function picturesOf(
  ids: readonly Id[],
  { groups, pick }: Pick<Ctx, 'groups' | 'pick'>,
): Promise<DailyLog['pictures'][]> {
  const where = { attachable_type: 'daily_logs', attachable_id: ids, image: true }
  const counted = await groups(attachments, { by: ['attachable_id'], where })
  const latest = { most: SHOWN, of: 'attachable_id', by: 'id' } as const
  const newest = await pick(attachments, ['id', 'attachable_id'], where, { latest })
  const counts = new Map(counted.map(({ attachable_id, count }) => [attachable_id, count]))
  const byLog = Map.groupBy(newest, ({ attachable_id }) => attachable_id)
  return ids.map((id) => ({ count: counts.get(id) ?? 0, ids: (byLog.get(id) ?? []).map((one) => one.id) }))
}
