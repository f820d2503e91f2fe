import type { Ctx, JobKind } from '#server/define-server.ts'
import { webhookDeliveries, webhooks, type Webhook, type WebhookDelivery } from '../entities.ts'
import { follows, isTold, nameOf, PING } from '../event-names.ts'

/** The job that tells one webhook what is due. */
export const WEBHOOK = 'webhook'

type Events = Parameters<NonNullable<JobKind['follow']>>[0]
type Told = Pick<WebhookDelivery, 'webhook_id' | 'event_id' | 'event' | 'subject_type' | 'subject_id' | 'changed'>

/** Has a webhook told what is due by then, one job of it at a time. */
export const enqueueWebhook = (
  { id, user_id }: Pick<Webhook, 'id' | 'user_id'>,
  ctx: Ctx,
  at?: string,
): Promise<void> =>
  ctx.enqueue(WEBHOOK, { id }, { person: user_id, ...(at !== undefined && { at, key: `${WEBHOOK} ${id} ${at}` }) })

/** Notes what webhooks are to be told, in the order in which it happened. The deliveries are no changes of their own. */
const insert = (rows: readonly Told[], { user, now, setDerived }: Ctx): Promise<void> =>
  setDerived(
    webhookDeliveries,
    rows.map((one): Partial<WebhookDelivery> => ({
      ...one,
      changed_by_id: user.id || null,
      state: 'waiting',
      tries: 0,
      next_at: now,
    })),
    { id: [] },
  )

const newId = () => `evt_${crypto.randomUUID().replaceAll('-', '')}`

/**
 * Notes the events of a transaction for the webhooks that follow them, with that transaction. Which there are is known without
 * a statement.
 */
export async function noteEvents(events: Events, ctx: Ctx): Promise<void> {
  // Who is added is told of what comes after.
  const added = new Set(
    events.flatMap(({ entity, id, action }) => (entity.name === webhooks.name && action === 'created' ? id : [])),
  )
  const on = (await ctx.cached(webhooks)).filter(({ id, enabled }) => enabled && !added.has(id))
  if (!on.length) return
  const told = events.flatMap(({ entity, id, kind, action, changes }) =>
    isTold(entity)
      ? {
          event_id: newId(),
          event: nameOf({ entity, kind, action }),
          subject_type: entity.name,
          subject_id: id,
          changed: changes,
        }
      : [],
  )
  const noted = on.map((webhook) => ({ webhook, own: told.filter(({ event }) => follows(webhook.events, event)) }))
  await insert(
    noted.flatMap(({ webhook, own }) => own.map((one) => ({ ...one, webhook_id: webhook.id }))),
    ctx,
  )
  for (const { webhook, own } of noted) if (own.length) await enqueueWebhook(webhook, ctx)
}

/** Has a webhook told of nothing, to try it. */
export async function notePing(webhook: Webhook, ctx: Ctx): Promise<void> {
  const ping = { event_id: newId(), event: PING, subject_type: null, subject_id: null, changed: {} }
  await insert([{ ...ping, webhook_id: webhook.id }], ctx)
  await enqueueWebhook(webhook, ctx)
}
