import { sql } from 'kysely'
import type { Database, Executor } from '../db/database.ts'
import { isOver } from '../db/moments.ts'
import { tooMany } from '../http/budget.ts'

/** Failed attempts in a row without a delay; from the last of them on, each failure delays the next attempt. */
const FREE_ATTEMPTS = 5
/** The delays in seconds; the last one repeats. */
const PAUSES = [60, 120, 240, 480, 900]
const LONGEST_PAUSE = PAUSES.at(-1) ?? 0
/** Hours without an attempt after which earlier ones are ignored. */
export const FORGOTTEN_HOURS = 24

/**
 * Counts sign-in attempts in the database, so that the count is shared by all processes and survives restarts. An
 * attempt is counted before its password is checked, so parallel attempts gain nothing over sequential ones.
 */
export function createAttempts({ kysely }: Database, now: () => Date) {
  return {
    /** @throws Refusal 429 while earlier attempts under this name delay this one; `field` is where its error is shown */
    async count(name: string, field = 'email'): Promise<void> {
      const at = now().toISOString()
      const after = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString()
      const tries = sql`case when a.attempted_at < ${after(-FORGOTTEN_HOURS * 3600)} then 1 else a.tries + 1 end`
      const pauses = PAUSES.map((seconds, step) => sql`when ${FREE_ATTEMPTS + step} then ${after(seconds)}`)
      const longest = after(LONGEST_PAUSE)
      const { rows } = await sql`
        insert into sign_in_attempts as a (name, tries, blocked_until, attempted_at) values (${name}, 1, '', ${at})
        on conflict (name) do update set
          tries = ${tries},
          blocked_until = case when ${tries} < ${FREE_ATTEMPTS} then '' else case ${tries} ${sql.join(pauses, sql` `)} else ${longest} end end,
          attempted_at = ${at}
        where ${isOver(sql`a.blocked_until`, now(), LONGEST_PAUSE * 1000)}
        returning name`.execute(kysely)
      if (rows.length) return
      const blocked = await sql<{
        blocked_until: string
      }>`select blocked_until from sign_in_attempts where name = ${name}`.execute(kysely)
      const until = Date.parse(blocked.rows[0]?.blocked_until ?? at)
      throw tooMany(FREE_ATTEMPTS, Math.max(1, Math.ceil((until - now().getTime()) / 1000)), field)
    },
    /** Resets the count after a correct password. */
    async forget(name: string, db: Executor): Promise<void> {
      await sql`delete from sign_in_attempts where name = ${name}`.execute(db)
    },
  }
}
export type Attempts = ReturnType<typeof createAttempts>
