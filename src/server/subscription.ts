import type { Id } from '../core/access/access.ts'
import type { ActionOf, Entity, RecordOf } from '../core/entity/entity.ts'
import type { Ctx } from './ctx.ts'

/** Field → what it was and what it became. */
export type Changes = Record<string, { old: unknown; new: unknown }>

/** What happened to a record, as a subscriber gets it. */
export interface RecordEvent<E extends Entity> {
  readonly action: string
  /** Who did it; null for the server itself. */
  readonly user_id: Id | null
  readonly at: string
  readonly changes: Changes
  /** The record as this event left it. */
  readonly record: RecordOf<E>
  /** The record as it is now; null when it was deleted since. */
  readonly current: RecordOf<E> | null
  /** The key under which one person is told of this event once. */
  keyFor(person: Id): string
}

export interface Subscription {
  readonly entity: Entity
  readonly actions: readonly string[]
  /** Tells it from the module's other subscriptions to the same. */
  readonly name: string
  // The marked seam: from here on a handler is one of any entity.
  // oxlint-disable-next-line typescript/no-explicit-any
  handle(event: RecordEvent<any>, ctx: Ctx): Promise<void>
}

type ActionsOf<E extends Entity> = ActionOf<E> | 'created' | 'updated' | 'deleted'

/**
 * Runs `handle` once or more for each such change, after it was committed: as a job of its own, in a transaction of its
 * own, tried again when it fails. It reaches outside only by what it enqueues (mail), and asks again whether what it is
 * about to say still holds.
 * @example subscribe: [on(rfis, 'send', async ({ current, record, keyFor }, ctx) => { … })]
 */
export const on = <E extends Entity>(
  entity: E,
  actions: ActionsOf<E> | readonly ActionsOf<E>[],
  handle: (event: RecordEvent<E>, ctx: Ctx) => Promise<void>,
  name = '',
): Subscription => ({ entity, actions: [actions].flat(), handle, name })
