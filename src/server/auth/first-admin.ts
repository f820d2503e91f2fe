import { sql } from 'kysely'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { SHORTEST_PASSWORD } from '../../lib/passwords.ts'
import type { App } from '../app.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/errors.ts'
import { problem, type Page } from '../http/page.ts'
import { transact } from '../context/transact.ts'
import { sha256 } from './crypto.ts'
import { newPasswordProblems } from './new-password.ts'

const HOURS = 24

/**
 * Creates the path of a one-time link, valid for a day, for the first administrator of an empty database to choose a
 * name, address and password; null if there already is an administrator. A new link invalidates an older one.
 */
export async function createFirstAdminPath({ services }: App): Promise<string | null> {
  const { kysely } = services.database
  const { rows } = await sql`select 1 from users where role = 'admin' and deleted_at is null limit 1`.execute(kysely)
  if (rows.length) return null
  const token = [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const value = JSON.stringify({ hash: sha256(token), until: services.now().getTime() + HOURS * 3_600_000 })
  await sql`insert into app_settings (name, value) values ('first_admin', ${value}) on conflict (name) do update set value = excluded.value`.execute(
    kysely,
  )
  return `/setup-admin?token=${token}`
}

const form = (page: Page, token: string, wrong = '', sent: Record<string, string> = {}) =>
  page(
    'First administrator',
    html`${problem(wrong)}
      <form method="post" action="/setup-admin">
        <input type="hidden" name="token" value="${token}" />
        <label>Name <input name="name" required autocomplete="name" value="${sent.name ?? ''}" /></label>
        <label
          >Email <input name="email" type="email" required autocomplete="username" value="${sent.email ?? ''}"
        /></label>
        <label
          >Password
          <input name="password" type="password" required minlength="${SHORTEST_PASSWORD}" autocomplete="new-password"
        /></label>
        <button>Create administrator</button>
      </form>`,
  )

/** Mounts the page behind that link. */
export function mountFirstAdmin(app: Hono, { services, system, hasher, enter, page, ownForms }: App): void {
  const { database, catalog } = services
  const valid = async (token: unknown): Promise<boolean> => {
    const { rows } = await sql<{ value: string }>`select value from app_settings where name = 'first_admin'`.execute(
      database.kysely,
    )
    if (typeof token !== 'string' || !rows[0]) return false
    const { hash, until } = JSON.parse(rows[0].value) as { hash: string; until: number }
    return hash === sha256(token) && services.now().getTime() < until
  }
  const gone = () => page('This link is no longer valid', html`<p>Restart the server to get a new one, or sign in.</p>`)

  app.use('/setup-admin', ownForms)
  app.get('/setup-admin', async (c) => {
    const token = c.req.query('token') ?? ''
    return (await valid(token)) ? c.html(form(page, token)) : c.html(gone(), 410)
  })
  app.post('/setup-admin', async (c) => {
    const body = await readBody(c)
    const sent: Record<string, string> = Object.fromEntries(
      Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    const { token = '', name = '', email = '', password = '' } = sent
    if (!(await valid(token))) return c.html(gone(), 410)
    const { password: [wrong] = [] } = await newPasswordProblems(password, password, [
      services.companyName,
      name,
      email,
    ])
    if (wrong) return c.html(form(page, token, wrong, sent), 422)
    const hash = await hasher.hash(password)
    try {
      const id = await transact(services, { user: system }, async (ctx) => {
        const user = await ctx.save(catalog.entity('user'), { name, email, role: 'admin' })
        await sql`insert into credentials (user_id, password_hash) values (${user.id}, ${hash})`.execute(ctx.db)
        await sql`delete from app_settings where name = 'first_admin'`.execute(ctx.db)
        return user.id
      })
      await enter(c, id, 'first administrator created')
    } catch (error) {
      if (error instanceof Refusal) return c.html(form(page, token, error.message, sent), 422)
      throw error
    }
    return c.redirect('/setup/start', 303)
  })
}
