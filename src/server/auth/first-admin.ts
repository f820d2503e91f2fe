import { sql } from 'kysely'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { App } from '../app.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/errors.ts'
import { transact } from '../resource/transact.ts'
import { sha256 } from './crypto.ts'

const HOURS = 24
const SHORTEST_PASSWORD = 10

/**
 * Makes a link, good once and for a day, at which the first administrator of an empty database chooses name, address
 * and password; null once there is an administrator. A new link makes an older one void.
 */
export async function createFirstAdminLink({ deps }: App, appUrl: string, token: string): Promise<string | null> {
  const { kysely } = deps.database
  const { rows } = await sql`select 1 from users where role = 'admin' and deleted_at is null limit 1`.execute(kysely)
  if (rows.length) return null
  const value = JSON.stringify({ hash: await sha256(token), until: deps.now().getTime() + HOURS * 3_600_000 })
  await sql`insert into app_settings (name, value) values ('first_admin', ${value}) on conflict (name) do update set value = excluded.value`.execute(
    kysely,
  )
  return `${appUrl}/setup-admin?token=${token}`
}

const page = (body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Plumbline</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 26rem;
            margin: 10vh auto;
            padding: 0 1rem;
            color: #141b22;
            background: #f4f5f3;
          }
          label {
            display: block;
            margin-top: 1rem;
            font-weight: 600;
          }
          input {
            display: block;
            width: 100%;
            box-sizing: border-box;
            font: inherit;
            padding: 0.6rem;
            border: 1px solid #8b96a0;
            border-radius: 6px;
          }
          button {
            margin-top: 1.5rem;
            font: inherit;
            font-weight: 600;
            padding: 0.7rem 1.2rem;
            border: 0;
            border-radius: 6px;
            background: #1b57c2;
            color: #fff;
          }
          [role='alert'] {
            color: #c2410c;
            font-weight: 600;
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`

const form = (token: string, problem = '', sent: Record<string, string> = {}) =>
  page(
    html`<h1>First administrator</h1>
      ${problem ? html`<p role="alert">${problem}</p>` : ''}
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

/** The page behind that link. */
export function mountFirstAdmin(app: Hono, { deps, system, hasher }: App): void {
  const { database, catalog } = deps
  const valid = async (token: unknown): Promise<boolean> => {
    const { rows } = await sql<{ value: string }>`select value from app_settings where name = 'first_admin'`.execute(
      database.kysely,
    )
    if (typeof token !== 'string' || !rows[0]) return false
    const { hash, until } = JSON.parse(rows[0].value) as { hash: string; until: number }
    return hash === (await sha256(token)) && deps.now().getTime() < until
  }
  const gone = page(
    html`<h1>This link is no longer valid</h1>
      <p>Restart the server to get a new one, or sign in.</p>`,
  )

  app.get('/setup-admin', async (c) => {
    const token = c.req.query('token') ?? ''
    return (await valid(token)) ? c.html(form(token)) : c.html(gone, 410)
  })
  app.post('/setup-admin', async (c) => {
    const body = await readBody(c)
    const sent = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]))
    const { token = '', name = '', email = '', password = '' } = sent
    if (!(await valid(token))) return c.html(gone, 410)
    if (password.length < SHORTEST_PASSWORD)
      return c.html(form(token, `The password needs at least ${SHORTEST_PASSWORD} characters.`, sent), 422)
    const hash = await hasher.hash(password)
    try {
      await transact(deps, { user: system }, async ({ ctx, db }) => {
        const user = await ctx.save(catalog.entity('user'), { name, email, role: 'admin' })
        await sql`insert into credentials (user_id, password_hash) values (${user.id}, ${hash})`.execute(db)
        await sql`delete from app_settings where name = 'first_admin'`.execute(db)
      })
    } catch (error) {
      if (error instanceof Refusal) return c.html(form(token, error.message, sent), 422)
      throw error
    }
    return c.redirect('/welcome', 303)
  })
}
