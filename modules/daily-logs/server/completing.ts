import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { addDays, isDay } from '#lib/days.ts'
import { anyOf, between, refuse, type Ctx } from '#server/define-server.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { copiedKinds, copiesOf, usualKinds } from '../copies.ts'
import { crewOf } from './crew.ts'
import { dailyLogs, logEntries, type DailyLog, type LogEntry } from '../entities.ts'

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
  const log_id = Number(values.get('daily_log_id'))
  const [log] = await ctx.pick(dailyLogs, ['project_id'], { id: log_id })
  const places = anyOf<Attachment>(
    { attachable_type: 'daily_logs', attachable_id: log_id },
    { attachable_type: 'projects', attachable_id: log?.project_id ?? 0 },
  )
  const isThere = await ctx.exists(attachments, { id: photo, image: true, ...places })
  return isThere ? {} : { attachment_id: ['Photo must be a picture of this log or of its project.'] }
}

/** Completes a log: it needs work performed or an entry, and keeps the crew that was signed. */
export async function complete(log: DailyLog, ctx: Ctx): Promise<DailyLog> {
  await lockLog(log.id, ctx)
  if (!log.work_performed && !(await ctx.count(logEntries, { daily_log_id: log.id, status: 'approved' })))
    refuse('Add work performed before completing.', { work_performed: ['Add work performed before completing.'] })
  const [crew = []] = await crewOf([log], ctx)
  return { ...log, signed_crew: crew }
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
  const date = isNamed ? from : between(null, addDays(log.date, -1))
  const days = await ctx.pick(dailyLogs, ['id'], { project_id: log.project_id, date })
  const having = await ctx.groups(logEntries, {
    by: ['daily_log_id'],
    where: {
      daily_log_id: days.map(({ id }) => id),
      status: 'approved',
      $either: kinds.map((type: unknown) => ({ type })),
    },
  })
  const filled = { id: having.map(({ daily_log_id }) => daily_log_id) }
  const [earlier] = await ctx.pick(dailyLogs, ['id'], filled, { latest: { most: 1, by: 'date' } })
  if (!earlier) return refuse('There is nothing to copy from an earlier day.')
  const [lines, present] = await Promise.all([
    ctx.all(logEntries, { daily_log_id: earlier.id }),
    ctx.all(logEntries, { daily_log_id: log.id }),
  ])
  for (const draft of copiesOf(lines, present, kinds))
    await ctx.save(logEntries, { ...draft, daily_log_id: log.id, user_id: ctx.user.id, status: 'approved' })
  return log
}
