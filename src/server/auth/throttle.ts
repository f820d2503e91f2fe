import { sql } from 'kysely'
import { withoutSync, type Database } from '../db/database.ts'
import { Refusal } from '../http/errors.ts'

const WINDOW = 60_000
/** After this many attempts, those of past minutes are deleted. */
const SWEEP_AFTER = 1000

/** A 429 response with the headers that Laravel sends. */
export function tooMany(most: number, seconds: number, field?: string): Refusal {
  const message = `Too many attempts. Please try again in ${seconds} seconds.`
  return new Refusal(429, message, field === undefined ? undefined : { [field]: [message] }, {
    headers: {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': String(most),
      'X-RateLimit-Remaining': '0',
    },
  })
}

/**
 * Counts attempts by key in one-minute windows, in the database, so that the processes of one company count together.
 * `kind` keeps the keys of several throttles apart.
 */
export function createThrottle(database: Database, now: () => Date, kind: string) {
  let taken = 0
  return {
    /**
     * Counts one attempt.
     * @throws Refusal 429 when the key has used up this minute's attempts; `field` is the field its error is shown at
     */
    async take(key: string, most: number, field?: string): Promise<void> {
      const at = now().toISOString()
      const until = new Date(now().getTime() + WINDOW).toISOString()
      const over = sql`t.until <= ${at}`
      const count = sql<{ tries: unknown; until: string }>`
        insert into throttles as t (name, tries, until) values (${`${kind} ${key}`}, 1, ${until})
        on conflict (name) do update set
          tries = case when ${over} then 1 else t.tries + 1 end,
          until = case when ${over} then ${until} else t.until end
        returning tries, until`
      // The counts of a minute may be lost in a power failure.
      const { rows } = await withoutSync(database, (db) => count.execute(db))
      // Many addresses must not fill the database.
      if (++taken % SWEEP_AFTER === 0)
        await withoutSync(database, (db) => sql`delete from throttles where until <= ${at}`.execute(db))
      const [row] = rows
      if (row && Number(row.tries) > most)
        throw tooMany(most, Math.max(1, Math.ceil((Date.parse(row.until) - now().getTime()) / 1000)), field)
    },
  }
}
