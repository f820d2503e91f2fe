import { sql } from 'kysely'
import type { Context } from 'hono'
import type { Id } from '../../core/access/access.ts'
import { browserName } from '../../lib/browser-name.ts'
import type { Database, Executor } from '../db/database.ts'

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
  /** How often it happened within the hour; more than once only for what anybody can repeat. */
  readonly times: number
}

interface Noted extends Partial<Omit<AccountEvent, 'at' | 'times' | 'event'>> {
  /** Names what is one row within an hour, so that nobody can fill the table. */
  readonly together?: string
}

/** Kinds by how events begin. What begins otherwise changes how somebody signs in. */
const kinds = [
  [/^(signed in|password reset|opened an invitation|used a recovery code)/, 'sign_in'],
  [/^wrong /, 'refused'],
  [/^(rights|account) /, 'rights'],
  [/^(exported|share link)/, 'export'],
] as const
export const kindOf = (event: string): string => kinds.find(([begins]) => begins.test(event))?.[1] ?? 'way_to_sign_in'

/** Keeps what happens to accounts, for their owners and for administrators (rule security-events). */
export function createSecurityEvents({ reads }: Database, now: () => Date) {
  async function insert(
    db: Executor,
    user: Id | null,
    event: string,
    { together, detail, address, browser }: Noted = {},
  ): Promise<void> {
    const at = now().toISOString()
    const hour = together === undefined ? null : `${user ?? 0} ${event} ${at.slice(0, 13)} ${together}`
    if (hour !== null) {
      const { rows } = await sql`
        update security_events set times = times + 1, at = ${at}, updated_at = ${at} where together = ${hour} returning id`.execute(
        db,
      )
      if (rows.length) return
    }
    await sql`
      insert into security_events (user_id, at, kind, event, detail, address, browser, times, together, created_at, updated_at)
      values (${user}, ${at}, ${kindOf(event)}, ${event}, ${detail?.slice(0, LONGEST_DETAIL) ?? null}, ${address ?? null}, ${browser ?? null}, 1, ${hour}, ${at}, ${at})`.execute(
      db,
    )
  }
  const browserOf = (c: Context) => {
    const agent = c.req.header('user-agent')
    return agent === undefined ? null : browserName(agent)
  }
  return {
    /** Where a request of a browser comes from, as it is noted. */
    note: (db: Executor, c: Context, address: string, user: Id, event: string, detail?: string): Promise<void> =>
      insert(db, user, event, { address, browser: browserOf(c), ...(detail !== undefined && { detail }) }),
    /** What a change of records did, whose session says where it was made. */
    noteChange: (db: Executor, user: Id, event: string, detail?: string): Promise<void> =>
      insert(db, user, event, detail === undefined ? {} : { detail }),
    /** Failures of an hour from one address are one row. */
    noteFailure: (db: Executor, address: string, user: Id | null, event: string): Promise<void> =>
      insert(db, user, event, { address, together: address }),
    /** A file that somebody took out of the company; the same one within an hour is one row. */
    noteExport: (db: Executor, c: Context, address: string, user: Id, file: string): Promise<void> =>
      insert(db, user, 'exported', { address, browser: browserOf(c), detail: file, together: `${address} ${file}` }),
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
