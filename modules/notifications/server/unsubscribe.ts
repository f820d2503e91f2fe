import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Ctx, RouteTools } from '#server/define-server.ts'
import { notificationChoices } from '../entities.ts'
import { kindNames } from '../kind-names.ts'

/**
 * The address that ends the mail of one kind to one person without a sign-in (RFC 8058). Opening it changes nothing, since
 * mail programs open links by themselves.
 */
export function mountUnsubscribe(app: Hono, { inTransaction, page }: RouteTools): void {
  const path = '/unsubscribe/notifications/:token{[0-9a-f]{48}}'
  const found = async (token: string, ctx: Ctx) => (await ctx.all(notificationChoices, { token }))[0] ?? null
  const gone = () => page('This link is no longer valid', html`<p>Choose in Plumbline what is mailed to you.</p>`)
  app.get(path, async (c) => {
    const choice = await inTransaction((ctx) => found(c.req.param('token'), ctx))
    if (!choice) return c.html(gone(), 410)
    const form = html`<p>${kindNames[choice.kind]}: this is mailed to you.</p>
      <form method="post"><button>Stop the mail</button></form>`
    return c.html(page('Notifications by mail', form))
  })
  app.post(path, async (c) => {
    const choice = await inTransaction(async (ctx) => {
      const one = await found(c.req.param('token'), ctx)
      if (one && one.email !== false) await ctx.save(notificationChoices, { id: one.id, email: false })
      return one
    })
    if (!choice) return c.html(gone(), 410)
    return c.html(page('No longer by mail', html`<p>${kindNames[choice.kind]}: no longer mailed to you.</p>`))
  })
}
