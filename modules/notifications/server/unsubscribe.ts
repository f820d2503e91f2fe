import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Ctx, RouteTools } from '#server/define-server.ts'
import { digestKinds, notificationChoices, notificationSettings, type NotificationKind } from '../entities.ts'
import { kindNames } from '../kind-names.ts'

const PATH = '/unsubscribe/notifications'

/** The headers by which a mail program ends such mail with one press (RFC 8058). */
export const leavingBy = (token: string, { appUrl }: Pick<Ctx, 'appUrl'>): Record<string, string> => ({
  'List-Unsubscribe': `<${appUrl}${PATH}/${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** What a token ends: the mail of a kind, or that of each morning. */
interface Ended {
  readonly name: string
  end(ctx: Ctx): Promise<unknown>
}

async function endedBy(token: string, ctx: Ctx): Promise<Ended | null> {
  const [choice] = await ctx.all(notificationChoices, { token })
  if (choice) {
    const { id, kind, email } = choice
    return {
      name: kindNames[kind],
      end: async () => email !== false && (await ctx.save(notificationChoices, { id, email: false })),
    }
  }
  const [setting] = await ctx.all(notificationSettings, { token })
  if (!setting) return null
  const { user_id } = setting
  async function endKind(kind: NotificationKind) {
    const [known] = await ctx.all(notificationChoices, { user_id, kind })
    await ctx.save(notificationChoices, { ...(known ? { id: known.id } : { user_id, kind }), email: false })
  }
  return {
    name: 'What is new, each morning',
    async end() {
      await ctx.alone('notification choices')
      for (const kind of digestKinds) await endKind(kind)
    },
  }
}

/**
 * The address that ends mail to one person without a sign-in (RFC 8058). Opening it changes nothing, since mail programs
 * open links by themselves.
 */
export function mountUnsubscribe(app: Hono, { inTransaction, page }: RouteTools): void {
  const path = `${PATH}/:token{[0-9a-f]{48}}` as const
  const gone = () => page('This link is no longer valid', html`<p>Choose in Plumbline what is mailed to you.</p>`)
  app.get(path, async (c) => {
    const ended = await inTransaction((ctx) => endedBy(c.req.param('token'), ctx))
    if (!ended) return c.html(gone(), 410)
    const form = html`<p>${ended.name}: this is mailed to you.</p>
      <form method="post"><button>Stop the mail</button></form>`
    return c.html(page('Notifications by mail', form))
  })
  app.post(path, async (c) => {
    const ended = await inTransaction(async (ctx) => {
      const one = await endedBy(c.req.param('token'), ctx)
      await one?.end(ctx)
      return one
    })
    if (!ended) return c.html(gone(), 410)
    return c.html(page('No longer by mail', html`<p>${ended.name}: no longer mailed to you.</p>`))
  })
}
