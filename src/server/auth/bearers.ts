import type { Context, Next } from 'hono'
import type { CurrentUser } from '../../core/access/access.ts'
import { reaches } from '../../lib/abilities.ts'
import type { Budget, createBudgets } from '../http/budget.ts'
import { Refusal } from '../http/errors.ts'
import { TOKEN_REQUESTS, type TokenLimits } from '../http/token-limits.ts'
import type { Accounts } from './accounts.ts'
import type { Report } from './routes.ts'
import { READ_ONLY, type Tokens } from './tokens.ts'

/** Wrong tokens a minute from one address; more are not looked up. */
const WRONG: Budget = { name: 'wrong token', size: 100, seconds: 60 }
export const BY_HAND = 'A token may not do that: it is for who is signed in.'
/** What signs people in, or hands out and ends what does, and what only a browser has use for. */
const byHand =
  /^\/(?:login|logout|two-factor-challenge|passkeys\/|user\/|sanctum\/|broadcasting\/|api\/(?:access_tokens|calendar_feeds|webhooks|webhook_deliveries|push_devices|held_changes|users\/devices)(?:\/|$))/
/** Who people are and what they may; tokens read it. */
const people = /^\/api\/users(?:\/|$)/
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The token that a request came with; undefined for one that relies on its cookies. */
export const bearerIn = (c: Context): string | undefined =>
  /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]

/**
 * A person as their token acts for them. Where nothing is changed, an area that it may read is as the person has it, since
 * what one sees may depend on what one may do; where something is, that area is to look at alone.
 */
export function cutDown(owner: CurrentUser, abilities: readonly string[], isChanging: boolean): CurrentUser {
  const held = Object.entries(owner.permissions).map(([area, verbs]) => {
    if (reaches(abilities, area, isChanging ? 'write' : 'read')) return [area, verbs]
    const views = reaches(abilities, area, 'read')
    return [
      area,
      Object.fromEntries(Object.entries(verbs).map(([verb, may]) => [verb, may && views && verb === 'view'])),
    ]
  })
  return { ...owner, permissions: Object.fromEntries(held), token: { abilities, owner } }
}

export interface BearerDeps {
  accounts: Accounts
  tokens: Tokens
  limits: TokenLimits
  budgets: ReturnType<typeof createBudgets>
  addressOf: (c: Context) => string
  report: Report
}

/** Answers requests that come with an access token instead of a session (rule access-token). */
export function createBearers({ accounts, tokens, limits, budgets, addressOf, report }: BearerDeps) {
  /** Alike for all that is wrong with a token. */
  async function refuse(c: Context): Promise<never> {
    report(c, 'token refused', null)
    await budgets.take(WRONG, addressOf(c))
    throw new Refusal(401)
  }

  return {
    async serve(c: Context, text: string, next: Next): Promise<void> {
      const isChanging = !safe.has(c.req.method)
      c.set('caller', { sessionId: undefined, session: null, user: null })
      const token = await tokens.find(text)
      const account = token && (await accounts.byId([token.user_id])).get(token.user_id)
      if (!token || !account?.holdsTokens) return refuse(c)
      const { abilities } = token
      const headers = {
        'X-RateLimit-Limit': String(TOKEN_REQUESTS.size),
        'X-RateLimit-Remaining': String(limits.take(token.id)),
      }
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      if (byHand.test(c.req.path) || (isChanging && people.test(c.req.path))) throw new Refusal(403, BY_HAND)
      if (isChanging && !abilities.some((ability) => ability.endsWith('write'))) throw new Refusal(403, READ_ONLY)
      c.set('caller', { sessionId: undefined, session: null, user: cutDown(account.user, abilities, isChanging) })
      await next()
      // An answer that brings headers of its own has lost those from before.
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
    },
  }
}
export type Bearers = ReturnType<typeof createBearers>
