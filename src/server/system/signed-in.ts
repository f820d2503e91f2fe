import { sql } from 'kysely'
import { SESSION_DAYS } from '../auth/sessions.ts'
import type { Executor } from '../db/database.ts'

/** Who has been here, as far as their sessions tell, which are noted every five minutes. */
export interface SignedIn {
  readonly people: number
  /** Sessions that have not ended: each is a browser that somebody can go on in. */
  readonly browsers: number
  /** Those who were here last, the newest first. */
  readonly newest: readonly { readonly name: string; readonly browsers: number; readonly seen_at: string }[]
}

const MOST_NAMED = 20
const DAY = 86_400_000

/** Those whose sessions go on. A statement reads all sessions, of which there are a few for each person. */
export async function signedIn(db: Executor, now: string): Promise<SignedIn> {
  const since = new Date(Date.parse(now) - SESSION_DAYS * DAY).toISOString()
  const { rows } = await sql<{
    name: string
    browsers: unknown
    seen_at: string
    people: unknown
    all_browsers: unknown
  }>`
    select u.name, s.browsers, s.seen_at, count(*) over () as people, sum(s.browsers) over () as all_browsers
    from (select user_id, count(*) as browsers, max(seen_at) as seen_at from sessions where seen_at > ${since} group by user_id) as s
    join users as u on u.id = s.user_id order by s.seen_at desc limit ${sql.lit(MOST_NAMED)}`.execute(db)
  return {
    people: Number(rows[0]?.people ?? 0),
    browsers: Number(rows[0]?.all_browsers ?? 0),
    newest: rows.map(({ name, browsers, seen_at }) => ({ name, browsers: Number(browsers), seen_at })),
  }
}
