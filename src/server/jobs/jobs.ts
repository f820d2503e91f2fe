import { sql } from 'kysely'
import type { Database, Executor } from '../db/database.ts'

const MINUTE = 60_000
/** A job whose process died is another's after this long. */
const LEASE = 5 * MINUTE
const MOST_TRIES = 12
const LONGEST_PAUSE = 60 * MINUTE

export interface JobOptions {
  /** Not before this moment, ISO 8601; at once unless told. */
  at?: string
  /** A second job of one key is none: what must happen once is named by what it is about. */
  key?: string
}

/** Puts a job down in the transaction one is in: it is there exactly when that is committed. */
export async function enqueue(
  db: Executor,
  now: string,
  kind: string,
  payload: unknown,
  { at = now, key }: JobOptions = {},
): Promise<void> {
  await sql`insert into jobs (kind, payload, key, run_at, attempts, created_at) values (${kind}, ${JSON.stringify(payload)}, ${key ?? null}, ${at}, 0, ${now}) on conflict do nothing`.execute(
    db,
  )
}

interface Job {
  id: unknown
  kind: string
  payload: string
  attempts: unknown
}

export interface Jobs {
  /** Does everything that is due; resolves when nothing is. Calls that overlap are one. */
  drain(): Promise<void>
  /** Looks for what is due every few seconds until `close`. */
  start(): void
  /** Something may be due now. */
  kick(): void
  close(): Promise<void>
}

const EVERY = 3000

/**
 * Work that outlives the request that asked for it: kept in the database, done once by whichever process takes it first,
 * and tried again, ever later, when it fails.
 */
export function createJobs({
  database,
  now,
  run,
  log,
}: {
  database: Database
  now: () => Date
  /** Does one job; what it throws makes it due again. `id` is the same on every try. */
  run: (kind: string, payload: unknown, id: number) => Promise<void>
  log: (error: unknown) => void
}): Jobs {
  const { kysely, dialect } = database
  let working: Promise<void> | null = null
  let again = false
  let timer: ReturnType<typeof setInterval> | undefined
  let closed = false

  async function claim(): Promise<Job | undefined> {
    const moment = now()
    const skip = dialect === 'postgres' ? sql` for update skip locked` : sql``
    const due = sql`select id from jobs where done_at is null and run_at <= ${moment.toISOString()} and (locked_until is null or locked_until < ${moment.toISOString()}) order by run_at, id limit 1${skip}`
    const until = new Date(moment.getTime() + LEASE).toISOString()
    const { rows } =
      await sql<Job>`update jobs set locked_until = ${until}, attempts = attempts + 1 where id = (${due}) returning id, kind, payload, attempts`.execute(
        kysely,
      )
    return rows[0]
  }

  async function attempt({ id, kind, payload, attempts }: Job) {
    try {
      await run(kind, JSON.parse(payload), Number(id))
      await sql`update jobs set done_at = ${now().toISOString()}, locked_until = null, error = null where id = ${id}`.execute(
        kysely,
      )
    } catch (error) {
      log(error)
      const tries = Number(attempts)
      const pause = Math.min(LONGEST_PAUSE, MINUTE * 2 ** (tries - 1))
      const words = error instanceof Error ? error.message : String(error)
      const over = tries >= MOST_TRIES ? now().toISOString() : null
      await sql`update jobs set run_at = ${new Date(now().getTime() + pause).toISOString()}, locked_until = null, error = ${words.slice(0, 500)}, done_at = ${over} where id = ${id}`.execute(
        kysely,
      )
    }
  }

  async function all() {
    do {
      again = false
      while (!closed) {
        const job = await claim()
        if (!job) break
        await attempt(job)
      }
    } while (again && !closed)
  }
  const drain = (): Promise<void> => {
    again = true
    return (working ??= all().finally(() => {
      working = null
    }))
  }
  const kick = () => void drain().catch(log)

  return {
    drain,
    kick,
    start() {
      timer = setInterval(kick, EVERY)
      timer.unref?.()
      kick()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await working?.catch(() => {})
    },
  }
}
