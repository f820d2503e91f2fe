import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { CurrentUser } from '../../core/access/access.ts'
import { LINK_MINUTES } from '../../lib/one-time-links.ts'
import { SHORTEST_PASSWORD } from '../../lib/passwords.ts'
import type { Mailer } from '../mail/mailer.ts'
import { noMailer } from '../mail/no-mailer.ts'
import type { Database } from '../db/database.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/errors.ts'
import { problem, type Page } from '../http/page.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Devices } from './devices.ts'
import { INVITED, type Enter } from './enter.ts'
import type { LinkKind, Links } from './links.ts'
import type { SecurityEvents } from '../sign-in/security-events.ts'
import { newPasswordProblems } from './new-password.ts'
import type { Report } from './routes.ts'
import { createBudgets, type Budget } from '../http/budget.ts'

const RESETS: Budget = { name: 'reset', size: 10, seconds: 60 }

export interface LinkDeps {
  database: Database
  accounts: Accounts
  links: Links
  devices: Devices
  enter: Enter
  securityEvents: SecurityEvents
  /** Hashes a new password set by the user `by`. */
  hash: (password: string, by: CurrentUser) => Promise<string>
  mailer: Mailer
  appUrl: string
  companyName: string
  page: Page
  ownForms: MiddlewareHandler
  now: () => Date
  addressOf: (c: Context) => string
  endSessions: (user: number, keep: string | null) => Promise<void>
  /** Runs a task beyond the response; the server waits for it before closing. */
  background: (task: Promise<void>) => void
  report: Report
}

const letters: Record<LinkKind, (company: string, link: string) => { subject: string; text: string }> = {
  invite: (company, link) => ({
    subject: `${company} invites you to Plumbline`,
    text: `You have been invited to the projects of ${company}.\n\nOpen this link to sign in and choose a password. It works once, within 7 days:\n${link}\n`,
  }),
  reset: (company, link) => ({
    subject: `Your password at ${company}`,
    text: `Someone asked for a new password for this address.\n\nOpen this link to choose one. It works once, within ${LINK_MINUTES.reset} minutes:\n${link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n`,
  }),
}

/** Mails a user a one-time link. Resolves to the link where nobody gets the mail. @throws when it cannot be sent */
export const createLinkSender =
  ({ links, mailer, appUrl, companyName }: Pick<LinkDeps, 'links' | 'mailer' | 'appUrl' | 'companyName'>) =>
  async (user: { id: number; email: string }, kind: LinkKind): Promise<string | null> => {
    const path = kind === 'invite' ? 'invite' : 'reset-password'
    const link = `${appUrl}/${path}?token=${await links.create(user.id, kind)}`
    if (mailer !== noMailer) await mailer.send({ to: user.email, ...letters[kind](companyName, link) })
    return mailer.undelivered ? link : null
  }

const gone = ({ page }: LinkDeps) =>
  page(
    'This link is no longer valid',
    html`<p>It has been used, or its time is over. Ask for a new one.</p>
      <p><a href="/forgot-password">Forgot password</a></p>`,
  )

const passwordForm = ({ page }: LinkDeps, token: string, wrong = '') =>
  page(
    'Choose a password',
    html`${problem(wrong)}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <label
          >New password
          <input name="password" type="password" required minlength="${SHORTEST_PASSWORD}" autocomplete="new-password"
        /></label>
        <label
          >The same again <input name="password_confirmation" type="password" required autocomplete="new-password"
        /></label>
        <button>Save password</button>
      </form>`,
  )

const openAccount = async ({ accounts }: LinkDeps, id: number | null): Promise<Account | null> => {
  const account = id === null ? undefined : (await accounts.byId([id])).get(id)
  return account?.open ? account : null
}

const mailless = ({ page }: LinkDeps) =>
  page(
    'Forgot password',
    html`<p>This server sends no mail. Ask someone who manages its users for a link to choose a new password.</p>
      <p><a href="/">Back</a></p>`,
  )

async function mailResetLink(on: LinkDeps, email: unknown) {
  if (typeof email !== 'string') return
  const account = await on.accounts.byEmail(email)
  if (account?.open) await createLinkSender(on)(account.user, 'reset')
}

/** The page that asks for a mail with a link. */
function mountForgot(app: Hono, on: LinkDeps): void {
  const { page } = on
  const budgets = createBudgets(on.database, on.now)
  app.get('/forgot-password', (c) => {
    if (on.mailer.undelivered) return c.html(mailless(on))
    return c.html(
      page(
        'Forgot password',
        html`<p>We mail you a link to choose a new one.</p>
          <form method="post">
            <label>Email <input name="email" type="email" required autocomplete="username" /></label>
            <button>Send the link</button>
          </form>`,
      ),
    )
  })
  app.post('/forgot-password', async (c) => {
    if (on.mailer.undelivered) return c.html(mailless(on), 422)
    const address = on.addressOf(c)
    try {
      await budgets.take(RESETS, address)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      on.report(c, 'too many password resets asked for')
      return c.html(page('Too many attempts', html`<p>${error.message}</p>`), 429, error.headers)
    }
    on.report(c, 'password reset asked for')
    const { email } = await readBody(c)
    // The response does not wait for the mail and is always the same, so that it does not reveal who has an account.
    on.background(mailResetLink(on, email))
    return c.html(
      page(
        'Look into your mail',
        html`<p>
          If there is an account with that address, a link is on its way. It works for ${LINK_MINUTES.reset} minutes.
        </p>`,
      ),
    )
  })
}

/**
 * Signs in whoever opened a link, and opens the app. Whoever has an authenticator app signs in with it instead: a mailbox is
 * one thing, and they are asked for two.
 */
async function enterOrSend(c: Context, on: LinkDeps, account: Account, event: string, done: string) {
  const { id } = account.user
  if (!account.hasAuthenticator) {
    await on.enter(c, id, event)
    return c.redirect('/', 303)
  }
  await on.securityEvents.note(on.database.kysely, c, on.addressOf(c), id, event)
  on.report(c, event, id)
  return c.html(
    on.page(
      done,
      html`<p>Sign in as you always do. You are asked for the code of your authenticator app, too.</p>
        <p><a href="/">Sign in</a></p>`,
    ),
  )
}

/** The page that a mailed link leads to, to choose a new password. */
function mountReset(app: Hono, on: LinkDeps): void {
  const { accounts, links } = on
  app.get('/reset-password', async (c) => {
    const token = c.req.query('token') ?? ''
    return (await openAccount(on, await links.find(token, 'reset')))
      ? c.html(passwordForm(on, token))
      : c.html(gone(on), 410)
  })
  app.post('/reset-password', async (c) => {
    const { token, password, password_confirmation } = await readBody(c)
    const account = typeof token === 'string' ? await openAccount(on, await links.find(token, 'reset')) : null
    if (!account || typeof token !== 'string') return c.html(gone(on), 410)
    const about = [on.companyName, account.user.name, account.user.email]
    const [wrong] = Object.values(await newPasswordProblems(password, password_confirmation, about)).flat()
    if (wrong || typeof password !== 'string') return c.html(passwordForm(on, token, wrong), 422)
    const hash = await on.hash(password, account.user)
    const id = await links.take(token, 'reset')
    if (id === null) return c.html(gone(on), 410)
    await accounts.setPasswordHash(id, hash)
    await on.endSessions(id, null)
    await on.devices.forget(id)
    return enterOrSend(c, on, account, 'password reset', 'Your password is saved')
  })
}

/** The page that an invitation leads to. */
function mountInvite(app: Hono, on: LinkDeps): void {
  const { links, page } = on
  // GET only shows a button, so that mail programs that prefetch links do not use the link up.
  app.get('/invite', async (c) => {
    const token = c.req.query('token') ?? ''
    const account = await openAccount(on, await links.find(token, 'invite'))
    if (!account) return c.html(gone(on), 410)
    return c.html(
      page(
        `Welcome to ${on.companyName}`,
        html`<p>Signing in as ${account.user.name}.</p>
          <form method="post">
            <input type="hidden" name="token" value="${token}" />
            <button>Continue</button>
          </form>`,
      ),
    )
  })
  app.post('/invite', async (c) => {
    const { token } = await readBody(c)
    const account = typeof token === 'string' ? await openAccount(on, await links.take(token, 'invite')) : null
    if (!account) return c.html(gone(on), 410)
    const event = account.hasAuthenticator ? 'opened an invitation' : INVITED
    return enterOrSend(c, on, account, event, `Welcome back to ${on.companyName}`)
  })
}

/** Mounts the server-rendered pages behind mailed links, and the page that requests such a mail. */
export function mountLinkPages(app: Hono, deps: LinkDeps): void {
  for (const path of ['/forgot-password', '/reset-password', '/invite']) app.use(path, deps.ownForms)
  mountForgot(app, deps)
  mountReset(app, deps)
  mountInvite(app, deps)
}
