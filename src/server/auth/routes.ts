import type { Context, Hono } from 'hono'
import type { Id } from '../../core/access/access.ts'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { parseChannel, socketIdIn } from '../live/hub.ts'
import type { Live } from '../live/live.ts'
import type { Accounts } from './accounts.ts'
import type { SessionGuard } from './guard.ts'
import type { Hasher } from './hash-queue.ts'
import type { Sessions } from './sessions.ts'
import { createThrottle } from './throttle.ts'

/** Puts into the log what concerns who gets in, and never what anyone typed. */
export type Report = (c: Context, event: string, user?: Id | null) => void

export interface AuthDeps {
  guard: SessionGuard
  accounts: Accounts
  sessions: Sessions
  hasher: Hasher
  live: Live
  channels: ReadonlySet<string>
  now: () => Date
  addressOf: (c: Context) => string
  /** Ends a session and its sockets, on whichever process. */
  endSession: (hash: string) => Promise<void>
  report: Report
}

const WRONG = 'These credentials do not match our records.'
const CLOSED = 'Your account is not active. Contact your office.'
const TRIES_PER_ACCOUNT = 5
const TRIES_PER_ADDRESS = 100
const LONGEST_PASSWORD = 1024

/** Signing in and out, the current user, and the right to listen: spec section 7, as Laravel answers it. */
export function mountAuth(app: Hono, deps: AuthDeps): void {
  const { guard, accounts, sessions, hasher, live } = deps
  const throttle = createThrottle(deps.now)
  // Checked when there is no such account, so that the time an answer takes tells nothing. Made on first use.
  let nobody: Promise<string> | undefined

  app.get('/sanctum/csrf-cookie', async (c) => {
    const { sessionId, user } = c.get('caller')
    if (sessionId && user) await guard.issue(c, sessionId)
    else await guard.issueAnonymous(c)
    return c.body(null, 204)
  })

  app.get('/api/user', (c) => c.json(guard.userOf(c)))

  app.post('/login', async (c) => {
    const body = await readBody(c)
    const email = typeof body.email === 'string' ? body.email.trim() : ''
    const password = typeof body.password === 'string' ? body.password : ''
    const missing = {
      ...(!email && { email: ['Email is required'] }),
      ...(!password && { password: ['Password is required'] }),
    }
    if (Object.keys(missing).length) throw invalid(missing)
    const address = deps.addressOf(c)
    const byAddress = `address ${address}`
    const byAccount = `account ${email.toLowerCase().slice(0, 255)} ${address}`
    try {
      throttle.check(byAddress, TRIES_PER_ADDRESS)
      throttle.check(byAccount, TRIES_PER_ACCOUNT)
    } catch (error) {
      deps.report(c, 'too many sign-ins')
      throw error
    }
    throttle.count(byAddress)
    throttle.count(byAccount)
    const account = email.includes('\0') ? null : await accounts.byEmail(email)
    const hash = account && (await accounts.passwordHash(account.user.id))
    const fits = await hasher.verify(
      password.slice(0, LONGEST_PASSWORD),
      hash ?? (await (nobody ??= hasher.hash('nobody'))),
    )
    if (!account || !hash || !fits) {
      deps.report(c, 'sign-in refused: wrong', account?.user.id)
      throw invalid({ email: [WRONG] })
    }
    if (!account.open) {
      deps.report(c, 'sign-in refused: closed', account.user.id)
      throw invalid({ email: [CLOSED] })
    }
    throttle.clear(byAccount)
    const { session } = c.get('caller')
    if (session) await deps.endSession(session)
    await guard.issue(c, await sessions.create(account.user.id))
    deps.report(c, 'signed in', account.user.id)
    await accounts.noteLogin(account.user.id, deps.now().toISOString())
    return c.body(null, 204)
  })

  app.post('/logout', async (c) => {
    const { session } = c.get('caller')
    if (session) {
      await deps.endSession(session)
      deps.report(c, 'signed out')
    }
    await guard.issueAnonymous(c)
    return c.body(null, 204)
  })

  app.post('/broadcasting/auth', async (c) => {
    const user = guard.userOf(c)
    const { session } = c.get('caller')
    const { socket_id: sent, channel_name } = await readBody(c)
    const socket_id = socketIdIn(sent)
    if (socket_id === undefined || typeof channel_name !== 'string') throw new Refusal(403)
    const channel = parseChannel(channel_name)
    if (!channel || channel.user_id !== user.id || !deps.channels.has(channel.prefix)) throw new Refusal(403)
    if (session) live.hub.own(socket_id, { user_id: user.id, session })
    return c.json({ auth: live.authorize(socket_id, channel_name) })
  })
}
