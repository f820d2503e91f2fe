import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { DraftOf, Entity, ParamsOf, RecordOf } from '../entity/entity.ts'
import type { Failure } from '../resource/result.ts'
import { confirming, type ConfirmWarnings } from '../resource/warnings.ts'

/** A save as stored on the device until the server has answered. */
export interface Kept<E extends Entity = Entity> {
  /** Its place in the queue, from the database's counter, since the device's clock may be wrong. */
  readonly at: number
  /** The user who made it; it is shown to and sent for this user only. */
  readonly user: Id
  readonly entity: string
  readonly params: Readonly<Record<string, Id | string>>
  readonly drafts: readonly DraftOf<E>[]
  /** The Idempotency-Key: however often it is sent, it is saved once. */
  readonly key: string
  /** Codes of the warnings that its person has confirmed. */
  readonly confirmed?: readonly string[]
  /** True once it has been sent: the server may know its key, so its drafts and key must no longer change. */
  readonly attempted?: boolean
  /** When it was made, by the device's clock; for display. */
  readonly kept_at: string
  /** Why the server refused it; it is only sent again when the user asks for it. */
  readonly refused: Failure<RecordOf<E>[]> | null
}

export interface Waiting<E extends Entity = Entity> extends Kept<E> {
  readonly state: 'waiting' | 'sending' | 'refused'
}

/** The outcome of a save: saved by the server, stored on this device to be sent later, or failed and not stored. */
export type Sent<E extends Entity> =
  | { ok: true; waiting: false; data: RecordOf<E>[] }
  | { ok: true; waiting: true }
  | Failure<RecordOf<E>[]>

/** The implementation behind the outbox, loaded after the first screen. */
export interface Sender {
  send<E extends Entity>(
    entity: E,
    params: ParamsOf<E>,
    drafts: readonly DraftOf<E>[],
    options?: SendOptions,
  ): Promise<Sent<E>>
  /** Sends a refused save again, overwriting the newer version if it was refused because of one. */
  retry(at: number): Promise<void>
  /** Deletes a stored save; whatever has reached the server stays there. */
  discard(at: number): Promise<void>
  /** Tries to send everything now. */
  wake(): Promise<void>
  dispose(): void
}

export interface SendOptions {
  /** The place of the refused save that this one replaces. */
  instead?: number
  /** Codes of the warnings that are confirmed. */
  confirmed?: readonly string[]
}

/** Saves that survive a lost network: stored on the device before they are sent, and saved exactly once. */
export interface Outbox extends Sender {
  /** The signed-in user's waiting saves, in order. */
  readonly items: ReadonlySignal<readonly Waiting[]>
  /** The number of records in them. */
  readonly count: () => number
  /** Tracked: the waiting saves of one entity, for its lists. */
  waitingFor<E extends Entity>(entity: E): readonly Waiting<E>[]
  /** Loads the sender and sends what is still waiting from an earlier visit. */
  start(): void
}

const unloaded: Failure<never> = { ok: false, status: 0, message: '', errors: {} }

/**
 * The outbox as used by screens; `open` loads the sender.
 * @example
 * const sent = await outbox.send(beds, { garden_id: 4 }, [{ row: 1 }, { row: 2 }])
 * if (!sent.ok) show(messageOf(sent))
 * else toast.success(sent.waiting ? safeLabel(outbox.count()) : 'Saved.')
 */
export function createOutbox(
  open: (items: Signal<readonly Waiting[]>) => Promise<Sender>,
  confirm?: ConfirmWarnings,
): Outbox {
  const items = signal<readonly Waiting[]>([])
  let opened: Promise<Sender> | undefined
  const post = () =>
    (opened ??= open(items).catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  return {
    items,
    count: () => items.value.reduce((sum, { drafts }) => sum + drafts.length, 0),
    waitingFor: <E extends Entity>({ name }: E) =>
      // Safe because items are stored under the name of their entity.
      items.value.filter(({ entity }) => entity === name) as readonly Waiting<E>[],
    start: () => void post().catch(() => {}),
    async send(entity, params, drafts, options = {}) {
      const there = await post().catch(() => null)
      if (!there) return unloaded
      return confirming(confirm, (confirmed) => there.send(entity, params, drafts, { ...options, confirmed }))
    },
    retry: async (at) => (await post()).retry(at),
    discard: async (at) => (await post()).discard(at),
    wake: async () => (await post()).wake(),
    dispose: () => void opened?.then((there) => there.dispose()),
  }
}
