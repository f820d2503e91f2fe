import type { Context, Hono } from 'hono'
import type { Id } from '../../core/access/access.ts'
import type { Environment } from '../environment.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/errors.ts'
import { parseChannel, socketIdIn } from '../live/hub.ts'
import { MOST_CHANNELS } from '../live/protocol.ts'
import type { Live } from '../live/live.ts'
import { cutDown } from './bearers.ts'
import type { SessionGuard } from './guard.ts'

/** Logs a security event, never including anything a user typed. */
export type Report = (c: Context, event: string, user?: Id | null) => void

/** Where a request comes from, as far as it is known, and the log of what concerns security. */
export function reporting({ addressOf = () => 'here', log }: Pick<Environment, 'addressOf' | 'log'>) {
  const report: Report = (c, event, user = c.get('caller')?.user?.id ?? null) =>
    log?.security?.({ event, user, address: addressOf(c), request: c.get('requestId') })
  return { addressOf, report }
}

export interface AuthDeps {
  guard: SessionGuard
  live: Live
  channels: ReadonlySet<string>
  /** Ends a session and closes its sockets, in all processes. */
  endSession: (hash: string) => Promise<void>
  report: Report
}

/** Mounts sign-out, the current user, and channel authorization: rule laravel-wire, with Laravel's responses. */
export function mountAuth(app: Hono, deps: AuthDeps): void {
  const { guard, live } = deps

  app.get('/sanctum/csrf-cookie', async (c) => {
    const { sessionId, user } = c.get('caller')
    if (sessionId && user) await guard.issue(c, sessionId)
    else await guard.issueAnonymous(c)
    return c.body(null, 204)
  })

  app.get('/api/user', (c) => {
    const { token, ...user } = guard.userOf(c)
    return c.json(token ? { ...user, permissions: cutDown(token.owner, token.abilities, true).permissions } : user)
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
    const { socket_id: sent, channel_name, channel_names } = await readBody(c)
    const socket_id = socketIdIn(sent)
    if (socket_id === undefined) throw new Refusal(403)
    const mayJoin = (name: unknown): name is string => {
      const channel = typeof name === 'string' ? parseChannel(name) : null
      return channel !== null && channel.user_id === user.id && deps.channels.has(channel.prefix)
    }
    const own = () => session && live.hub.own(socket_id, { user_id: user.id, session })
    if (Array.isArray(channel_names)) {
      // Refused channels are left out, so that one of them does not keep a client from the others.
      const allowed = channel_names.slice(0, MOST_CHANNELS).filter(mayJoin)
      own()
      return c.json({
        channels: Object.fromEntries(allowed.map((name) => [name, { auth: live.authorize(socket_id, name) }])),
      })
    }
    if (!mayJoin(channel_name)) throw new Refusal(403)
    own()
    return c.json({ auth: live.authorize(socket_id, channel_name) })
  })
}
