import { sql } from 'kysely'
import { isObject } from '../../lib/is-object.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Context } from '../context/context.ts'
import type { Alongside, Changes, Subscription } from '../subscription.ts'
import { selectRows } from '../db/rows.ts'
import { UnknownJob } from '../jobs/job-kind.ts'
import type { NewJob } from '../jobs/jobs.ts'
import type { Catalog } from '../resource/catalog.ts'
import { fillComputed } from '../resource/computed.ts'
import type { Event } from './events.ts'
import { entriesOf, undo } from './history.ts'

/** A module's subscription, with a key that is stable across versions of the app, because queued jobs refer to it. */
export interface Subscriber extends Subscription {
  readonly key: string
}

/** @throws when a module has two subscriptions to the same actions with the same name */
export function subscribersOf(modules: readonly { id: string; subscribe: readonly Subscription[] }[]): Subscriber[] {
  const all = modules.flatMap(({ id, subscribe }) =>
    subscribe.map((one) => ({ ...one, key: [id, one.entity.name, one.actions.join('+'), one.name].join(' ').trim() })),
  )
  for (const { key } of all)
    if (all.filter((other) => other.key === key).length > 1)
      throw new Error(`Two subscriptions go by "${key}": give one of them a name.`)
  return all
}

export const SUBSCRIBER_JOB = 'event'

/** Whether any of these changes leads to a subscriber's job. */
export const hasSubscriber = (catalog: Catalog, changes: readonly Pick<Event, 'entity' | 'action'>[]): boolean =>
  catalog.subscribers.some((one) =>
    changes.some(({ entity, action }) => one.entity === entity && one.actions.includes(action)),
  )

/** Creates one job for each subscriber of each event. */
export const subscriberJobs = (catalog: Catalog, events: readonly Event[]): NewJob[] =>
  events.flatMap(({ event, entity, action }) =>
    catalog.subscribers
      .filter((one) => one.entity === entity && one.actions.includes(action))
      .map(({ key }) => ({
        kind: SUBSCRIBER_JOB,
        lane: 'quick',
        payload: { event, subscriber: key },
        key: `event ${event} ${key}`,
      })),
  )

async function alongside(
  { db }: Context,
  { change_id, action, entity }: { change_id: string; action: string; entity: Entity },
): Promise<Alongside[]> {
  const { rows } = await sql<{
    subject_id: unknown
    changes: string
  }>`select subject_id, changes from events where change_id = ${change_id} and subject_type = ${entity.name} and action = ${action} order by id`.execute(
    db,
  )
  return rows.map((one) => ({ id: Number(one.subject_id), changes: JSON.parse(one.changes) as Changes }))
}

/** Runs a subscriber's job; `ctx` is the server's own, in a transaction. */
export async function runSubscriber(ctx: Context, payload: unknown): Promise<void> {
  const { event, subscriber: key } = isObject(payload) ? payload : {}
  if (typeof event !== 'number') return
  const subscriber = ctx.catalog.subscribers.find((one) => one.key === key)
  if (!subscriber) throw new UnknownJob(String(key))
  const { entity, handle } = subscriber
  const { rows } = await sql<{
    subject_id: unknown
    user_id: unknown
    action: string
    changes: string
    created_at: string
    change_id: string | null
  }>`select subject_id, user_id, action, changes, created_at, change_id from events where id = ${event}`.execute(ctx.db)
  const [found] = rows
  if (!found) return
  const [row] = await selectRows(ctx.db, ctx.catalog, entity, { where: sql`t.id = ${found.subject_id}` })
  if (!row) return
  await fillComputed(ctx, entity, [row])
  const { action, change_id } = found
  const changes = JSON.parse(found.changes) as Changes
  const later = (await entriesOf(ctx.db, entity, row.id)).filter(({ id }) => id > event)
  await handle(
    {
      action,
      user_id: found.user_id === null ? null : Number(found.user_id),
      at: found.created_at,
      changes,
      record: undo(row, later),
      current: row.deleted_at === null ? row : null,
      keyFor: (person) => `${event}:${subscriber.key}:${person}`,
      alongside: async () =>
        change_id === null ? [{ id: row.id, changes }] : alongside(ctx, { change_id, action, entity }),
    },
    ctx,
  )
}
