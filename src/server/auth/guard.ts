import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { CurrentUser } from '../../core/access/access.ts'
import { Refusal } from '../http/errors.ts'
import type { Account, Accounts } from './accounts.ts'
import { bearerIn, type Bearers } from './bearers.ts'
import { sameText } from './crypto.ts'
import { DEVICE_DAYS } from './devices.ts'
import { SHARE_DAYS } from './shares.ts'
import { SESSION_DAYS, type Sessions } from './sessions.ts'

const SESSION_COOKIE = 'plumbline_session'
const DEVICE_COOKIE = 'plumbline_device'
const SHARE_COOKIE = 'plumbline_share'
export const TOKEN_COOKIE = 'XSRF-TOKEN'

/** The session a request came with, and its user. */
export interface Caller {
  readonly sessionId: string | undefined
  readonly session: string | null
  readonly user: CurrentUser | null
}

export interface GuardDeps {
  accounts: Accounts
  sessions: Sessions
  bearers: Bearers
  sign: (text: string) => string
  random: (bytes: number) => string
  /** Whether the company asks this account for a passkey or an authenticator app, and it has neither. */
  mustAdd: (account: Account) => Promise<boolean>
  cookies: { secure: boolean; domain?: string | undefined }
}

declare module 'hono' {
  interface ContextVariableMap {
    caller: Caller
    requestId: string
  }
}

const MUST_ADD = 'Your company asks for a passkey or an authenticator app. Add one first.'
/** What is answered meanwhile: who one is, adding one, and the way out. */
const whileAdding = /^\/(?:api\/user$|logout$|login|two-factor-challenge$|passkeys\/|user\/|sanctum\/)/
const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
// Laravel requires no token there either: the response is only useful to the socket that it names.
const withoutToken = new Set(['/broadcasting/auth'])

/**
 * Sessions and CSRF tokens in the manner of Sanctum: the session is in an HttpOnly cookie, and its token in a readable
 * one that must be sent back in a header with every unsafe request.
 */
export function createGuard({ accounts, sessions, bearers, sign, random, mustAdd, cookies }: GuardDeps) {
  const tokenOf = (sessionId: string) => sign(`xsrf:${sessionId}`)
  // With TLS, the cookie name prefix stops insecure pages and other hosts from setting a session. The token cookie's
  // name is part of the API, so it has no prefix.
  const prefix = cookies.secure ? (cookies.domain ? 'secure' : 'host') : undefined
  const options = {
    path: '/',
    sameSite: 'Lax',
    secure: cookies.secure,
    maxAge: SESSION_DAYS * 86_400,
    ...(cookies.domain && { domain: cookies.domain }),
  } as const

  /** Sends the browser a session id and its CSRF token. */
  async function issue(c: Context, sessionId: string) {
    setCookie(c, SESSION_COOKIE, sessionId, { ...options, httpOnly: true, ...(prefix && { prefix }) })
    setCookie(c, TOKEN_COOKIE, tokenOf(sessionId), options)
  }

  const issueLasting = (c: Context, name: string, id: string, days: number) =>
    setCookie(c, name, id, { ...options, maxAge: days * 86_400, httpOnly: true, ...(prefix && { prefix }) })

  const read = (c: Context, name: string) => (prefix ? getCookie(c, name, prefix) : getCookie(c, name))

  async function callerOf(c: Context): Promise<Caller> {
    const sessionId = read(c, SESSION_COOKIE)
    const session = sessionId ? await sessions.find(sessionId) : null
    if (!sessionId || !session) return { sessionId, session: null, user: null }
    const account = (await accounts.byId([session.user_id])).get(session.user_id)
    if (account?.open) {
      if (session.renewed) await issue(c, sessionId)
      const user = (await mustAdd(account)) ? { ...account.user, must_add: true } : account.user
      return { sessionId, session: session.hash, user }
    }
    await sessions.end(session.hash)
    return { sessionId, session: null, user: null }
  }

  /** Who asks by a share link, by the surroundings of a request that this process made of theirs: no browser can send one. */
  const lent = new WeakMap<object, CurrentUser>()

  const middleware: MiddlewareHandler = async (c, next) => {
    const recipient = lent.get(c.env)
    if (recipient) {
      c.set('caller', { sessionId: undefined, session: null, user: recipient })
      return next()
    }
    const bearer = bearerIn(c)
    if (bearer !== undefined) return bearers.serve(c, bearer, next)
    const caller = await callerOf(c)
    c.set('caller', caller)
    if (unsafe.has(c.req.method) && !withoutToken.has(c.req.path)) {
      const sent = c.req.header('x-xsrf-token') ?? c.req.header('x-csrf-token') ?? ''
      if (!caller.sessionId || !sameText(sent, tokenOf(caller.sessionId))) throw new Refusal(419)
    }
    if (caller.user?.must_add && !whileAdding.test(c.req.path)) throw new Refusal(403, MUST_ADD)
    await next()
  }

  return {
    middleware,
    issue,
    /** Issues a session without a user, for the CSRF token that signing in requires, and answers its id. */
    async issueAnonymous(c: Context): Promise<string> {
      const id = random(32)
      await issue(c, id)
      return id
    },
    /** The id of a browser, which outlives its sessions; undefined if nobody has signed in with it. */
    deviceOf: (c: Context) => read(c, DEVICE_COOKIE),
    newDevice: () => random(32),
    issueDevice: (c: Context, id: string) => issueLasting(c, DEVICE_COOKIE, id, DEVICE_DAYS),
    /** The id of a browser that share links were opened in, which says nothing of who is signed in. */
    shareIdOf: (c: Context) => read(c, SHARE_COOKIE),
    issueShareId: (c: Context, id: string) => issueLasting(c, SHARE_COOKIE, id, SHARE_DAYS),
    /** Answers a request of a share link's recipient as any other, with only what the link grants. */
    lend(c: Context, recipient: CurrentUser): object {
      const surroundings = { ...c.env }
      lent.set(surroundings, recipient)
      return surroundings
    },
    /** @throws Refusal 401 when nobody is signed in */
    userOf(c: Context): CurrentUser {
      const { user } = c.get('caller')
      if (!user) throw new Refusal(401)
      return user
    },
  }
}
export type SessionGuard = ReturnType<typeof createGuard>
