import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import { randomHex } from '#lib/random-hex.ts'
import { between, type Ctx, type JobKind } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { digestKinds, notifications, notificationSettings, unread, type NotificationSetting } from '../entities.ts'
import { morningsAround } from './hours.ts'
import { leavingBy } from './unsubscribe.ts'

export const DIGEST = 'notification-digest'

/** Lines of one mail: the app has the others. */
const MOST_TOLD = 100

/** Has what happened at `told_at` mailed with the rest, once, when the person's next morning comes. */
export async function putIntoDigest(
  { user_id, time_zone }: NotificationSetting,
  told_at: string,
  ctx: Ctx,
): Promise<void> {
  const { last, next: at } = morningsAround(time_zone, ctx.now)
  // A server that was away in the morning tells later of what happened before it.
  const since = Date.parse(told_at) < Date.parse(last) ? told_at : last
  await ctx.enqueue(DIGEST, { user_id, since, until: at }, { at, key: `${DIGEST} ${user_id} ${at}` })
}

const given = z.object({ user_id: z.number(), since: z.string(), until: z.string() })

/** Mails a person what they were told since the last morning and have not read: jobs in the order of their numbers. */
export const digestJob: JobKind = {
  lane: 'quick',
  async run(payload, { inTransaction }) {
    const { user_id, since, until } = z.parse(given, payload)
    await inTransaction(async (ctx) => {
      const person = await ctx.find(users, user_id)
      const about = { user_id, kind: digestKinds, told_at: between(since, until), ...unread }
      const told = person?.active && person.email ? await ctx.all(notifications, about) : []
      if (!person?.email || !told.length) return
      const jobs = Map.groupBy(told.slice(0, MOST_TOLD), ({ project_number, project_name }) =>
        `${project_number ?? ''} ${project_name ?? ''}`.trim(),
      )
      const parts = [...jobs]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([job, list]) => {
          const lines = list.map(({ text, note, href }) =>
            [text, note, href && `${ctx.appUrl}${href}`].filter(Boolean).join('\n'),
          )
          return [job || ctx.companyName, ...lines].join('\n\n')
        })
      const count = told.length === 1 ? '1 thing is new' : `${told.length} things are new`
      const more = told.length > MOST_TOLD ? [`And ${told.length - MOST_TOLD} more in the app.`] : []
      const text = [...parts, ...more, `${ctx.appUrl}/`, ctx.companyName].join('\n\n')
      const headers = leavingBy(await tokenOf(user_id, ctx), ctx)
      await ctx.mail(
        { to: person.email, subject: `${count} at ${ctx.companyName}`, text, headers },
        `${DIGEST} mail ${user_id} ${until}`,
      )
    })
  },
}

/** What is in the address that ends a person's morning mail. */
async function tokenOf(user_id: Id, ctx: Ctx): Promise<string> {
  const [setting] = await ctx.all(notificationSettings, { user_id })
  if (setting?.token) return setting.token
  const token = randomHex(24)
  if (setting) await ctx.save(notificationSettings, { id: setting.id, token })
  return token
}
