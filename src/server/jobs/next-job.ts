import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import { isAhead, isOver } from '../db/moments.ts'
import { PREVIEW_JOB } from '../files/preview-rows.ts'
import type { Lane } from './jobs.ts'

/**
 * If a process dies, another takes over its jobs after this long; a running process keeps renewing the lease. Short, since
 * people wait for what a killed process held: the preview of a file, the mail of an RFI.
 */
export const LEASE = 30_000

/**
 * Which jobs of a lane are due. Where the clock was set back, what was to begin at once does, and what failed before is
 * tried again.
 */
export function isDue(lane: Lane, now: Date): RawBuilder<unknown> {
  const waited = sql`run_at <= ${now.toISOString()}
    or (attempts = 0 and run_at <= created_at and ${isAhead(sql`created_at`, now)})
    or (attempts > 0 and ${isAhead(sql`started_at`, now)})`
  return sql`lane = ${lane} and done_at is null and failed_at is null and (${waited})
    and (locked_until is null or ${isOver(sql`locked_until`, now, LEASE)})`
}

/** Which due job is next: the oldest one. */
export const oldest = ({ dialect }: Pick<Database, 'dialect'>, due: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id from jobs where ${due} order by run_at, id limit 1${dialect === 'postgres' ? sql` for update skip locked` : sql``}`

/**
 * The next due job of a lane where people take turns: it is the turn of whoever has waited longest since their last job,
 * and of nobody while a job of theirs runs.
 * Of that person's jobs, previews and what is as patient come after what waits for a file's contents, and what failed
 * before comes last.
 *
 * Tens of thousands may wait, so it reads few of them: it steps through the index from one person and kind to the next, and
 * of each takes the first that is due.
 */
export function nextInTurn(
  { dialect }: Pick<Database, 'dialect'>,
  { lane, patient = [] }: { lane: Lane; patient?: readonly string[] | undefined },
  due: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  const waits = sql`lane = ${lane} and done_at is null and failed_at is null`
  const first = (condition: RawBuilder<unknown>) => sql`(select id from jobs where ${due}
    and user_id = turn.user_id and kind = turn.kind and ${condition} order by run_at, id limit 1)`
  const skip = dialect === 'postgres' ? sql` for update of job skip locked` : sql``
  return sql`with recursive turn (user_id, kind) as (
    select * from (select user_id, kind from jobs where ${waits} order by user_id, kind limit 1) as beginning
    union all
    select one.user_id, one.kind from turn join jobs as one on one.id = coalesce(
      (select id from jobs where ${waits} and user_id = turn.user_id and kind > turn.kind order by kind limit 1),
      (select id from jobs where ${waits} and user_id > turn.user_id order by user_id, kind limit 1))
  )
  select job.id from turn join jobs as job on job.id = coalesce(${first(sql`attempts = 0`)}, ${first(sql`attempts > 0`)})
  where turn.user_id = 0 or not exists (select 1 from jobs as one
    where one.lane = ${lane} and one.user_id = turn.user_id and one.done_at is null
      and one.locked_until is not null and not ${isOver(sql`one.locked_until`, now, LEASE)})
  order by (select coalesce(max(started_at), '') from jobs as one where one.lane = ${lane} and one.user_id = turn.user_id),
    turn.user_id,
    case when job.attempts > 0 then 2 when job.kind in (${sql.join([PREVIEW_JOB, ...patient])}) then 1 else 0 end,
    job.run_at, job.id limit 1${skip}`
}
