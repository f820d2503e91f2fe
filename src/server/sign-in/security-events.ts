import { sql } from 'kysely'
import type { Context } from 'hono'
import type { Id } from '../../core/access/access.ts'
import { browserName } from '../../lib/browser-name.ts'
import type { Database, Executor } from '../db/database.ts'

/** How many days one can look back at them. */
export const SECURITY_DAYS = 400
const LATELY = 10
const LONGEST_DETAIL = 200

/** What happened to an account, as its owner is told. */
export interface AccountEvent {
  readonly at: string
  /** Such as "signed in by a passkey". */
  readonly event: string
  /** What it is called that was made or removed. */
  readonly detail: string | null
  readonly address: string | null
  readonly browser: string | null
  /** How often it happened within the hour; more than once only for wrong passwords and codes. */
  readonly times: number
}

/** Keeps what happens to accounts, for their owners. */
export function createSecurityEvents({ reads }: Database, now: () => Date) {
  const insert = async (
    db: Executor,
    user: Id,
    event: string,
    { together, detail, address, browser }: Partial<Omit<AccountEvent, 'at' | 'times'>> & { together?: string },
  ) => {
    await sql`
      insert into security_events as e (user_id, at, event, detail, address, browser, times, together)
      values (${user}, ${now().toISOString()}, ${event}, ${detail?.slice(0, LONGEST_DETAIL) ?? null}, ${address ?? null}, ${browser ?? null}, 1, ${together ?? null})
      on conflict (together) do update set times = e.times + 1, at = excluded.at`.execute(db)
  }
  return {
    /** Where a request of a browser comes from, as it is noted. */
    async note(db: Executor, c: Context, address: string, user: Id, event: string, detail?: string): Promise<void> {
      const agent = c.req.header('user-agent')
      const browser = agent === undefined ? null : browserName(agent)
      await insert(db, user, event, { address, browser, ...(detail !== undefined && { detail }) })
    },
    /** What a change of records did, whose session says where it was made. */
    noteChange: (db: Executor, user: Id, event: string, detail?: string): Promise<void> =>
      insert(db, user, event, { ...(detail !== undefined && { detail }) }),
    /** Failures of an hour from one address are one row, so that nobody can fill the table. */
    async noteFailure(db: Executor, address: string, user: Id, event: string): Promise<void> {
      const together = `${user} ${event} ${now().toISOString().slice(0, 13)} ${address}`
      await insert(db, user, event, { address, together })
    },
    async lately(user: Id): Promise<AccountEvent[]> {
      const { rows } = await sql<AccountEvent>`
        select at, event, detail, address, browser, times from security_events where user_id = ${user} order by at desc, id desc limit ${LATELY}`.execute(
        reads,
      )
      return rows.map((row) => ({ ...row, times: Number(row.times) }))
    },
  }
}
export type SecurityEvents = ReturnType<typeof createSecurityEvents>
