import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Context } from '../context/context.ts'

/** Keys in one statement. */
const AT_ONCE = 100

/**
 * Drops the jobs that events led to and that nobody has begun: what subscribers were to do, and the mails that they
 * queued. Whoever was told of an event stays told.
 */
export async function dropFollowing({ db }: Pick<Context, 'db'>, events: readonly Id[]): Promise<void> {
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const named = events.slice(at, at + AT_ONCE).flatMap((event) => [`event ${event} %`, `${event}:%`])
    const keys = sql.join(
      named.map((key) => sql`key like ${key}`),
      sql` or `,
    )
    await sql`delete from jobs where done_at is null and failed_at is null and locked_until is null and (${keys})`.execute(
      db,
    )
  }
}
