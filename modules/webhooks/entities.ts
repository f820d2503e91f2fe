import * as z from 'zod/mini'
import { can, nobody, roles } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, instant, json, longText, number, ref, text } from '#core/entity/fields.ts'

const MOST_EVENTS = 100
const eventNames = z
  .array(z.string().check(z.maxLength(100)), { error: 'must be a list of events' })
  .check(z.maxLength(MOST_EVENTS, `may be ${MOST_EVENTS} at most`))
const changes = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }))

const edits = can('edit', 'users')
const whole = () => number({ decimals: 0, min: 0 })

/** The address of a program that is told of changes, as far as the integration that it is sees them (rule webhook). */
export const webhooks = defineEntity('webhook', {
  endpoint: 'api/webhooks',
  area: 'users',
  access: {
    view: edits,
    create: can('create', 'users'),
    edit: edits,
    delete: edits,
    new_secret: edits,
    send_test: edits,
  },
  sort: 'name',
  fields: {
    name: text(),
    url: longText().label('Address'),
    events: json(eventNames).default(['*']),
    /** As whom it sees records. */
    role: choice(...roles).default('office_staff'),
    enabled: flag().default(true),
    /** The integration whose rights it has. */
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    made_by_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    /** How many secrets it had before: the secret follows from it. */
    secret_number: whole().default(0).readonly().readableBy(nobody),
    /** Since when nothing was taken; null while it goes well. */
    failing_since: instant().optional().readonly(),
    /** Why it was switched off, as a sentence, if not by somebody. */
    off_why: text().optional().readonly(),
  },
  computed: {
    /** In the answer to the request that makes it alone. */
    secret: text().optional().sent('once'),
  },
  actions: ['new_secret', 'send_test'],
  undo: false,
  online: true,
  offline: false,
  display: { icon: 'webhook' },
})
export type Webhook = RecordOf<typeof webhooks>

/** What a webhook is told of one event, kept for a month; it is its own history. */
export const webhookDeliveries = defineEntity('webhook_delivery', {
  endpoint: 'api/webhook_deliveries',
  area: 'users',
  access: {
    view: edits,
    create: nobody,
    edit: nobody,
    delete: nobody,
    send_again: edits,
    in_week: edits,
  },
  sort: '-id',
  indexed: [['webhook_id', 'state'], ['tried_at']],
  fields: {
    webhook_id: ref('webhook', { onDelete: 'cascade' }).readonly(),
    /** The same at every try. */
    event_id: text().readonly(),
    event: text().readonly(),
    /** What it is about: the name of its entity, and its id. Neither of a test. */
    subject_type: text().optional().readonly(),
    subject_id: whole().optional().readonly(),
    /** The record's name, once it was read. */
    about: text().optional().readonly(),
    /** Who made the change; null for the server. */
    changed_by_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    /** What changed, of which its integration is told what it may read. */
    changed: json(changes).default({}).readonly().readableBy(nobody),
    state: choice('waiting', 'done', 'failed').default('waiting').readonly(),
    tries: whole().default(0).readonly(),
    next_at: instant().optional().readonly(),
    tried_at: instant().optional().readonly(),
    /** The HTTP status of the last answer; null where there was none. */
    status: whole().optional().readonly(),
    ms: whole().optional().readonly(),
    /** The body, the same at every try. */
    sent: json(z.string()).optional().readonly().sent('alone'),
    /** What went with it at the last try, its signature among it. */
    headers: json(z.record(z.string(), z.string())).optional().readonly().sent('alone'),
    answered: longText().optional().readonly().sent('alone'),
  },
  actions: ['send_again'],
  queries: ['in_week'],
  undo: false,
  online: true,
  offline: false,
  display: { noun: 'delivery', plural: 'deliveries', icon: 'send', title: ({ event }) => event },
})
/** How a webhook fared in the last seven days: the answer of `in_week` for each. */
export interface Fared {
  readonly webhook_id: number
  readonly tried: number
  /** Of those, what was not taken by now. */
  readonly failed: number
}
export type WebhookDelivery = RecordOf<typeof webhookDeliveries>
