import type { Context, Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { readBody } from '../http/body.ts'
import { invalid } from '../http/errors.ts'
import { exactAddress, type Account, type Accounts } from './accounts.ts'
import type { Attempts } from './attempts.ts'
import { sha256 } from './crypto.ts'
import type { Devices } from './devices.ts'
import type { Enter } from './enter.ts'
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
  enter: Enter
  report: Report
}

const WRONG = 'These credentials do not match our records.'
const CLOSED = 'Your account is not active. Contact your office.'
/** Attempts per minute from one address, over all accounts. */
const ATTEMPTS: Budget = { name: 'sign-in', size: 100, seconds: 60 }
const LONGEST_PASSWORD = 1024

/** Mounts POST /login with Laravel's responses: 204, 422 for the field, or 429 with the time to wait. */
export function mountSignIn(app: Hono, deps: SignInDeps): void {
  const { guard, accounts, attempts, devices, hasher } = deps
  const budgets = createBudgets(deps.database, deps.now)
  // Verified when there is no such account, so that response times do not reveal that. Created on first use.
  let stranger: string | undefined

  /**
   * Counts the attempt against the account, however its address was typed and wherever the request came from. An
   * address without an account is counted in the same way, so that the two cannot be told apart.
   */
  async function countAttempt(c: Context, email: string, account: Account | null): Promise<string> {
    const device = guard.deviceOf(c)
    const id = account?.user.id
    const known = device !== undefined && id !== undefined && (await devices.knows(device, id))
    const whose = id === undefined ? `address ${sha256(exactAddress(email))}` : `account ${id}`
    const name = known ? `device ${sha256(device)} ${whose}` : whose
    try {
      if (!known) await budgets.take(ATTEMPTS, deps.addressOf(c), 'email')
      await attempts.count(name)
    } catch (error) {
      deps.report(c, 'too many sign-ins', id)
      throw error
    }
    return name
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
    const fits = await hasher.verify(
      password.slice(0, LONGEST_PASSWORD),
      hash ?? (stranger ??= await hasher.hash('nobody')),
    )
    if (!account || !hash || !fits) {
      deps.report(c, 'sign-in refused: wrong', account?.user.id)
      throw invalid({ email: [WRONG] })
    }
    if (!account.open) {
      deps.report(c, 'sign-in refused: closed', account.user.id)
      throw invalid({ email: [CLOSED] })
    }
    await deps.enter(c, account.user.id, 'signed in', (db) => attempts.forget(counted, db))
    return c.body(null, 204)
  })
}
