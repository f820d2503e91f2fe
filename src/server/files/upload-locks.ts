import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutSync, type Database } from '../db/database.ts'
import { isOver } from '../db/moments.ts'

/** If a process dies, others may continue its uploads after this long; a running one keeps renewing its locks. */
const LEASE = 10_000
const RENEW = 3000
/** The longest time a request waits for an upload lock, in ms. */
const LONGEST_WAIT = 15_000
/** The time between two attempts to take the lock, in ms. */
const RETRY_AFTER = 100

/** How long a request may still write what it has received when another one wants its lock, in ms. */
export const DRAIN = 500

export interface Lock {
  /** Proves to `saveProgress` who writes. */
  readonly token: string
  release(): Promise<void>
}

/** Someone else is writing the upload and does not stop. */
export class Locked extends Error {}

/**
 * One writer per upload, also across processes: a lease on its row. A request that finds the upload locked asks the
 * holder to stop, because that is usually a connection which broke without this end having noticed.
 */
export function createUploadLocks(database: Database, now: () => Date, log: (error: unknown) => void) {
  const { kysely } = database
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()
  /** What stops the holders in this process. */
  const holders = new Map<string, () => void>()

  async function take(id: string, token: string): Promise<boolean> {
    const take = sql`update uploads set locked_by = ${token}, locked_until = ${inMs(LEASE)}, wanted_at = null where id = ${id} and (locked_by is null or ${isOver(sql`locked_until`, now(), LEASE)}) returning id`
    const taken = await withoutSync(database, (db) => take.execute(db))
    if (taken.rows.length) return true
    // A row that does not exist yet is created under the lock.
    const { rows } = await sql`select id from uploads where id = ${id}`.execute(kysely)
    return rows.length === 0
  }

  return {
    /**
     * Waits for the lock; `stop` is called when someone else wants it.
     * @throws Locked when the holder does not stop, or when `signal` gives up before
     */
    async lock(id: string, signal: AbortSignal, stop: () => void): Promise<Lock> {
      const token = crypto.randomUUID()
      const until = performance.now() + LONGEST_WAIT
      while (!(await take(id, token))) {
        if (signal.aborted || performance.now() > until) throw new Locked(`The upload ${id} is being written.`)
        holders.get(id)?.()
        await sql`update uploads set wanted_at = ${inMs(0)} where id = ${id} and wanted_at is null`.execute(kysely)
        await wait(RETRY_AFTER)
      }
      holders.set(id, stop)
      const renew = async () => {
        const renewal = sql<{
          wanted_at: string | null
        }>`update uploads set locked_until = ${inMs(LEASE)} where id = ${id} and locked_by = ${token} returning wanted_at`
        const { rows } = await withoutSync(database, (db) => renewal.execute(db))
        if (rows[0]?.wanted_at !== null) stop()
      }
      const renewing = setInterval(() => void renew().catch(log), RENEW)
      renewing.unref?.()
      return {
        token,
        async release() {
          clearInterval(renewing)
          if (holders.get(id) === stop) holders.delete(id)
          const release = sql`update uploads set locked_by = null, locked_until = null where id = ${id} and locked_by = ${token}`
          await withoutSync(database, (db) => release.execute(db))
        },
      }
    },
  }
}
export type UploadLocks = ReturnType<typeof createUploadLocks>
