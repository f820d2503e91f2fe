import * as z from 'zod/mini'
import type { Id } from '#core/access/access.ts'
import type { Ctx, JobKind, JobTools } from '#server/define-server.ts'
import { users } from '../../users/entities.ts'
import { webhookDeliveries, webhooks, type Webhook, type WebhookDelivery } from '../entities.ts'
import { enqueueWebhook, noteEvents, WEBHOOK } from './note.ts'
import { mark, settle, type Outcome } from './outcome.ts'

const payload = z.object({ id: z.int() })
/** So many are looked at: of a program that takes none of them, the others can wait. */
const MOST_AT_ONCE = 1000
/** After so long it is the turn of other webhooks, in milliseconds. */
const TURN = 10_000

/** The secret that a webhook's deliveries are signed with. */
export const secretOf = ({ id, secret_number }: Pick<Webhook, 'id' | 'secret_number'>, ctx: Ctx): string =>
  `whsec_${ctx.system.secretFor(`webhook ${id} ${secret_number}`)}`

/** What waits of a webhook, in the order in which it happened. */
const waitingOf = (webhook_id: Id, { pick }: Ctx) =>
  pick(
    webhookDeliveries,
    ['id', 'subject_type', 'subject_id', 'next_at'],
    { webhook_id, state: 'waiting' },
    { most: MOST_AT_ONCE },
  )

/** What a delivery is about: of one record the next ones wait until it is done. */
const recordOf = ({ id, subject_type, subject_id }: Awaited<ReturnType<typeof waitingOf>>[number]) =>
  subject_id === null ? `test ${id}` : `${subject_type} ${subject_id}`

/** Has it go on when the first of what waits is due. */
async function goOn(id: Id, ctx: Ctx): Promise<void> {
  const webhook = await ctx.find(webhooks, id)
  if (!webhook?.enabled) return
  const firsts = [...Map.groupBy(await waitingOf(id, ctx), recordOf).values()]
  const [next] = firsts.flatMap(([one]) => one?.next_at ?? []).sort()
  if (next !== undefined) await enqueueWebhook(webhook, ctx, next > ctx.now ? next : undefined)
}

interface Begun {
  readonly delivery: WebhookDelivery
  readonly webhook: Webhook
  readonly secret: string
}

async function begin(id: Id, ctx: Ctx): Promise<Begun | null> {
  const delivery = await ctx.find(webhookDeliveries, id)
  const webhook = delivery && (await ctx.find(webhooks, delivery.webhook_id))
  if (!webhook?.enabled || delivery?.state !== 'waiting') return null
  return { delivery, webhook, secret: secretOf(webhook, ctx) }
}

/** What is sent, in the order of the documentation; null where its integration sees nothing of it. */
async function write({ delivery, webhook }: Begun, { readAs }: JobTools) {
  const { event_id, event, created_at, subject_type, subject_id, changed_by_id, changed } = delivery
  const head = { id: event_id, event, at: created_at }
  if (subject_type === null || subject_id === null)
    return { about: null, sent: { ...head, by: null, entity: null, record_id: null, record: null, changes: {} } }
  return readAs(webhook.user_id, async (ctx, reader) => {
    const told = await reader.change(subject_type, subject_id, { changes: changed, at: created_at })
    if (!told) return null
    const [person] = changed_by_id === null ? [] : await ctx.shown(users, { id: changed_by_id })
    const by = person?.name === undefined ? null : { id: changed_by_id, name: person.name }
    const { title, record, changes } = told
    return {
      about: title.slice(0, 255).toWellFormed(),
      sent: { ...head, by, entity: subject_type, record_id: subject_id, record, changes },
    }
  })
}

/** The body of a delivery: written at the first try and kept, so that each try sends the same. */
async function bodyOf(begun: Begun, tools: JobTools): Promise<string | null> {
  const { id, sent } = begun.delivery
  if (sent !== null) return sent
  const written = await write(begun, tools)
  const body = written && JSON.stringify(written.sent)
  await tools.inTransaction(({ setDerived }) =>
    written
      ? setDerived(webhookDeliveries, [{ id, sent: body, about: written.about }])
      : setDerived(webhookDeliveries, [], { id }),
  )
  return body
}

async function post(body: string, { delivery, webhook, secret }: Begun, { inTransaction }: JobTools): Promise<Outcome> {
  const { outgoing, at } = await inTransaction(async ({ system, now }) => ({
    outgoing: system.outgoing,
    at: Math.floor(Date.parse(now) / 1000),
  }))
  const began = performance.now()
  const { event_id: id, event } = delivery
  const headers = outgoing?.headersOf({ id, event, body, secret, at }) ?? null
  const end = (status: number | null, answered: string) => ({
    headers,
    status,
    answered,
    ms: Math.round(performance.now() - began),
  })
  try {
    if (!outgoing || !headers) return end(null, 'This server sends nothing to other programs.')
    const { status, text } = await outgoing.post(webhook.url, body, headers)
    return end(status, text)
  } catch (error) {
    return end(null, error instanceof Error ? error.message : String(error))
  }
}

/** Tries one delivery; false while it is not done. */
async function deliver(id: Id, tools: JobTools): Promise<boolean> {
  const begun = await tools.inTransaction((ctx) => begin(id, ctx))
  const body = begun && (await bodyOf(begun, tools))
  if (!begun || body === null) return true
  const outcome = await post(body, begun, tools)
  return tools.inTransaction((ctx) => settle(begun.delivery, outcome, ctx))
}

/** Tells a webhook what is due, one after the other, and has the rest told later. */
async function run(given: unknown, tools: JobTools): Promise<void> {
  const { id } = z.parse(payload, given)
  const until = performance.now() + TURN
  const { waiting, now } = await tools.inTransaction(async (ctx) => ({
    waiting: await waitingOf(id, ctx),
    now: ctx.now,
  }))
  const held = new Set<string>()
  for (const one of waiting) {
    if (performance.now() > until) break
    const record = recordOf(one)
    if (held.has(record)) continue
    const isDue = one.next_at !== null && one.next_at <= now
    if (!isDue || !(await deliver(one.id, tools))) held.add(record)
  }
  if (waiting.length) await tools.inTransaction((ctx) => goOn(id, ctx))
}

/** Tells a delivery once more, with the same body. */
export async function sendAgain(delivery: WebhookDelivery, ctx: Ctx): Promise<WebhookDelivery> {
  const { id, webhook_id } = delivery
  await mark(id, { state: 'waiting', tries: 0, next_at: ctx.now }, ctx)
  const webhook = await ctx.find(webhooks, webhook_id)
  if (webhook) await enqueueWebhook(webhook, ctx)
  return (await ctx.find(webhookDeliveries, id)) ?? delivery
}

export const webhookJobs: Record<string, JobKind> = { [WEBHOOK]: { lane: 'outgoing', follow: noteEvents, run } }
