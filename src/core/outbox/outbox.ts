import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { DraftOf, Entity, ParamsOf, RecordOf } from '../entity/entity.ts'
import type { Failure } from '../resource/result.ts'
import { confirming, type ConfirmWarnings } from '../resource/warnings.ts'

/** A save as the device keeps it until the server has answered. */
export interface Kept<E extends Entity = Entity> {
  /** Its place in line, as the device's database counts: a clock may be wrong. */
  readonly at: number
  /** Whose it is: nobody else sees it, and it is sent for nobody else. */
  readonly user: Id
  readonly entity: string
  readonly params: Readonly<Record<string, Id | string>>
  readonly drafts: readonly DraftOf<E>[]
  /** The Idempotency-Key: however often it is sent, it is one save. */
  readonly key: string
  /** Codes of the warnings that its person has confirmed. */
  readonly confirmed?: readonly string[]
  /** True from its first sending on: the server may know its key, so neither its drafts nor its key change any more. */
  readonly attempted?: boolean
  /** When, by the device's clock: for people to read. */
  readonly kept_at: string
  /** Why the server did not take it; it is not sent again unless its person says so. */
  readonly refused: Failure<RecordOf<E>[]> | null
}

export interface Waiting<E extends Entity = Entity> extends Kept<E> {
  readonly state: 'waiting' | 'sending' | 'refused'
}

/** What became of a save: the server took it, it is safe on this device and waits, or it failed and is not kept. */
export type Sent<E extends Entity> =
  | { ok: true; waiting: false; data: RecordOf<E>[] }
  | { ok: true; waiting: true }
  | Failure<RecordOf<E>[]>

/** What happens behind the outbox, loaded after the first screen. */
export interface Sender {
  send<E extends Entity>(
    entity: E,
    params: ParamsOf<E>,
    drafts: readonly DraftOf<E>[],
    options?: SendOptions,
  ): Promise<Sent<E>>
  /** Sends one that was refused once more, over the version that stood in its way and in spite of the warnings, if any. */
  retry(at: number): Promise<void>
  /** Forgets one; what has reached the server already stays there. */
  discard(at: number): Promise<void>
  /** Tries everything that waits, now. */
  wake(): Promise<void>
  dispose(): void
}

export interface SendOptions {
  /** The place of the refused one that this is in place of. */
  instead?: number
  /** Codes of the warnings that are confirmed. */
  confirmed?: readonly string[]
}

/** Saves that are not lost where there is no network: kept on the device before they are sent, and sent once. */
export interface Outbox extends Sender {
  /** What waits of whoever is signed in, in order. */
  readonly items: ReadonlySignal<readonly Waiting[]>
  /** How many records that is. */
  readonly count: () => number
  /** Tracked: what waits of one entity, for its lists to show. */
  waitingFor<E extends Entity>(entity: E): readonly Waiting<E>[]
  /** Loads what is behind it and sends what waited for this visit. */
  start(): void
}

const unloaded: Failure<never> = { ok: false, status: 0, message: '', errors: {} }

/**
 * The outbox as screens know it; `open` loads what keeps and sends.
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
      // An item's entity is the name it is kept under.
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
