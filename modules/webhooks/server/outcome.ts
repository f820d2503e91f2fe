import type { Ctx } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { webhookDeliveries, webhooks, type Webhook, type WebhookDelivery } from '../entities.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** The pauses between the tries, about three days in all; a delivery has failed after the last. */
const pauses = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const
/** A webhook of which nothing was taken for so long is switched off. */
const MOST_FAILING = 7 * 24 * HOUR
/** The answer of a program that wants no more. */
const GONE = 410

/** How one try ended. */
export interface Outcome extends Pick<WebhookDelivery, 'headers'> {
  /** Null where there was no answer. */
  readonly status: number | null
  readonly ms: number
  /** The beginning of the answer, or why there is none. */
  readonly answered: string
}

/** Sets what was told of a delivery, and tells whoever looks at the list. */
export const mark = (id: number, values: Partial<WebhookDelivery>, ctx: Ctx): Promise<void> =>
  ctx.announce(webhookDeliveries, id, () => ctx.setDerived(webhookDeliveries, [{ id, ...values, updated_at: ctx.now }]))

/** Switches a webhook off, and mails the administrators and whoever made it. */
async function switchOff({ id, name, url, made_by_id }: Webhook, off_why: string, ctx: Ctx): Promise<void> {
  await ctx.save(webhooks, { id, enabled: false, off_why })
  const open = { active: true, has_access: true }
  const people = [
    ...(await ctx.pick(users, ['email'], { ...open, role: 'admin', contact_type_id: null })),
    ...(await ctx.pick(users, ['email'], { ...open, id: made_by_id ?? 0 })),
  ]
  const text = `${off_why}\n\n${url} is told nothing more. What happened meanwhile is in the list of its last deliveries. When the program works again, switch the webhook on: it goes on with what is new.\n\n${ctx.appUrl}/setup/api`
  for (const to of new Set(people.flatMap(({ email }) => email ?? [])))
    await ctx.mail({ to, subject: `The webhook ${name} was switched off`, text }, `webhook ${id} off ${ctx.now} ${to}`)
}

/** Notes how a try ended, and when there is another; false if there is. */
export async function settle(delivery: WebhookDelivery, outcome: Outcome, ctx: Ctx): Promise<boolean> {
  const { id, tries, webhook_id } = delivery
  const webhook = await ctx.find(webhooks, webhook_id)
  // It was switched off meanwhile.
  if (!webhook || (await ctx.find(webhookDeliveries, id))?.state !== 'waiting') return true
  const { status } = outcome
  const isTaken = status !== null && status >= 200 && status < 300
  const pause = pauses[tries]
  const again = !isTaken && pause !== undefined
  const next_at = again ? new Date(Date.parse(ctx.now) + pause).toISOString() : null
  const state = isTaken ? 'done' : again ? 'waiting' : 'failed'
  await mark(id, { ...outcome, state, next_at, tries: tries + 1, tried_at: ctx.now }, ctx)
  await judge(webhook, isTaken, status, ctx)
  return !again
}

/** Notes since when nothing was taken, and switches off what is gone or has failed for long. */
async function judge(webhook: Webhook, isTaken: boolean, status: number | null, ctx: Ctx): Promise<void> {
  const { id, name, failing_since } = webhook
  const isFailing = failing_since !== null
  if (isTaken === isFailing) await ctx.save(webhooks, { id, failing_since: isTaken ? null : ctx.now })
  if (status === GONE) await switchOff(webhook, `${name} answered that it is gone (410).`, ctx)
  else if (!isTaken && isFailing && Date.parse(ctx.now) - Date.parse(failing_since) >= MOST_FAILING)
    await switchOff(webhook, `${name} took nothing for seven days.`, ctx)
}
