import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Failure } from '../resource/result.ts'
import type { Store } from '../store/store.ts'
import type { Attempted, createAttempt } from './attempt.ts'
import { isRefusal, type Answer } from './deliver.ts'
import type { createKnownIds } from './known-ids.ts'
import { neededBy, randomKey, type Change, type Mutation } from './mutation.ts'
import { pendingOf } from './pending.ts'
import { completed, contentOf, isKeepable, type Unsent } from './prepare.ts'
import type { Queue } from './queue.ts'
import type { RetryLoop } from './retry-loop.ts'
import type { TabLock } from './tab-lock.ts'
import type { CommitOptions } from './writes.ts'

const NEEDS_CONNECTION = 'This needs a connection.'
const NO_ROOM = 'This device has no room for this change. Stay on this page and connect.'
const NO_STORAGE = 'This browser keeps nothing. Changes need a connection here.'

interface Deps {
  store: Store
  queue: Pick<Queue, 'put' | 'change' | 'touching'>
  tabLock: TabLock
  attempt: ReturnType<typeof createAttempt>
  known: ReturnType<typeof createKnownIds>
  /** Takes an answered change out of the queue, or notes why it was refused. */
  settle: (attempted: Attempted) => Promise<void>
  /** Shows what is kept, here and in other tabs. */
  changed: () => void
  retryLoop: RetryLoop
  /** How long a screen waits for an answer, in milliseconds. */
  patience: number
}

/** A change that was sent by its screen. */
interface Way {
  /** Whether the screen still waits for the answer; until it no longer does, the queue does not show the change. */
  isAwaited: boolean
}

interface State extends Deps {
  /** The changes on their way, which the queue does not send, by each key they have had: what is stored may have any. */
  readonly ways: Map<string, Way>
  /** Keys of changes that are not stored, by their content, for as long as their outcome is unknown. */
  readonly open: Map<string, string>
}

/** An answer, and whether the change and what is below it were stored on the device meanwhile. */
export interface Sent {
  /** What the change is sent under. */
  readonly key: string
  readonly answer: Answer
  readonly isKept: boolean
}

/** How a change is sent, with what belongs to the record that it creates. */
export interface SendOptions extends Omit<CommitOptions, 'below'> {
  readonly below: readonly Unsent[]
  /** Why the server would refuse it, as far as the device knows; asked before it is left to the queue. */
  readonly refusal: () => Failure<never> | null
}

/** The screen that made a change waits for its answer, or leaves it to the queue. */
export function createDirect(deps: Deps) {
  const state: State = { ...deps, ways: new Map(), open: new Map() }
  const { queue, known, ways } = state
  const isAwaited = (key: string) => ways.get(key)?.isAwaited === true
  return {
    isAwaited,
    isOnItsWay: (key: string) => ways.has(key),
    /** Notes that a change goes on under another key. */
    renamed(from: string, to: string) {
      const way = ways.get(from)
      if (way) ways.set(to, way)
    },
    /** Sends a change at once, or leaves it to the queue. */
    async commit(
      change: Change,
      item: Omit<Unsent, 'key'>,
      { online = false, later = false, ...options }: SendOptions,
    ): Promise<Sent> {
      const { entity } = change
      if (online || !isKeepable(change)) return sendOnline(state, entity, item, options)
      if (later) {
        const kept = await keep(state, entity, item, options)
        // A device without room or storage leaves sending it at once.
        if (kept.isKept || (!kept.answer.ok && kept.answer.status !== 0)) return kept
      }
      const place = options.instead ?? Number.POSITIVE_INFINITY
      const isEarlier = (one: Mutation) => !one.refused && one.at < place && !isAwaited(one.key)
      const needed = neededBy({ ...item, key: '', at: place })
      const mustWait = known.awaitsRecord(item) || queue.touching(needed).some(isEarlier) || navigator.onLine === false
      return mustWait ? keep(state, entity, item, options) : send(state, entity, item, options)
    },
  }
}

/** Notes that a change is no longer on its way, by whatever key. */
function arrived({ ways }: State, way: Way | undefined) {
  for (const [key, one] of ways) if (one === way) ways.delete(key)
}

function note({ open }: State, item: Unsent, answer: Answer) {
  if (answer.ok || isRefusal(answer)) open.delete(contentOf(item))
  else open.set(contentOf(item), item.key)
}

const keyed = ({ open }: State, item: Omit<Unsent, 'key'>): Unsent => ({
  ...item,
  key: open.get(contentOf(item)) ?? randomKey(),
})

/** Stores a change, and with it those below it. */
async function put(
  { queue }: State,
  item: Unsent,
  { instead, below }: Pick<SendOptions, 'instead' | 'below'>,
): Promise<readonly [Mutation, ...Mutation[]] | Failure<never>> {
  const first = instead === undefined ? item : { ...item, at: instead }
  return queue.put(first, below).catch((error: unknown): Failure<never> => {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return { ok: false, status: 0, message: isFull ? NO_ROOM : NO_STORAGE, errors: {} }
  })
}

/** Sends it while its screen waits; the device's copy is made beside it, in case no answer comes. */
async function send(
  state: State,
  entity: Entity,
  change: Omit<Unsent, 'key'>,
  { instead, below, refusal, ...options }: SendOptions,
): Promise<Sent> {
  const { store, tabLock, attempt, retryLoop, patience, ways } = state
  const item = { ...completed(store, entity, keyed(state, change)), attempted: true }
  const { key } = item
  const way = { isAwaited: true }
  ways.set(key, way)
  const putting = put(state, item, { instead, below })
  const place = async () => {
    const kept = await putting
    return 'ok' in kept ? 0 : kept[0].at
  }
  const sending = tabLock
    .exclusively(item.key, () => attempt(entity, { ...item, at: 0 }, options, place))
    .then(async (attempted) => attempted && { ...attempted, item: { ...attempted.item, at: await place() } })
  // An upload shows how far it is, so its screen waits as long as that goes on.
  const attempted = await (item.verb === 'upload' ? sending : Promise.race([sending, after(patience)]))
  const kept = await putting
  const isKept = !('ok' in kept)
  if (attempted && (isAnswered(attempted.answer, instead) || options.signal?.aborted)) {
    await finish(state, attempted, instead, isKept ? kept.slice(1) : [])
    return { key, answer: attempted.answer, isKept }
  }
  if (!isKept) {
    const { answer } = attempted ?? (await sending) ?? { answer: kept }
    arrived(state, way)
    note(state, item, answer)
    return { key, answer: answer.ok || answer.status !== 0 ? answer : kept, isKept }
  }
  // While the server may still answer, it decides.
  const refused = attempted && refusal()
  if (refused) {
    await finish(state, { ...attempted, answer: refused }, instead, kept.slice(1))
    return { key, answer: refused, isKept: false }
  }
  way.isAwaited = false
  if (attempted) arrived(state, way)
  const answer = await leave(state, entity, attempted?.item ?? kept[0])
  if (attempted) retryLoop.later()
  else void sending.finally(() => arrived(state, way)).then((later) => later && finishLate(state, later))
  return { key, answer, isKept }
}

/** The screen shows a refusal itself, with what was typed; a change that was refused before also stays in the queue. */
async function finish(state: State, attempted: Attempted, instead: number | undefined, below: readonly Mutation[]) {
  const { queue, settle, changed, retryLoop, ways } = state
  const { answer, item } = attempted
  const way = ways.get(item.key)
  note(state, item, answer)
  if (answer.ok && instead === undefined) {
    // Its screen does not have to wait until the device's copy is deleted.
    void settle(attempted).finally(() => {
      arrived(state, way)
      if (!below.length) return
      changed()
      void retryLoop.go()
    })
    return
  }
  arrived(state, way)
  if (answer.ok || (instead !== undefined && isRefusal(answer))) return settle(attempted)
  // What was to belong to it is in the form again, as it is.
  for (const { at } of [...below, item]) await queue.change(at, () => undefined).catch(() => {})
  return changed()
}

async function finishLate({ settle, changed, retryLoop }: State, attempted: Attempted) {
  if (attempted.answer.ok || isRefusal(attempted.answer)) await settle(attempted)
  else {
    changed()
    retryLoop.later()
  }
}

/** Leaves a stored change to the queue. Its result are the records as they are shown meanwhile. */
async function leave({ store, changed }: State, entity: Entity, kept: Mutation): Promise<Answer> {
  // Requested once something depends on it: otherwise browsers may delete stored data when the disk is full.
  if ('storage' in navigator) void navigator.storage.persist?.()
  const { base } = store.of(entity)
  const shown = pendingOf(kept, store).filter((pending) => pending.entity === entity)
  const data = shown.flatMap(({ id, layer }) => layer(base(id)) ?? unknownRecord(kept, id))
  changed()
  return { ok: true, data, waiting: true }
}

/** Keeps a change that cannot be sent now. */
async function keep(state: State, entity: Entity, change: Omit<Unsent, 'key'>, options: SendOptions): Promise<Sent> {
  const item = keyed(state, change)
  const refused = options.refusal()
  if (refused) return { key: item.key, answer: refused, isKept: false }
  const kept = await put(state, item, options)
  if ('ok' in kept) return { key: item.key, answer: kept, isKept: false }
  const answer = await leave(state, entity, kept[0])
  if (navigator.onLine !== false) void state.retryLoop.go()
  return { key: item.key, answer, isKept: true }
}

/** Sends what may not be kept: its screen waits, however long that takes. */
async function sendOnline(
  state: State,
  entity: Entity,
  change: Omit<Unsent, 'key'>,
  { below: _, refusal: __, ...options }: SendOptions,
): Promise<Sent> {
  const item = { ...completed(state.store, entity, keyed(state, change)), attempted: true }
  const { answer } = await state.attempt(entity, { ...item, at: 0 }, options)
  note(state, item, answer)
  const isAway = !answer.ok && answer.status === 0
  return { key: item.key, answer: isAway ? { ...answer, message: NEEDS_CONNECTION } : answer, isKept: false }
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))

/**
 * Whether the server has answered the change itself. After a 500 its outcome is unknown, but nothing is gained by
 * waiting: the screen says so, and the same is sent again under the same key. What replaces a refused change waits even
 * so: its place in the queue is the only one where it is kept.
 */
const isAnswered = (answer: Answer, instead: number | undefined) =>
  answer.ok || isRefusal(answer) || (answer.status === 500 && instead === undefined)

/** What is known of a changed record that is not on the device. */
function unknownRecord({ verb, drafts }: Mutation, id: number): RecordOf<Entity>[] {
  const draft = verb === 'delete' ? undefined : drafts.find((one) => one.id === id)
  return draft ? [{ ...draft, id } as RecordOf<Entity>] : []
}
