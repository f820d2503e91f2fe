import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import { refuse, type Ctx, type JobKind } from '#server/define-server.ts'
import { pushDevices } from '../entities.ts'
import { stillUnread } from './unread.ts'

export const PUSH = 'notification-push'
/** Devices of one person; of more, the one that was turned on first is forgotten. */
const MOST_DEVICES = 20
/** Devices that are sent to at the same time. */
const AT_ONCE = 25

const subscription = z.object({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.object({
    // A point of P-256 and 16 random bytes.
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
})

/**
 * Turns push messages on for the browser that asks, with what `PushManager.subscribe` gave it; whose it was before gets
 * none there any more.
 */
export async function subscribe(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const { pusher } = ctx.system
  if (!pusher) return refuse('This server sends no push messages.')
  const { success, data } = subscription.safeParse(body)
  if (!success)
    return refuse('Send what the browser’s PushManager gave.', { endpoint: ['Endpoint must be a subscription.'] })
  const { endpoint, keys, name } = data
  // The server sends to this address: it must not be one of its own network.
  if (!pusher.takes(endpoint))
    return refuse('This browser’s push service is not known.', {
      endpoint: ['Endpoint must be that of a push service.'],
    })
  await ctx.alone('push devices')
  const [known] = await ctx.all(pushDevices, { endpoint })
  const saved = await ctx.save(pushDevices, {
    ...(known && { id: known.id }),
    endpoint,
    ...keys,
    name,
    user_id: ctx.user.id,
  })
  const own = await ctx.all(pushDevices, { user_id: ctx.user.id })
  for (const { id } of own
    .filter(({ id }) => id !== saved.id)
    .toSorted((a, b) => b.id - a.id)
    .slice(MOST_DEVICES - 1))
    await ctx.remove(pushDevices, id)
  return [saved]
}

/** Whoever is signed out everywhere, as for a lost phone, gets no more push messages, nor does whoever has left. */
export async function forgetDevices(person: Id, ctx: Ctx): Promise<void> {
  for (const { id } of await ctx.all(pushDevices, { user_id: person })) await ctx.remove(pushDevices, id)
}

/** What the service worker shows: see src/public/push.js. */
export interface Push {
  readonly title: string
  readonly body: string
  /** The page to open, a path. */
  readonly href: string | null
  /** One record has one message on a device. */
  readonly tag: string
  /** A step that is taken without opening the app: what its button says, and the form that is sent, to a path of the server. */
  readonly step?: { readonly label: string; readonly action: string; readonly form: Readonly<Record<string, string>> }
}

const given = z.object({
  people: z.array(z.number()),
  urgent: z.boolean(),
  message: z.looseObject({ tag: z.string() }),
  /** Set if the message waited for quiet hours to end: whoever has looked at this record meanwhile is not sent it. */
  subject: z.optional(z.object({ subject_type: z.string(), subject_id: z.number() })),
  /** The devices that are left of those people's, after the others were reached. */
  devices: z.optional(z.array(z.number())),
})

/** Sends a message to all devices of some people, and forgets those that are gone. */
export const pushJob: JobKind = {
  lane: 'quick',
  // It may hold a step that is taken without a sign-in.
  secret: true,
  async run(payload, { inTransaction }) {
    const sent = z.parse(given, payload)
    const { people, urgent, message, subject, devices: left } = sent
    const { pusher, devices } = await inTransaction(async (ctx) => ({
      pusher: ctx.system.pusher,
      devices: await ctx.all(pushDevices, {
        user_id: subject ? await stillUnread(people, subject, ctx) : people,
        ...(left && { id: left }),
      }),
    }))
    if (!pusher) return
    const gone: Id[] = []
    const failed: Id[] = []
    let failure: unknown
    const waiting = devices.values()
    async function sendOn() {
      for (const device of waiting)
        try {
          if (!(await pusher?.send(device, { payload: message, topic: message.tag, urgent }))) gone.push(device.id)
        } catch (error) {
          failed.push(device.id)
          failure = error
        }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
    const isPartial = failed.length > 0 && failed.length < devices.length
    await inTransaction(async (ctx) => {
      for (const { id } of await ctx.all(pushDevices, { id: gone })) await ctx.remove(pushDevices, id)
      // Only the failed devices are tried again: an iPhone would show the message twice.
      if (isPartial) await ctx.enqueue(PUSH, { ...sent, devices: failed })
    })
    if (failed.length && !isPartial) throw failure
  },
}
