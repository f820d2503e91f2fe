import { sql } from 'kysely'
import { FORGOTTEN_HOURS } from '../auth/attempts.ts'
import { DEVICE_DAYS } from '../auth/devices.ts'
import { SESSION_DAYS, SESSION_MOST_DAYS } from '../auth/sessions.ts'
import { pruneEvents } from '../events/events.ts'
import type { Database } from './database.ts'

const DAY = 86_400_000
/**
 * A phone may go unused for a season while a save is still unanswered; a retry after this long counts as a new save.
 */
const KEY_DAYS = 90

/** How long finished jobs are kept, so that sent and failed mail can be looked up. */
const JOB_DAYS = 30

/** Deletes expired idempotency keys, sessions, sign-in attempts, devices, mailed links, finished jobs and attached uploads. */
export async function prune({ kysely }: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  await sql`delete from idempotency_keys where created_at < ${before(KEY_DAYS)}`.execute(kysely)
  await sql`delete from sessions where seen_at < ${before(SESSION_DAYS)} or created_at < ${before(SESSION_MOST_DAYS)}`.execute(
    kysely,
  )
  await sql`delete from sign_in_attempts where attempted_at < ${before(FORGOTTEN_HOURS / 24)}`.execute(kysely)
  await sql`delete from throttles where until < ${now.toISOString()}`.execute(kysely)
  await sql`delete from devices where seen_at < ${before(DEVICE_DAYS)}`.execute(kysely)
  await sql`delete from jobs where done_at < ${before(JOB_DAYS)}`.execute(kysely)
  // Attaching an upload again is answered with its record for as long as any other repeated save.
  await sql`delete from uploads where record_id is not null and created_at < ${before(KEY_DAYS)}`.execute(kysely)
  await pruneEvents(kysely, now)
  await sql`delete from links where expires_at < ${now.toISOString()}`.execute(kysely)
}
