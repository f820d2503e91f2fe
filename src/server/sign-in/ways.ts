import type { Context, MiddlewareHandler } from 'hono'
import type { CurrentUser } from '../../core/access/access.ts'
import type { Account } from '../auth/accounts.ts'
import type { Attempts } from '../auth/attempts.ts'
import type { Enter } from '../auth/enter.ts'
import type { CountAttempt } from '../auth/sign-in.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { Page } from '../http/page.ts'
import type { AllServices } from '../services.ts'
import { createBudgets, type Budget } from '../http/budget.ts'

export const CLOSED = 'Your account is not active. Contact your office.'
const CODE = 'This code is not right, or its time is over.'
/** How long somebody who gave a password or opened a link has for the code of the app. */
const CHALLENGE_MINUTES = 10
/** Tries per minute from one address, over all accounts. */
const TRIES: Budget = { name: 'sign-in way', size: 100, seconds: 60 }

/** What the routes of all ways to sign in use. */
export interface WaysDeps {
  services: AllServices
  enter: Enter
  attempts: Attempts
  countAttempt: CountAttempt
  page: Page
  ownForms: MiddlewareHandler
  /** Runs a task beyond the response; the server waits for it before closing. */
  background: (task: Promise<void>) => void
}

export const wrongCode = (field = 'code'): Refusal => invalid({ [field]: [CODE] })
export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What several ways have in common: the code of the app as the second step, and sessions that were confirmed lately. */
export function createWays({ services, enter, attempts }: WaysDeps) {
  const { accounts, addressOf, database, guard, report, secondFactors, securityEvents, sessions, steps } = services
  const { kysely } = database
  const budgets = createBudgets(database, services.now)

  async function openAccount(id: number | null): Promise<Account> {
    const account = id === null ? undefined : (await accounts.byId([id])).get(id)
    if (!account?.open) throw invalid({ email: [CLOSED] })
    return account
  }
  async function refuse(c: Context, user: number, field?: string): Promise<never> {
    report(c, 'sign-in refused: wrong code', user)
    await securityEvents.noteFailure(kysely, addressOf(c), user, 'wrong code')
    throw wrongCode(field)
  }
  /** Checks what somebody answers when asked for the app, counted against the account wherever it comes from. */
  async function demandSecondFactor(c: Context, user: number, sent: Readonly<Record<string, unknown>>): Promise<void> {
    const name = `second factor of account ${user}`
    const [code, recovery] = [textIn(sent.code), textIn(sent.recovery_code)]
    await attempts.count(name, recovery ? 'recovery_code' : 'code')
    const fits = recovery
      ? await secondFactors.takeRecoveryCode(user, recovery)
      : await secondFactors.takeCode(user, code)
    if (!fits) return refuse(c, user, recovery ? 'recovery_code' : 'code')
    await attempts.forget(name, kysely)
    if (recovery) await securityEvents.note(kysely, c, addressOf(c), user, 'used a recovery code')
  }
  return {
    openAccount,
    refuse,
    demandSecondFactor,
    takeTry: (c: Context) => budgets.take(TRIES, addressOf(c)),
    /** Signs in whoever has passed one way, or asks for the code of their app first. */
    async enterOrAsk(c: Context, account: Account, event: string): Promise<Response> {
      const { id } = account.user
      if (!account.hasAuthenticator) {
        await enter(c, id, event)
        return c.body(null, 204)
      }
      // Under a new id, so that whoever planted the last one cannot go on from here.
      const session = await guard.issueAnonymous(c)
      await steps.begin('two factor', session, { user: id, secret: event, minutes: CHALLENGE_MINUTES })
      return c.json({ two_factor: true })
    },
    /** Who asks. @throws Refusal 423 where they have not shown lately who they are */
    async confirmed(c: Context): Promise<CurrentUser> {
      const { session } = c.get('caller')
      const user = guard.userOf(c)
      if (!session || !(await sessions.isConfirmed(session))) throw new Refusal(423)
      return user
    },
  }
}
export type Ways = ReturnType<typeof createWays>
