import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { between, defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { users } from '../users/entities.ts'
import { webhookDeliveries, webhooks, type Fared, type Webhook } from './entities.ts'
import { problemOf } from './event-names.ts'
import { notePing } from './server/note.ts'
import { secretOf, sendAgain, webhookJobs } from './server/send.ts'

type Draft = DraftOf<typeof webhooks>

/** The secrets that a request made, by their webhooks, for its own answer. */
const madeIn = (ctx: Ctx) => ctx.once('secrets of webhooks', () => new Map<number, string>())

/** Makes its integration with it, and has that go by its name and role. */
async function derive({ name, role, enabled }: Draft, before: Webhook | null, ctx: Ctx): Promise<Partial<Webhook>> {
  const known = { name: name ?? before?.name ?? '', role: role ?? before?.role ?? 'office_staff' }
  if (!before) {
    const { id } = await ctx.save(users, { ...known, integration: true, active: false, has_access: false })
    return { user_id: id, made_by_id: ctx.user.id }
  }
  if (known.name !== before.name || known.role !== before.role) await ctx.save(users, { id: before.user_id, ...known })
  return enabled && !before.enabled ? { failing_since: null, off_why: null } : {}
}

function validate({ url, events }: Draft, _: Webhook | null, { system }: Ctx): FieldErrors {
  const refused = url === undefined ? null : (system.outgoing?.refusal(url) ?? null)
  const problem = events && problemOf(events, system.entities)
  return { ...(refused !== null && { url: [`Address ${refused}`] }), ...(problem && { events: [problem] }) }
}

/** What waits of a webhook that is switched off is told nobody: it goes on with what is new. */
async function dropWaiting({ id: webhook_id }: Webhook, { now, pick, setDerived }: Ctx): Promise<void> {
  const waiting = await pick(webhookDeliveries, ['id'], { webhook_id, state: 'waiting' })
  const dropped = {
    state: 'failed',
    next_at: null,
    answered: 'The webhook was switched off.',
    updated_at: now,
  } as const
  await setDerived(
    webhookDeliveries,
    waiting.map(({ id }) => ({ id, ...dropped })),
  )
}

const WEEK = 7 * 24 * 3_600_000

/** How each webhook fared lately, in one statement. */
async function inWeek({ now, groups }: Ctx): Promise<Fared[]> {
  const from = new Date(Date.parse(now) - WEEK).toISOString()
  const found = await groups(webhookDeliveries, {
    by: ['webhook_id', 'state'],
    where: { tried_at: between(from, null) },
  })
  const total = (all: typeof found) => all.reduce((sum, { count }) => sum + count, 0)
  return [...Map.groupBy(found, ({ webhook_id }) => webhook_id)].map(([webhook_id, all]) => ({
    webhook_id,
    tried: total(all),
    failed: total(all.filter(({ state }) => state !== 'done')),
  }))
}

const demandOn = (webhook: Webhook | null) => {
  if (!webhook?.enabled) refuse('This webhook is switched off. Switch it on first.')
}

export default defineServer({
  serve: [
    serve(webhooks, {
      secret: true,
      derive,
      validate,
      async afterSave(webhook, before, ctx) {
        if (before?.secret_number !== webhook.secret_number) {
          await ctx.accounts.demandConfirmed()
          madeIn(ctx).set(webhook.id, secretOf(webhook, ctx))
        }
        if (before?.enabled && !webhook.enabled) await dropWaiting(webhook, ctx)
      },
      afterDelete: ({ user_id }, ctx) => ctx.remove(users, user_id),
      actions: {
        new_secret: ({ id, secret_number }, ctx) => ctx.save(webhooks, { id, secret_number: secret_number + 1 }),
        async send_test(webhook, ctx) {
          demandOn(webhook)
          await notePing(webhook, ctx)
          return webhook
        },
      },
      computed: { secret: (all, ctx) => all.map(({ id }) => madeIn(ctx).get(id) ?? null) },
    }),
    serve(webhookDeliveries, {
      actions: {
        async send_again(delivery, ctx) {
          demandOn(await ctx.find(webhooks, delivery.webhook_id))
          return sendAgain(delivery, ctx)
        },
      },
      queries: { in_week: inWeek },
    }),
  ],
  jobs: webhookJobs,
  retention: [
    {
      name: 'Deliveries of webhooks',
      entity: webhookDeliveries,
      days: 30,
      expired: (before) => ({ state: 'done', created_at: between(null, before) }),
    },
    {
      name: 'Deliveries of webhooks that failed',
      entity: webhookDeliveries,
      days: 90,
      expired: (before) => ({ state: 'failed', created_at: between(null, before) }),
    },
  ],
})
