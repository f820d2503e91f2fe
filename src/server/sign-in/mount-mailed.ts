import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { exactAddress, type Account } from '../auth/accounts.ts'
import { sameText, sha256 } from '../auth/crypto.ts'
import { createBudgets, type Budget } from '../http/budget.ts'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { problem } from '../http/page.ts'
import { enqueue } from '../jobs/jobs.ts'
import { textIn, wrongCode, type Ways, type WaysDeps } from './ways.ts'

/** How long a link and its code work, in minutes. */
const MINUTES = 10
/** Mails that may be asked for from one network address, and to one address. */
const FROM: Budget = { name: 'sign-in link', size: 10, seconds: 60 }
const TO: Budget = { name: 'sign-in link to', size: 5, seconds: 900 }
const DIGITS = 6

/** Whom a request names: by email, or by phone as descriptions store it. @throws Refusal 422 */
function whomIn(body: Readonly<Record<string, unknown>>): { email: string } | { phone: string } {
  const [email, phone] = [exactAddress(textIn(body.email)), textIn(body.phone).replaceAll(/\D/g, '')]
  if (email) return { email }
  if (!phone) throw invalid({ email: ['Email is required'] })
  return { phone: phone.length === 10 ? `1${phone}` : phone }
}
const nameOf = (whom: ReturnType<typeof whomIn>) => ('email' in whom ? whom.email : `phone ${whom.phone}`)

/** A code that people copy from one device to another. */
export const sixDigits = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 10 ** DIGITS).padStart(DIGITS, '0')

/** Mounts signing in by a link or a code, by mail or text message (rule sign-in-ways). */
export function mountMailed(app: Hono, deps: WaysDeps, ways: Ways): void {
  const { services, background, countAttempt, page, attempts, enter } = deps
  const { accounts, addressOf, appUrl, companyName, database, guard, mailer, now, random, report, sign, steps } =
    services
  const budgets = createBudgets(database, now)
  const secretOf = (device: string, code: string) => sign(`sign-in code ${device} ${code}`)
  const find = (whom: ReturnType<typeof whomIn>) =>
    'email' in whom ? accounts.byEmail(whom.email) : accounts.byPhone(whom.phone)

  async function send(whom: ReturnType<typeof whomIn>, device: string): Promise<void> {
    const account = await find(whom)
    if (!account?.open) return
    const [token, code] = [random(32), sixDigits()]
    const { id: user, email } = account.user
    const secret = secretOf(device, code)
    await steps.begin('mailed', token, { user, secret, code: `${device} ${nameOf(whom)}`, minutes: MINUTES })
    const link = `${appUrl}/sign-in?token=${token}`
    if ('phone' in whom) {
      const body = `${code} is your code for ${companyName}, for ${MINUTES} minutes. Or open ${link}`
      const job = { kind: 'notification-text', lane: 'mail', payload: { to: `+${whom.phone}`, body } } as const
      await enqueue(database.kysely, now().toISOString(), [job])
      services.wakeWorker()
      return
    }
    await mailer.send({
      to: email,
      subject: `${code} is your code for ${companyName}`,
      text: `Open this link to sign in:\n${link}\n\nOr enter this code where you asked for it: ${code}\n\nEither works once, within ${MINUTES} minutes. If it was not you who asked, there is nothing to do: nobody gets in without this mail.\n`,
    })
  }

  app.post('/login/link', async (c) => {
    const whom = whomIn(await readBody(c))
    if ('phone' in whom ? services.sms === undefined : mailer.undelivered) throw new Refusal(404)
    await budgets.take(FROM, addressOf(c), 'email')
    await budgets.take(TO, sha256(nameOf(whom)), 'email')
    const device = guard.deviceOf(c) ?? guard.newDevice()
    guard.issueDevice(c, device)
    report(c, 'sign-in link asked for')
    // The answer does not wait, and is always the same, so that it does not tell who has an account.
    background(send(whom, device))
    return c.body(null, 204)
  })

  app.post('/login/code', async (c) => {
    const body = await readBody(c)
    const whom = whomIn(body)
    const counted = await countAttempt(c, nameOf(whom), await find(whom), 'code')
    const device = guard.deviceOf(c) ?? ''
    const key = `${device} ${nameOf(whom)}`
    const step = await steps.tried('mailed code', key)
    if (!step?.user_id) throw wrongCode()
    if (!sameText(step.secret, secretOf(device, textIn(body.code)))) return ways.refuse(c, step.user_id)
    const account = await ways.openAccount(step.user_id)
    if (!(await steps.take('mailed code', key))) throw wrongCode()
    await attempts.forget(counted, database.kysely)
    return ways.enterOrAsk(c, account, 'signed in by a code')
  })

  const gone = (c: Context) =>
    c.html(
      page('This link is no longer valid', html`<p>It has been used, or its time is over. Ask for a new one.</p>`),
      410,
    )
  const form = (token: string, { user, hasAuthenticator }: Account, wrong = '') =>
    page(
      `Sign in to ${companyName}`,
      html`${problem(wrong)}
        <p>Signing in as ${user.name}.</p>
        <form method="post">
          <input type="hidden" name="token" value="${token}" />
          ${
            hasAuthenticator &&
            html`<label
              >Code of your authenticator app, or a recovery code
              <input name="code" required autocomplete="one-time-code"
            /></label>`
          }
          <button>Sign in</button>
        </form>`,
    )
  const accountOf = async (user: number | null | undefined) => {
    const account = user ? (await accounts.byId([user])).get(user) : undefined
    return account?.open ? account : null
  }
  app.use('/sign-in', deps.ownForms)
  // GET only shows a button, so that mail programs that prefetch links do not use the link up.
  app.get('/sign-in', async (c) => {
    const token = c.req.query('token') ?? ''
    const account = await accountOf((await steps.find('mailed', token))?.user_id)
    return account ? c.html(form(token, account)) : gone(c)
  })
  app.post('/sign-in', async (c) => {
    const { token, code } = await readBody(c)
    const key = textIn(token)
    const account = await accountOf((await steps.find('mailed', key))?.user_id)
    if (!account) return gone(c)
    if (account.hasAuthenticator) {
      if (!(await steps.tried('mailed', key))) return gone(c)
      const sent = textIn(code)
      try {
        await ways.demandSecondFactor(c, account.user.id, /^[\d\s]+$/.test(sent) ? { code } : { recovery_code: code })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return c.html(form(key, account, error.message), error.status === 429 ? 429 : 422)
      }
    }
    if (!(await steps.take('mailed', key))) return gone(c)
    await enter(c, account.user.id, 'signed in by a link')
    return c.redirect('/', 303)
  })
}
