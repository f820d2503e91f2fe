import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'
import { same } from '../store/merge.ts'
import { createAttempt, type Attempted } from './attempt.ts'
import { following, overTheirs } from './conflicts.ts'
import { dependentsIn } from './dependents.ts'
import { createDelivery, idsOf, isRefusal, isSignedOut, type Answer, type DeliveryDeps } from './deliver.ts'
import { createDirect, type SendOptions, type Sent } from './direct.ts'
import { hasPath, isFileFor, neededBy, randomKey, resolved, touchedBy } from './mutation.ts'
import type { Change, Mutation, Waiting } from './mutation.ts'
import { showPending } from './overlay.ts'
import { isKeepable, prepare, type Unsent } from './prepare.ts'
import { refusalOf } from './rules.ts'
import { createKnownIds } from './known-ids.ts'
import { createProgress } from './progress.ts'
import { createQueue } from './queue.ts'
import { startRetryLoop } from './retry-loop.ts'
import { OUTBOX } from './count-waiting.ts'
import { createStorage } from './storage.ts'
import { createTabLock } from './tab-lock.ts'
import { createTakeBack } from './take-back.ts'
import { madeBy } from './undoable.ts'
import type { Sender } from './writes.ts'

/** How long a screen waits for the answer to a change before it is left to the queue, in milliseconds. */
const PATIENCE = 8000

/** What was kept by a version of the app that knew other kinds of records. */
const OF_ANOTHER_VERSION: Answer = {
  ok: false,
  status: 422,
  message: 'Another version of the app kept this, and this one cannot send it.',
  errors: {},
}

interface Deps extends DeliveryDeps {
  user: ReadonlySignal<CurrentUser | null>
  /** Asks the server who is signed in; false when it does not answer. */
  ask: () => Promise<unknown>
  /** Changes when the connection comes or goes. */
  reconnected: ReadonlySignal<unknown>
  items: Signal<readonly Waiting[]>
  /** The name of the database on this device. */
  database?: string
  /** How long a screen waits, in milliseconds. */
  patience?: number
  /** The pause before the first retry, in milliseconds; each further one is twice as long. */
  pause?: number
}

type Outcome = 'done' | 'blocked' | 'later' | 'stop'

/**
 * Stores changes on the device, then sends them in order, from one tab at a time, whenever the network may be up and the
 * user is signed in. A change made with a network leaves at once.
 */
export function openSender({
  user,
  ask,
  reconnected,
  items,
  database = OUTBOX,
  patience = PATIENCE,
  pause,
  ...deps
}: Deps): Sender {
  const { store } = deps
  const storage = createStorage(database)
  const queue = createQueue(storage)
  const attempt = createAttempt({
    store,
    queue,
    delivery: createDelivery(deps),
    renamed: (from, to) => takeBack.renamed(from, to),
  })
  const tabLock = createTabLock(database, () => void load())
  const retryLoop = startRetryLoop(tabLock.alone, () => sendAll().finally(changed), pause)
  const direct = createDirect({ store, queue, tabLock, attempt, settle, changed, retryLoop, patience })
  const stopShowing = showPending(items, store)
  const ids = signal<ReadonlyMap<Id, Id>>(new Map())
  const { awaitsRecord, withKnownIds } = createKnownIds({ ids, queue, storage })
  const dependentsOf = (at: number) => dependentsIn(queue, items.peek(), at)
  const progress = createProgress(changed, () => queue.size)
  /** The stored change that each shown one was made of. */
  const shownOf = new WeakMap<Waiting, Mutation>()
  let sending: number | null = null
  let over = false

  const isHere = (person: Id) => !over && user.peek()?.id === person

  /** Shows what is kept for this person, except what a screen waits for. */
  function show(): void {
    if (over) return
    const before = new Map(items.peek().map((item) => [item.at, item]))
    const next: Waiting[] = []
    for (const item of queue.items()) {
      if (direct.isAwaited(item.key)) continue
      const state = stateOf(item)
      const waitsFor = refusedBefore(item)
      const shown = before.get(item.at)
      const isSame = shown && shownOf.get(shown) === item && shown.state === state && shown.waitsFor === waitsFor
      const waiting: Waiting = isSame ? shown : { ...item, state, waitsFor }
      shownOf.set(waiting, item)
      next.push(waiting)
    }
    items.value = next
  }
  function stateOf({ refused, at, key }: Mutation): Waiting['state'] {
    if (refused) return 'refused'
    return at === sending || direct.isLate(key) ? 'sending' : 'waiting'
  }
  /** The place of the refused change without which this one cannot be sent. */
  const refusedBefore = (item: Mutation) =>
    queue.touching(neededBy(item)).find((other) => other.refused && other.at < item.at)?.at
  async function load(): Promise<void> {
    const reloading = queue.reload(user.peek()?.id)
    const known = await storage.ids().catch(() => ids.peek())
    if (!same([...known], [...ids.peek()])) ids.value = known
    await reloading
    show()
  }
  function changed(): void {
    progress.noted()
    tabLock.tell()
    show()
  }

  /**
   * False when something has to be retried. A change that fails because of the server keeps its place and does not block
   * others; uploads come last, because they take longest.
   */
  async function sendAll(): Promise<boolean> {
    const person = user.peek()?.id
    if (person === undefined) return true
    const tried = new Set<number>()
    // While the outcome of one change to a record is unknown, later changes to the same record have to wait.
    const unsettled = new Set<number>()
    await queue.reload(person)
    // Another user may have signed in meanwhile, so ask the server.
    if (next() && (!(await ask()) || !isHere(person))) return false
    let all = true
    for (let item = next(); item && isHere(person); item = next()) {
      tried.add(item.at)
      const latest = await queue.latest(item.at).catch(() => item)
      if (!latest || latest.refused) continue
      const current = await withKnownIds(latest)
      // What was blocked can be sent once the record it belongs to has been created.
      const below = queue.touching(current.made.map(String))
      const outcome = isBlocked(current) ? 'blocked' : await sendQueued(current)
      if (outcome === 'stop') return false
      if (outcome === 'later') all = false
      if (outcome !== 'done') unsettled.add(current.at)
      else for (const { at } of below) if (unsettled.delete(at)) tried.delete(at)
    }
    return all

    /** The first one that has not been tried; uploads come last, except those that an action may need. */
    function next(): Mutation | undefined {
      const uploads: Mutation[] = []
      for (const item of queue.items()) {
        if (item.refused || tried.has(item.at)) continue
        if (item.verb !== 'upload') return uploads.find((upload) => isFileFor(upload, item, tableOf(item))) ?? item
        uploads.push(item)
      }
      return uploads[0]
    }
    function isBlocked(item: Mutation): boolean {
      const isUnsettled = ({ at }: Mutation) => at < item.at && unsettled.has(at)
      const table = tableOf(item)
      const needed = [
        ...queue.touching(neededBy(item)),
        ...[...queue.items()].filter((one) => isFileFor(one, item, table)),
      ]
      return awaitsRecord(item) || needed.some(isUnsettled)
    }
  }

  const tableOf = (item: Mutation) => store.entities.find(({ name }) => name === item.entity)?.table ?? ''

  async function sendQueued(item: Mutation): Promise<Outcome> {
    const entity = store.entities.find(({ name }) => name === item.entity)
    if (direct.isAwaited(item.key)) return 'later'
    if (!entity || !hasPath(entity, item)) {
      await settle({ answer: OF_ANOTHER_VERSION, item })
      return 'done'
    }
    const attempted = await tabLock.exclusively(item.key, () => {
      sending = item.at
      progress.report()
      return attempt(entity, item)
    })
    sending = null
    if (over) return 'stop'
    // Another tab is sending it, for someone who waits for the answer.
    if (!attempted) return 'later'
    const { answer } = attempted
    if (!answer.ok && !isRefusal(answer)) return answer.status === 0 || isSignedOut(answer) ? 'stop' : 'later'
    await settle(attempted)
    return 'done'
  }

  /** Takes an answered change out of the queue, or notes why it was refused, and prepares those that depend on it. */
  async function settle({ answer, item }: Attempted): Promise<void> {
    // If it cannot be deleted, it is sent again later with the same key, which changes nothing.
    if (!answer.ok) await queue.change(item.at, (kept) => ({ ...kept, ...item, refused: answer })).catch(() => {})
    else {
      const known = idsOf(item, answer.data)
      const all = known.size ? new Map([...ids.peek(), ...known]) : ids.peek()
      const follow = following(item, answer.data)
      const later = (kept: Mutation) =>
        kept.user === item.user && !kept.attempted ? follow(resolved(kept, all)) : kept
      await queue.settle(item.at, known, touchedBy(item), later).catch(() => {})
      if (known.size) ids.value = all
    }
    progress.report()
  }

  /** Sends a change at once, or leaves it to the queue. */
  async function send(
    change: Change,
    item: Omit<Unsent, 'key'>,
    { online = false, later = false, ...options }: SendOptions,
  ): Promise<Sent> {
    const { entity } = change
    if (online || !isKeepable(change)) return direct.sendOnline(entity, item, options)
    if (later) {
      const kept = await direct.keep(entity, item, options)
      // A device without room or storage leaves sending it at once.
      if (kept.isKept || (!kept.answer.ok && kept.answer.status !== 0)) return kept
    }
    const place = options.instead ?? Number.POSITIVE_INFINITY
    const isEarlier = (one: Mutation) => !one.refused && one.at < place && !direct.isAwaited(one.key)
    const needed = neededBy({ ...item, key: '', at: place })
    const mustWait = awaitsRecord(item) || queue.touching(needed).some(isEarlier) || navigator.onLine === false
    return mustWait ? direct.keep(entity, item, options) : direct.send(entity, item, options)
  }

  let shown: Id | undefined
  const loaded = load()
  const stop = effect(() => {
    const person = user.value?.id
    // Read only to subscribe.
    void reconnected.value
    if (person !== shown) items.value = []
    if (person !== shown) void queue.reload(person).then(show)
    shown = person
    void retryLoop.wake()
  })

  const sender: Sender = {
    ids,
    async commit(change, { confirmed = [], below: belowOf, ...options } = {}) {
      await loaded
      await queue.loaded()
      const person = user.peek()
      if (over || !person) return { ok: false, status: over ? 0 : 401, message: '', errors: {} }
      const known = { user: person, ids: ids.peek() }
      const instead = items.peek().find(({ at }) => at === options.instead)
      const item = await withKnownIds(prepare(store, change, { ...known, confirmed, instead }))
      const [made] = item.made
      const below = made === undefined ? [] : (belowOf?.(made) ?? [])
      const small = below.filter(isKeepable)
      const unsent = small.map((one) => ({ ...prepare(store, one, { ...known, confirmed: [] }), key: randomKey() }))
      const refusal = () => refusalOf(change, { store, user: person, confirmed })
      const { key, answer, isKept } = await send(change, item, { ...options, below: unsent, refusal })
      const left = below.flatMap((one, at) => (isKept && small.includes(one) ? [] : [at]))
      if (!answer.ok) return answer
      return { ...answer, ...(left.length > 0 && { left }), ...madeBy(change, { user: person.id, key }, answer.data) }
    },
    person: () => user.peek()?.id,
    undo: (made, confirmed) => takeBack.undo(made, confirmed),
    async retry(at) {
      await queue.change(at, (kept) => {
        const next = overTheirs(kept)
        takeBack.renamed(kept.key, next.key)
        return next
      })
      changed()
      await retryLoop.wake()
    },
    async discard(at) {
      for (const one of [...dependentsOf(at).map((item) => item.at), at]) await queue.change(one, () => undefined)
      changed()
    },
    dependentsOf,
    wake: retryLoop.wake,
    dispose() {
      over = true
      progress.stop()
      retryLoop.stop()
      stop()
      stopShowing()
      tabLock.close()
    },
  }
  const isLeaving = ({ at, key }: Mutation) => at === sending || direct.isAwaited(key)
  const takeBack = createTakeBack({ ...sender, store, queue, isLeaving })
  return sender
}
