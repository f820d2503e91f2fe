import type { Context } from 'hono'
import type { Id } from '../../core/access/access.ts'
import type { Database, Executor } from '../db/database.ts'
import type { BackupTime } from '../jobs/daily.ts'
import { enqueue } from '../jobs/jobs.ts'
import { newDeviceMail } from '../sign-in/new-device.ts'
import type { SecurityEvents } from '../sign-in/security-events.ts'
import type { Accounts } from './accounts.ts'
import type { Devices } from './devices.ts'
import type { SessionGuard } from './guard.ts'
import type { Report } from './routes.ts'
import type { Sessions } from './sessions.ts'

/** Of what a browser calls itself, which can be any text. */
const LONGEST_AGENT = 500
export const INVITED = 'signed in by invitation'

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
  securityEvents: SecurityEvents
  appUrl: string
  companyName: string
  /** The company's time zone. */
  backupTime: () => Promise<BackupTime>
  /** Whether mail is configured on this server. */
  mails: boolean
  wakeWorker: () => void
}

/**
 * Signs a user in at the browser of this request, after a password or a mailed link: ends the session that the request
 * came with, starts a new one, notes the time, and remembers the browser, so that others' failed attempts do not delay
 * its sign-ins. A browser that the account has not used is told its owner by mail, but for the first one of all. `event` is the entry in the log; `also` runs in the same transaction.
 */
export const createEnter =
  (deps: Deps) =>
  async (c: Context, user: Id, event: string, also?: (db: Executor) => Promise<void>): Promise<void> => {
    const { database, guard, accounts, sessions, devices, now, addressOf, securityEvents } = deps
    const last = c.get('caller')?.session
    if (last) await deps.endSession(last)
    const device = guard.deviceOf(c) ?? guard.newDevice()
    const { email = '' } = (await accounts.byId([user])).get(user)?.user ?? {}
    const { zone } = await deps.backupTime()
    const [at, address, agent] = [now(), addressOf(c), c.req.header('user-agent')?.slice(0, LONGEST_AGENT)]
    const isSignIn = event.startsWith('signed in') && event !== INVITED
    const isNew = isSignIn && !(await devices.knows(device, user))
    let isTold = false
    const id = await database.kysely.transaction().execute(async (db) => {
      await also?.(db)
      await devices.remember(device, user, db)
      const { before } = await accounts.noteLogin(user, at.toISOString(), db)
      await securityEvents.note(db, c, address, user, event)
      isTold = isNew && before !== null && email !== '' && deps.mails
      if (isTold) {
        const payload = newDeviceMail({ email, at, agent, address }, { ...deps, zone })
        await enqueue(db, at.toISOString(), [{ kind: 'mail', lane: 'mail', payload }])
      }
      return sessions.create(user, db, { user_agent: agent ?? null, address })
    })
    guard.issueDevice(c, device)
    await guard.issue(c, id)
    if (isTold) deps.wakeWorker()
    deps.report(c, event, user)
  }
export type Enter = ReturnType<typeof createEnter>
