import { sql } from 'kysely'
import { SESSION_DAYS } from '../auth/sessions.ts'
import type { Database } from './database.ts'

const DAY = 86_400_000
/** A create that is sent again a week later is another create. */
const KEY_DAYS = 7

/** Forgets what has run out: idempotency keys, sessions and mailed links. */
export async function tidy({ kysely }: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
  await sql`delete from idempotency_keys where created_at < ${before(KEY_DAYS)}`.execute(kysely)
  await sql`delete from sessions where seen_at < ${before(SESSION_DAYS)}`.execute(kysely)
  await sql`delete from links where expires_at < ${now.toISOString()}`.execute(kysely)
}
