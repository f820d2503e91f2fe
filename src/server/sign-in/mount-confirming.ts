import type { Context, Hono } from 'hono'
import { sameText } from '../auth/crypto.ts'
import { createBudgets, type Budget } from '../http/budget.ts'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { sixDigits } from './mount-mailed.ts'
import { textIn, wrongCode, type Ways, type WaysDeps } from './ways.ts'

const MINUTES = 10
const WRONG = 'The password is incorrect.'
const LONGEST_PASSWORD = 1024
const MAILS: Budget = { name: 'confirming mail', size: 5, seconds: 900 }

/** Mounts how a person who is signed in shows again that it is them, before what is dangerous. */
export function mountConfirming(app: Hono, { services, attempts, background }: WaysDeps, ways: Ways): void {
  const { accounts, addressOf, companyName, database, guard, hasher, mailer, now, passkeys } = services
  const { secondFactors, securityEvents, sessions, sign, steps } = services
  const budgets = createBudgets(database, now)
  const secretOf = (session: string, code: string) => sign(`confirming code ${session} ${code}`)

  /** Who asks, and the session that they confirm, counted as an attempt on their account. */
  async function asking(c: Context, field: string) {
    const user = guard.userOf(c)
    const { session } = c.get('caller')
    if (!session) throw new Refusal(403)
    const name = `confirming account ${user.id}`
    await attempts.count(name, field)
    return {
      user,
      session,
      async confirmed() {
        await attempts.forget(name, database.kysely)
        await sessions.confirm(session)
        return c.body(null, 201)
      },
    }
  }

  app.post('/user/confirm-password', async (c) => {
    const { user, confirmed } = await asking(c, 'password')
    const { password } = await readBody(c)
    const hash = await accounts.passwordHash(user.id)
    const sent = typeof password === 'string' ? password.slice(0, LONGEST_PASSWORD) : ''
    if (hash && (await hasher.verify(sent, hash))) return confirmed()
    await securityEvents.noteFailure(database.kysely, addressOf(c), user.id, 'wrong password')
    throw invalid({ password: [WRONG] })
  })

  app.post('/user/confirm-passkey', async (c) => {
    const { user, confirmed } = await asking(c, 'passkey')
    const found = await passkeys.verify(c.get('caller').sessionId, await readBody(c))
    if (found?.user !== user.id) throw invalid({ passkey: ['This is not a passkey of yours.'] })
    return confirmed()
  })

  // For whoever has neither a password nor a passkey nor an app: they signed in by mail.
  app.post('/user/confirm-code/send', async (c) => {
    const { id, email } = guard.userOf(c)
    const { session } = c.get('caller')
    if (!session || mailer.undelivered) throw new Refusal(403)
    await budgets.take(MAILS, id)
    const code = sixDigits()
    await steps.begin('confirming', session, { user: id, secret: secretOf(session, code), minutes: MINUTES })
    const text = `Enter this code where you were asked for it: ${code}\n\nIt works once, within ${MINUTES} minutes. If it was not you who asked, sign out everywhere in My account.\n`
    background(mailer.send({ to: email, subject: `${code} is your code for ${companyName}`, text }))
    return c.body(null, 204)
  })

  app.post('/user/confirm-code', async (c) => {
    const { user, session, confirmed } = await asking(c, 'code')
    const code = textIn((await readBody(c)).code)
    if (await secondFactors.takeCode(user.id, code)) return confirmed()
    const step = await steps.tried('confirming', session)
    if (!step || !sameText(step.secret, secretOf(session, code))) return ways.refuse(c, user.id)
    if (!(await steps.take('confirming', session))) throw wrongCode()
    return confirmed()
  })
}
