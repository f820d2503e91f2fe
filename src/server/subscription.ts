import type { Id } from '../core/access/access.ts'
import type { ActionOf, Entity, RecordOf } from '../core/entity/entity.ts'
import type { Ctx } from './ctx.ts'

/** Field → its value before and after. */
export type Changes = Record<string, { old: unknown; new: unknown }>

/** A change to a record, as passed to a subscriber. */
export interface RecordEvent<E extends Entity> {
  readonly action: string
  /** The user who made the change; null for the server itself. */
  readonly user_id: Id | null
  readonly at: string
  readonly changes: Changes
  /** The record right after this event. */
  readonly record: RecordOf<E>
  /** The record now; null if it has been deleted since. */
  readonly current: RecordOf<E> | null
  /** A key for notifying one user of this event only once. */
  keyFor(person: Id): string
  /** The records to which the same request did the same, this one among them, in its order. */
  alongside(): Promise<readonly Alongside[]>
}

export interface Alongside {
  readonly id: Id
  readonly changes: Changes
}

export interface Subscription {
  readonly entity: Entity
  readonly actions: readonly string[]
  /** Distinguishes several subscriptions of one module to the same actions. */
  readonly name: string
  // The entity type is erased here on purpose: handlers of all entities are kept in one list.
  // oxlint-disable-next-line typescript/no-explicit-any
  handle(event: RecordEvent<any>, ctx: Ctx): Promise<void>
}

type ActionsOf<E extends Entity> = ActionOf<E> | 'created' | 'updated' | 'deleted'

/**
 * Runs `handle` at least once for each such change, after the commit, as a job with its own transaction that is retried
 * when it fails. A handler must reach the outside only by enqueueing (mail), and must check that what it is about to
 * report is still true.
 * @example subscribe: [on(rfis, 'send', async ({ current, record, keyFor }, ctx) => { … })]
 */
export const on = <E extends Entity>(
  entity: E,
  actions: ActionsOf<E> | readonly ActionsOf<E>[],
  handle: (event: RecordEvent<E>, ctx: Ctx) => Promise<void>,
  name = '',
): Subscription => ({ entity, actions: [actions].flat(), handle, name })
