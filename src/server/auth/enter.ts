import type { Context } from 'hono'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import type { Accounts } from './accounts.ts'
import type { Devices } from './devices.ts'
import type { SessionGuard } from './guard.ts'
import type { Report } from './routes.ts'
import type { Sessions } from './sessions.ts'

/** Of what a browser calls itself, which can be any text. */
const LONGEST_AGENT = 500

interface Deps {
  database: Database
  guard: SessionGuard
  accounts: Accounts
  sessions: Sessions
  devices: Devices
  now: () => Date
  addressOf: (c: Context) => string
  /** Ends a session and closes its sockets, in all processes. */
  endSession: (hash: string) => Promise<void>
  report: Report
}

/**
 * Signs a user in at the browser of this request, after a password or a mailed link: ends the session that the request
 * came with, starts a new one, notes the time, and remembers the browser, so that others' failed attempts do not delay
 * its sign-ins. `event` is the entry in the log; `also` runs in the same transaction.
 */
export const createEnter =
  ({ database, guard, accounts, sessions, devices, now, addressOf, endSession, report }: Deps) =>
  async (c: Context, user: Id, event: string, also?: (db: Executor) => Promise<void>): Promise<void> => {
    const last = c.get('caller')?.session
    if (last) await endSession(last)
    const device = guard.deviceOf(c) ?? guard.newDevice()
    const id = await database.kysely.transaction().execute(async (db) => {
      await also?.(db)
      await devices.remember(device, user, db)
      await accounts.noteLogin(user, now().toISOString(), db)
      const user_agent = c.req.header('user-agent')?.slice(0, LONGEST_AGENT) ?? null
      return sessions.create(user, db, { user_agent, address: addressOf(c) })
    })
    guard.issueDevice(c, device)
    await guard.issue(c, id)
    report(c, event, user)
  }
export type Enter = ReturnType<typeof createEnter>
