import { sql, type RawBuilder } from 'kysely'
import { inList, type Database, type Executor } from '../db/database.ts'
import { turn } from '../files/turns.ts'
import { UnknownJob } from './job-kind.ts'
import { createPlaces } from '../places.ts'
import { isDue, LEASE, nextInTurn, oldest } from './next-job.ts'

const MINUTE = 60_000
const RENEW = LEASE / 3
const MOST_TRIES = 12
/** Jobs in one statement, whose values stay below the 32,766 that SQLite takes. */
export const MOST_AT_ONCE = 2000
const LONGEST_PAUSE = 60 * MINUTE
/**
 * For so long a process leaves to others a job that it does not know, as while one version runs beside the next. Nobody
 * who knows it has been there if it is still waiting then: what it was for was removed from the app.
 */
const LEFT = 60 * MINUTE

/** Every process has workers per lane, so that two hundred slow jobs do not delay mail. */
export const lanes = ['mail', 'quick', 'heavy', 'outgoing'] as const
export type Lane = (typeof lanes)[number]
/**
 * A second one for jobs that take seconds, so that nobody waits for those of one other person, and several for programs
 * outside, which may take ten to answer.
 */
const workersOf: Record<Lane, number> = { mail: 1, quick: 1, heavy: 2, outgoing: 4 }
/** In which of them people take turns, with one job of each at a time. */
const takesTurns = (lane: Lane) => lane === 'heavy' || lane === 'outgoing'

export interface NewJob {
  readonly kind: string
  readonly lane: Lane
  readonly payload: unknown
  /** Who asked for it, whose turn it takes in lanes with turns; 0, as without it, is the server. */
  readonly user_id?: number
  /** The earliest start time, ISO 8601; without it, the job is due immediately. */
  readonly at?: string | undefined
  /** A second job with the same key is dropped; use it for work that must happen only once. */
  readonly key?: string | undefined
}

/** The statement that adds jobs, at least one. */
export function jobsInsert(now: string, jobs: readonly NewJob[]): RawBuilder<unknown> {
  const rows = jobs.map(
    ({ kind, lane, payload, user_id = 0, at = now, key }) =>
      sql`(${kind}, ${lane}, ${JSON.stringify(payload)}, ${user_id}, ${key ?? null}, ${at}, 0, ${now})`,
  )
  return sql`insert into jobs (kind, lane, payload, user_id, key, run_at, attempts, created_at) values ${sql.join(rows)} on conflict do nothing`
}

/** Adds jobs in the transaction of `db`, so that they exist only if it commits. */
export async function enqueue(db: Executor, now: string, jobs: readonly NewJob[]): Promise<void> {
  for (let from = 0; from < jobs.length; from += MOST_AT_ONCE)
    await jobsInsert(now, jobs.slice(from, from + MOST_AT_ONCE)).execute(db)
}

interface Job {
  id: unknown
  kind: string
  payload: string
  user_id: unknown
  attempts: unknown
}

/** What one job is run with. */
export interface JobRun {
  /** The same on every attempt. */
  readonly id: number
  readonly kind: string
  readonly payload: unknown
  /** Who asked for it; 0 is the server. */
  readonly user_id: number
}

export interface Jobs {
  /** Runs all due jobs in all lanes and resolves when none are left. Overlapping calls share one run. */
  drain(): Promise<void>
  /** Polls for due jobs every few seconds until `close`. */
  start(): void
  /** Checks for due jobs now instead of at the next poll. */
  wake(): void
  close(): Promise<void>
}

const EVERY = 3000

interface JobsDeps {
  database: Database
  now: () => Date
  /** Runs one job; if it throws, the job is retried later. */
  run: (job: JobRun) => Promise<void>
  log: (error: unknown) => void
  /** The kinds of jobs that come among previews. */
  patient?: readonly string[]
  /** Whether the payload of such a job is forgotten once it was done. */
  isSecret?: (kind: string) => boolean
}

/**
 * A job queue for work that outlives the request that asked for it. Jobs are stored in the database, run at least once
 * by whichever process leases them first, and retried at growing intervals when they fail.
 */
export function createJobs({ database, now, run, log, isSecret, patient = [] }: JobsDeps): Jobs {
  let timer: ReturnType<typeof setInterval> | undefined
  const left = new Map<number, number>()
  const workers = lanes.flatMap((lane) => {
    const deps = { database, now, run, log, patient, ...(isSecret && { isSecret }), claiming: createPlaces(1), left }
    return Array.from({ length: workersOf[lane] }, () => createWorker({ ...deps, lane }))
  })
  /** Repeats until no lane has work left, because a job may enqueue jobs in another lane. */
  const drain = async () => {
    while ((await Promise.all(workers.map((worker) => worker.drain()))).some((done) => done > 0));
  }
  const wake = () => void drain().catch(log)
  return {
    drain,
    wake,
    start() {
      timer = setInterval(wake, EVERY)
      timer.unref?.()
      wake()
    },
    async close() {
      clearInterval(timer)
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

interface WorkerDeps extends JobsDeps {
  /** One worker of a lane claims at a time, so that two do not take jobs of the same person. */
  readonly claiming: <T>(task: () => Promise<T>) => Promise<T>
  /** Jobs that this process does not know, and until when it leaves them to others, in milliseconds since 1970. */
  readonly left: Map<number, number>
}

interface LaneDeps extends WorkerDeps {
  readonly lane: Lane
}

const inMs = ({ now }: WorkerDeps, ms: number) => new Date(now().getTime() + ms).toISOString()

async function claim(worker: LaneDeps): Promise<Job | undefined> {
  const { now, database, lane } = worker
  const moment = now()
  // One that nobody claimed for as long again was done by another process.
  for (const [id, until] of worker.left) if (until + LEFT < moment.getTime()) worker.left.delete(id)
  const others = [...worker.left].flatMap(([id, until]) => (until > moment.getTime() ? [id] : []))
  const known = others.length ? sql` and not ${inList(database.dialect, sql.ref('id'), others)}` : sql``
  const due = sql`${isDue(lane, moment)}${known}`
  const next = takesTurns(lane) ? nextInTurn(database, worker, due, moment) : oldest(database, due)
  const take = async () => {
    const { rows } =
      await sql<Job>`update jobs set locked_until = ${inMs(worker, LEASE)}, started_at = ${moment.toISOString()}, attempts = attempts + 1 where id = (${next}) returning id, kind, payload, user_id, attempts`.execute(
        database.kysely,
      )
    return rows[0]
  }
  // Of a person and kind only the first is looked at, which another process may be claiming.
  return (await take()) ?? (takesTurns(lane) && database.dialect === 'postgres' ? take() : undefined)
}

async function attempt(worker: LaneDeps, { id, kind, payload, user_id, attempts }: Job) {
  const { database, log, run, isSecret, now, left } = worker
  const { kysely } = database
  const renewing = setInterval(() => {
    sql`update jobs set locked_until = ${inMs(worker, LEASE)} where id = ${id} and done_at is null`
      .execute(kysely)
      .catch(log)
  }, RENEW)
  renewing.unref?.()
  try {
    await run({ id: Number(id), kind, payload: JSON.parse(payload), user_id: Number(user_id) })
    const forgotten = isSecret?.(kind) ? sql`, payload = 'null'` : sql``
    await sql`update jobs set done_at = ${now().toISOString()}, locked_until = null, error = null${forgotten} where id = ${id}`.execute(
      kysely,
    )
  } catch (error) {
    const isUnknown = error instanceof UnknownJob
    const until = left.get(Number(id))
    // The second worker of a lane may have claimed it before this was noted.
    if (!isUnknown || until === undefined || until <= now().getTime()) log(error)
    if (isUnknown && (until ?? Infinity) > now().getTime()) {
      left.set(Number(id), until ?? now().getTime() + LEFT)
      await sql`update jobs set locked_until = null, attempts = attempts - 1, error = ${error.message} where id = ${id}`.execute(
        kysely,
      )
      return
    }
    left.delete(Number(id))
    const tries = Number(attempts)
    const pause = Math.min(LONGEST_PAUSE, MINUTE * 2 ** (tries - 1))
    const text = error instanceof Error ? error.message : String(error)
    const failed = isUnknown || tries >= MOST_TRIES ? now().toISOString() : null
    await sql`update jobs set run_at = ${inMs(worker, pause)}, locked_until = null, error = ${text.slice(0, 500)}, failed_at = ${failed} where id = ${id}`.execute(
      kysely,
    )
  } finally {
    clearInterval(renewing)
  }
}

function createWorker(deps: LaneDeps) {
  let working: Promise<number> | null = null
  let again = false
  let closed = false

  async function all(): Promise<number> {
    let done = 0
    do {
      again = false
      while (!closed) {
        const job = await deps.claiming(() => claim(deps))
        if (!job) break
        await attempt(deps, job)
        done++
        // SQLite answers at once, so that requests would wait until all jobs are done.
        await turn()
      }
    } while (again && !closed)
    return done
  }
  return {
    /** Runs the due jobs of this lane; resolves to how many there were. */
    drain(): Promise<number> {
      again = true
      return (working ??= all().finally(() => {
        working = null
      }))
    },
    async close() {
      closed = true
      // The caller that awaited this run has already logged its error.
      await working?.catch(() => {})
    },
  }
}
