import { isSignature, NOT_A_SIGNATURE } from '#lib/signature.ts'
import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../company/guards.ts'
import { copiedKinds, copiesOf, usualKinds } from './copies.ts'
import { crewOf } from './crew.ts'
import { type dailyLogs, logEntries, type DailyLog, type LogEntry } from './entities.ts'

/** Serializes what changes a log with completing it. */
export const lockLog = (id: Id, ctx: Ctx) => ctx.alone(`daily log ${id}`)

export async function validateLog(
  { date }: DraftOf<typeof dailyLogs>,
  before: DailyLog | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (!date || date === before?.date) return {}
  // A foreman in another time zone writes the company's log.
  return date > (await todayOf(ctx)) ? { date: ['Date cannot be in the future.'] } : {}
}

export async function validateEntry(
  draft: DraftOf<typeof logEntries>,
  before: LogEntry | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  const values = new Map<string, unknown>([...Object.entries(before ?? {}), ...Object.entries(draft)])
  const photo = values.get('attachment_id')
  if (values.get('type') !== 'photo' || typeof photo !== 'number') return {}
  const log = Number(values.get('daily_log_id'))
  const on = await ctx.query(
    sql`select 1 from attachments as a join daily_logs as l on l.id = ${log} where a.id = ${photo} and a.image and a.deleted_at is null and ((a.attachable_type = 'daily_logs' and a.attachable_id = l.id) or (a.attachable_type = 'projects' and a.attachable_id = l.project_id))`,
  )
  return on.length ? {} : { attachment_id: ['Photo must be a picture of this log or of its project.'] }
}

/** Completes a log: it needs work performed or an entry, keeps the signature and the crew that was signed. */
export async function complete(log: DailyLog, ctx: Ctx, body: unknown): Promise<DailyLog> {
  await lockLog(log.id, ctx)
  if (!log.work_performed && !(await ctx.count(logEntries, { daily_log_id: log.id, status: 'approved' })))
    refuse('Add work performed before completing.', { work_performed: ['Add work performed before completing.'] })
  const path = isObject(body) ? (body.signature_path ?? null) : null
  if (path !== null && path !== '' && !isSignature(path))
    refuse(NOT_A_SIGNATURE, { signature_path: ['Signature path must be an SVG path of strokes.'] })
  const [crew = []] = await crewOf([log], ctx)
  return { ...log, signature_path: path || null, signed_crew: crew }
}

/** Copies lines of an earlier day: of the last one that has such lines, or of the one that is named. */
export async function copyPrevious(log: DailyLog, ctx: Ctx, body: unknown): Promise<DailyLog> {
  await lockLog(log.id, ctx)
  const { from, kinds = usualKinds }: { from?: unknown; kinds?: unknown } = isObject(body) ? body : {}
  if (!Array.isArray(kinds) || !kinds.length || !kinds.every((kind) => copiedKinds.includes(kind)))
    return refuse('Kinds are not valid.', { kinds: [`Kinds must be some of ${copiedKinds.join(', ')}.`] })
  const isNamed = from !== undefined && from !== null
  if (isNamed && (typeof from !== 'string' || !isDay(from) || from >= log.date))
    return refuse('From must be an earlier day.', { from: ['From must be an earlier day.'] })
  const day = isNamed ? sql`l.date = ${from}` : sql`l.date < ${log.date}`
  const [earlier] = await ctx.query(
    sql<{
      id: unknown
    }>`select l.id from daily_logs as l where l.project_id = ${log.project_id} and ${day} and l.deleted_at is null and exists (select 1 from daily_log_entries as e where e.daily_log_id = l.id and e.deleted_at is null and e.status = 'approved' and e.type in (${sql.join(kinds)})) order by l.date desc limit 1`,
  )
  if (!earlier) return refuse('There is nothing to copy from an earlier day.')
  const [lines, present] = await Promise.all([
    ctx.all(logEntries, { daily_log_id: Number(earlier.id) }),
    ctx.all(logEntries, { daily_log_id: log.id }),
  ])
  for (const draft of copiesOf(lines, present, kinds))
    await ctx.save(logEntries, { ...draft, daily_log_id: log.id, user_id: ctx.user.id, status: 'approved' })
  return log
}
