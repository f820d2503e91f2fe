import type { Context, Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { readBody } from '../http/body.ts'
import type { Id } from '../../core/access/access.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { exactAddress, type Account, type Accounts } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import { sha256 } from './crypto.ts'
import type { Devices } from './devices.ts'
import { CLOSED, type Ways } from '../sign-in/ways.ts'
import type { SecurityEvents } from '../sign-in/security-events.ts'
import type { SessionGuard } from './guard.ts'
import type { Hasher } from './hash-queue.ts'
import type { Report } from './routes.ts'
import { createBudgets, type Budget } from '../http/budget.ts'

export interface SignInDeps {
  database: Database
  guard: SessionGuard
  accounts: Accounts
  attempts: Attempts
  devices: Devices
  hasher: Hasher
  now: () => Date
  addressOf: (c: Context) => string
  report: Report
  securityEvents: SecurityEvents
}

const WRONG = 'These credentials do not match our records.'
/** Attempts per minute from one address, over all accounts. */
const ATTEMPTS: Budget = { name: 'sign-in', size: 100, seconds: 60 }
const LONGEST_PASSWORD = 1024

/**
 * Counts the attempt against the account, however its address was typed and wherever the request came from. An address
 * without an account is counted in the same way, so that the two cannot be told apart. Resolves to the name it was counted
 * under; `field` is where a refusal is shown.
 */
export function createCountAttempt({ guard, attempts, devices, database, now, addressOf, report }: SignInDeps) {
  const budgets = createBudgets(database, now)
  return async (c: Context, email: string, account: Account | null, field = 'email'): Promise<string> => {
    const device = guard.deviceOf(c)
    const id = account?.user.id
    const known = device !== undefined && id !== undefined && (await devices.knows(device, id))
    const whose = id === undefined ? `address ${sha256(exactAddress(email))}` : `account ${id}`
    const kind = field === 'email' ? '' : `${field} of `
    const name = `${kind}${known ? `device ${sha256(device)} ${whose}` : whose}`
    try {
      if (!known) await budgets.take(ATTEMPTS, addressOf(c), field)
      await attempts.count(name, field)
    } catch (error) {
      report(c, 'too many sign-ins', id)
      throw error
    }
    return name
  }
}
export type CountAttempt = ReturnType<typeof createCountAttempt>

/**
 * Mounts POST /login with Laravel's responses: 204, 422 for the field, or 429 with the time to wait; 200 where a code of an
 * authenticator app is asked for, as Fortify has it.
 */
export function mountSignIn(
  app: Hono,
  deps: SignInDeps & { enterOrAsk: Ways['enterOrAsk']; countAttempt: CountAttempt },
): void {
  const { accounts, attempts, hasher, database, securityEvents, countAttempt } = deps
  // Verified when there is no such account, so that response times do not reveal that. Created on first use.
  let stranger: string | undefined

  /** Hashes a password anew whose hash was made at another cost. Where too many wait for that, the next sign-in does it. */
  async function renew(id: Id, password: string, hash: string): Promise<void> {
    if (!hasher.isOutdated?.(hash)) return
    try {
      await accounts.replaceHash(id, hash, await hasher.hash(password))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  app.post('/login', async (c) => {
    const body = await readBody(c)
    const email = typeof body.email === 'string' ? body.email.trim() : ''
    const password = typeof body.password === 'string' ? body.password : ''
    const missing = {
      ...(!email && { email: ['Email is required'] }),
      ...(!password && { password: ['Password is required'] }),
    }
    if (Object.keys(missing).length) throw invalid(missing)
    const account = await accounts.byEmail(email)
    const counted = await countAttempt(c, email, account)
    const hash = account && (await accounts.passwordHash(account.user.id))
    const tried = password.slice(0, LONGEST_PASSWORD)
    const fits = await hasher.verify(tried, hash ?? (stranger ??= await hasher.hash('nobody')))
    if (!account || !hash || !fits) {
      deps.report(c, 'sign-in refused: wrong', account?.user.id)
      // Written for nobody, too, since an answer that takes longer would tell who has an account.
      await securityEvents.noteFailure(database.kysely, deps.addressOf(c), account?.user.id ?? null, 'wrong password')
      throw invalid({ email: [WRONG] })
    }
    if (!account.open) {
      deps.report(c, 'sign-in refused: closed', account.user.id)
      throw invalid({ email: [CLOSED] })
    }
    await attempts.forget(counted, database.kysely)
    await renew(account.user.id, tried, hash)
    return deps.enterOrAsk(c, account, 'signed in')
  })
}
