import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { lanes, type Lane } from './jobs.ts'

/** The work of a lane that is not done yet. */
export interface LaneState {
  readonly lane: Lane
  /** Due now or later; without those that failed for good. */
  readonly waiting: number
  /** When the oldest one that is due should have started, ISO 8601; null while nothing is due. */
  readonly due_since: string | null
  /** Jobs that failed on their last attempt. */
  readonly failed: number
}

/** A job that failed at least once and is not done. */
export interface TroubledJob {
  readonly id: number
  readonly kind: string
  readonly lane: Lane
  readonly attempts: number
  readonly error: string
  /** When it is tried again; null after the last attempt. */
  readonly next_at: string | null
  /** When the last attempt failed; null while there are attempts left. */
  readonly failed_at: string | null
}

const MOST_LISTED = 200

export async function laneStates(db: Executor, now: string): Promise<LaneState[]> {
  const { rows } = await sql<{ lane: string; waiting: unknown; due_since: string | null; failed: unknown }>`select lane,
    sum(case when failed_at is null then 1 else 0 end) as waiting,
    min(case when failed_at is null and run_at <= ${now} then run_at end) as due_since,
    sum(case when failed_at is not null then 1 else 0 end) as failed
    from jobs where done_at is null group by lane`.execute(db)
  return lanes.map((lane) => {
    const row = rows.find((one) => one.lane === lane)
    return {
      lane,
      waiting: Number(row?.waiting ?? 0),
      due_since: row?.due_since ?? null,
      failed: Number(row?.failed ?? 0),
    }
  })
}

/** The newest of the jobs that are in trouble, those that failed for good first. */
export async function troubledJobs(db: Executor): Promise<TroubledJob[]> {
  const { rows } = await sql<{
    id: unknown
    kind: string
    lane: Lane
    attempts: unknown
    error: string
    run_at: string
    failed_at: string | null
  }>`select id, kind, lane, attempts, error, run_at, failed_at from jobs where done_at is null and error is not null order by case when failed_at is null then 1 else 0 end, failed_at desc, id desc limit ${MOST_LISTED}`.execute(
    db,
  )
  return rows.map(({ id, attempts, run_at, failed_at, ...row }) => ({
    ...row,
    id: Number(id),
    attempts: Number(attempts),
    next_at: failed_at === null ? run_at : null,
    failed_at,
  }))
}

/** Has jobs run again now, with all their attempts; those that are done or running are left alone. */
export async function retryJobs(db: Executor, now: string, ids: readonly number[]): Promise<number> {
  if (!ids.length) return 0
  const { rows } =
    await sql`update jobs set failed_at = null, attempts = 0, run_at = ${now} where done_at is null and error is not null and locked_until is null and id in (${sql.join(ids)}) returning id`.execute(
      db,
    )
  return rows.length
}

/** When a mail was last handed to the mail server, ISO 8601; null if never, or longer ago than jobs are kept. */
export async function lastMail(db: Executor): Promise<string | null> {
  const { rows } = await sql<{
    last: string | null
  }>`select max(done_at) as last from jobs where lane = 'mail' and kind = 'mail'`.execute(db)
  return rows[0]?.last ?? null
}

/** What the key of a mail begins with that somebody sends themselves to try the mail server; the time follows. */
export const TEST_MAIL = 'mail test '

/** The newest test of the mail server, and what became of it so far. Times are ISO 8601. */
export interface TestMail {
  readonly at: string
  /** When the mail server took it; null until then. */
  readonly sent_at: string | null
  /** Why the last attempt failed; null where none has. */
  readonly error: string | null
}

/** The newest test, found by the index of keys; null where none was made as long as jobs are kept. */
export async function lastTest(db: Executor): Promise<TestMail | null> {
  const { rows } = await sql<{
    created_at: string
    done_at: string | null
    error: string | null
  }>`select created_at, done_at, error from jobs where key between ${`${TEST_MAIL}2`} and ${`${TEST_MAIL}3`} order by key desc limit 1`.execute(
    db,
  )
  const [row] = rows
  return row ? { at: row.created_at, sent_at: row.done_at, error: row.done_at === null ? row.error : null } : null
}

/** What of one kind of work ended in a time. */
export interface Ended {
  readonly kind: string
  readonly done: number
  /** Given up after the last attempt, and not done since. */
  readonly failed: number
}

/** What ended since then, ISO 8601, by kind; found by the index over when jobs end. */
export async function endedSince(db: Executor, since: string): Promise<Ended[]> {
  const { rows } = await sql<{ kind: string; done: unknown; failed: unknown }>`select kind,
    sum(case when done_at is not null then 1 else 0 end) as done, sum(case when done_at is null then 1 else 0 end) as failed
    from jobs where done_at >= ${since} or (done_at is null and failed_at >= ${since}) group by kind order by kind`.execute(
    db,
  )
  return rows.map(({ kind, done, failed }) => ({ kind, done: Number(done), failed: Number(failed) }))
}

/** Whether a job of this kind waits or runs. */
export async function isUnderWay(db: Executor, kind: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from jobs where done_at is null and failed_at is null and kind = ${kind} limit 1`.execute(db)
  return rows.length > 0
}
