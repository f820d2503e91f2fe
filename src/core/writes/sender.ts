import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'
import { same } from '../store/merge.ts'
import { createAttempt, type Attempted } from './attempt.ts'
import { following, overTheirs } from './conflicts.ts'
import { dependentsIn } from './dependents.ts'
import { createDelivery, idsOf, type DeliveryDeps } from './deliver.ts'
import { createDirect } from './direct.ts'
import { neededBy, randomKey, resolved, touchedBy, type Mutation, type Waiting } from './mutation.ts'
import { showPending } from './overlay.ts'
import { isKeepable, prepare } from './prepare.ts'
import { refusalOf } from './rules.ts'
import { createKnownIds } from './known-ids.ts'
import { createProgress } from './progress.ts'
import { createQueue, type Queue } from './queue.ts'
import { startRetryLoop } from './retry-loop.ts'
import { createRounds } from './rounds.ts'
import { OUTBOX } from './count-waiting.ts'
import { createStorage } from './storage.ts'
import { createTabLock } from './tab-lock.ts'
import { createTakeBack } from './take-back.ts'
import { madeBy } from './undoable.ts'
import type { Sender } from './writes.ts'

/** How long a screen waits for the answer to a change before it is left to the queue, in milliseconds. */
const PATIENCE = 8000

interface Deps extends DeliveryDeps {
  user: ReadonlySignal<CurrentUser | null>
  /** Asks the server who is signed in; false when it does not answer. */
  ask: () => Promise<unknown>
  /** Changes when the connection comes or goes. */
  reconnected: ReadonlySignal<unknown>
  items: Signal<readonly Waiting[]>
  /** Called with what is kept as often as that was read or tried. */
  shown?: (items: readonly Waiting[]) => void
  /** The name of the database on this device. */
  database?: string
  /** How long a screen waits, in milliseconds. */
  patience?: number
  /** The pause before the first retry, in milliseconds; each further one is twice as long. */
  pause?: number
}

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
  const delivery = createDelivery(deps)
  const attempt = createAttempt({ store, queue, delivery, renamed })
  const tabLock = createTabLock(database, () => void load())
  const retryLoop = startRetryLoop(tabLock.alone, () => rounds.sendAll().finally(changed), pause)
  const ids = signal<ReadonlyMap<Id, Id>>(new Map())
  const known = createKnownIds({ ids, queue, storage })
  const progress = createProgress(changed, () => queue.size)
  const settle = createSettle({ queue, ids, report: progress.report })
  const direct = createDirect({ store, queue, tabLock, attempt, known, settle, changed, retryLoop, patience })
  const { isAwaited, isOnItsWay } = direct
  const rounds = createRounds({
    store,
    user,
    ask,
    queue,
    tabLock,
    attempt,
    known,
    isOnItsWay,
    settle,
    report: progress.report,
  })
  const show = createShowing({ items, queue, isAwaited, isSending: rounds.isSending, isOnItsWay, shown: deps.shown })
  const stopShowing = showPending(items, store)
  const dependentsOf = (at: number) => dependentsIn(queue, items.peek(), at)
  let over = false

  async function load(): Promise<void> {
    const reloading = queue.reload(user.peek()?.id)
    const all = await storage.ids().catch(() => ids.peek())
    if (!same([...all], [...ids.peek()])) ids.value = all
    await reloading
    if (!over) show()
  }
  function changed(): void {
    progress.noted()
    tabLock.tell()
    if (!over) show()
  }

  let shown: Id | undefined
  const loaded = load()
  const stop = effect(() => {
    const person = user.value?.id
    void reconnected.value // Read only to subscribe.
    if (person !== shown) items.value = []
    if (person !== shown) void queue.reload(person).then(() => over || show())
    shown = person
    void retryLoop.wake()
  })

  const sender: Sender = {
    ids,
    loaded,
    async commit(change, { confirmed = [], below: belowOf, ...options } = {}) {
      await loaded
      await queue.loaded()
      const person = user.peek()
      if (over || !person) return { ok: false, status: over ? 0 : 401, message: '', errors: {} }
      const from = { user: person, ids: ids.peek() }
      const instead = items.peek().find(({ at }) => at === options.instead)
      const item = await known.withKnownIds(prepare(store, change, { ...from, confirmed, instead }))
      const [made] = item.made
      const below = made === undefined ? [] : (belowOf?.(made) ?? [])
      const small = below.filter(isKeepable)
      const unsent = small.map((one) => ({ ...prepare(store, one, { ...from, confirmed: [] }), key: randomKey() }))
      const refusal = () => refusalOf(change, { store, user: person, confirmed })
      const { key, answer, isKept } = await direct.commit(change, item, { ...options, below: unsent, refusal })
      const left = below.flatMap((one, at) => (isKept && small.includes(one) ? [] : [at]))
      if (!answer.ok) return answer
      return { ...answer, ...(left.length > 0 && { left }), ...madeBy(change, { user: person.id, key }, answer.data) }
    },
    person: () => user.peek()?.id,
    undo: (made, confirmed) => takeBack.undo(made, confirmed),
    async retry(at) {
      await queue.change(at, (kept) => {
        const next = overTheirs(kept)
        renamed(kept.key, next.key)
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
      rounds.end()
      progress.stop()
      retryLoop.stop()
      stop()
      stopShowing()
      tabLock.close()
    },
  }
  const isLeaving = ({ at, key }: Mutation) => rounds.isSending(at) || isAwaited(key)
  const takeBack = createTakeBack({ ...sender, store, queue, isLeaving })
  function renamed(from: string, to: string) {
    takeBack.renamed(from, to)
    direct.renamed(from, to)
  }
  return sender
}

interface ShowingDeps {
  items: Signal<readonly Waiting[]>
  queue: Pick<Queue, 'items' | 'touching'>
  isAwaited: (key: string) => boolean
  isSending: (at: number) => boolean
  isOnItsWay: (key: string) => boolean
  shown: Deps['shown'] | undefined
}

/** Shows what is kept for this person, except what a screen waits for. */
function createShowing({ items, queue, isAwaited, isSending, isOnItsWay, shown: follow }: ShowingDeps) {
  /** The stored change that each shown one was made of. */
  const shownOf = new WeakMap<Waiting, Mutation>()
  function stateOf({ refused, at, key }: Mutation): Waiting['state'] {
    if (refused) return 'refused'
    return isSending(at) || isOnItsWay(key) ? 'sending' : 'waiting'
  }
  /** The place of the refused change without which this one cannot be sent. */
  const refusedBefore = (item: Mutation) =>
    queue.touching(neededBy(item)).find((other) => other.refused && other.at < item.at)?.at
  return () => {
    const before = new Map(items.peek().map((item) => [item.at, item]))
    const next: Waiting[] = []
    for (const item of queue.items()) {
      if (isAwaited(item.key)) continue
      const state = stateOf(item)
      const waitsFor = refusedBefore(item)
      const shown = before.get(item.at)
      const isSame = shown && shownOf.get(shown) === item && shown.state === state && shown.waitsFor === waitsFor
      const waiting: Waiting = isSame ? shown : { ...item, state, waitsFor }
      shownOf.set(waiting, item)
      next.push(waiting)
    }
    items.value = next
    follow?.(next)
  }
}

interface SettleDeps {
  queue: Pick<Queue, 'change' | 'settle'>
  ids: Signal<ReadonlyMap<Id, Id>>
  report: () => void
}

/** Takes an answered change out of the queue, or notes why it was refused, and prepares those that depend on it. */
const createSettle =
  ({ queue, ids, report }: SettleDeps) =>
  async ({ answer, item }: Attempted): Promise<void> => {
    // If it cannot be deleted, it is sent again later with the same key, which changes nothing.
    if (!answer.ok) await queue.change(item.at, (kept) => ({ ...kept, ...item, refused: answer })).catch(() => {})
    else {
      const made = idsOf(item, answer.data)
      const all = made.size ? new Map([...ids.peek(), ...made]) : ids.peek()
      const follow = following(item, answer.told ?? answer.data)
      const later = (kept: Mutation) =>
        kept.user === item.user && !kept.attempted ? follow(resolved(kept, all)) : kept
      await queue.settle(item.at, made, touchedBy(item), later).catch(() => {})
      if (made.size) ids.value = all
    }
    report()
  }
