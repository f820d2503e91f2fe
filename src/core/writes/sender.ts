import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'
import { same } from '../store/merge.ts'
import { createAttempt, type Attempted } from './attempt.ts'
import { following, overTheirs } from './conflicts.ts'
import { createDelivery, idsOf, isRefusal, isSignedOut, type DeliveryDeps } from './deliver.ts'
import { createDirect } from './direct.ts'
import { dependsOn, resolved, temporaryIn, type Mutation, type Waiting } from './mutation.ts'
import { showPending } from './overlay.ts'
import { isKeepable, prepare } from './prepare.ts'
import { startRetryLoop } from './retry-loop.ts'
import { createStorage } from './storage.ts'
import { createTabLock } from './tab-lock.ts'
import type { Sender } from './writes.ts'

/** How long a screen waits for the answer to a change before it is left to the queue, in milliseconds. */
const PATIENCE = 8000
/** Under version 0.1's name, so that what it kept is sent. */
const NAME = 'plumbline outbox'

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
  database = NAME,
  patience = PATIENCE,
  pause,
  ...deps
}: Deps): Sender {
  const { store } = deps
  const storage = createStorage(database)
  const attempt = createAttempt({ store, storage, delivery: createDelivery(deps) })
  const tabLock = createTabLock(database, () => void load())
  const retryLoop = startRetryLoop(tabLock.alone, () => sendAll().finally(show), pause)
  const direct = createDirect({ store, storage, tabLock, attempt, settle, changed, retryLoop, patience })
  const stopShowing = showPending(items, store)
  const ids = signal<ReadonlyMap<Id, Id>>(new Map())
  let sending: number | null = null
  let showing = Promise.resolve()
  let over = false

  const isHere = (person: Id) => !over && user.peek()?.id === person

  /** Shows what is kept for this person, except what a screen waits for; resolves when the latest state is shown. */
  function show(): Promise<void> {
    const mine: Promise<void> = read().then((kept) => (mine === showing ? publish(kept) : showing))
    showing = mine
    return mine
  }
  async function read(): Promise<readonly Mutation[]> {
    const person = user.peek()?.id
    return person === undefined ? [] : storage.all(person).catch(() => [])
  }
  function publish(kept: readonly Mutation[]): void {
    if (over) return
    const queued = kept.filter(({ key }) => !direct.isAwaited(key))
    items.value = queued.map((item) => ({
      ...item,
      state: item.refused ? 'refused' : item.at === sending || direct.isLate(item.key) ? 'sending' : 'waiting',
      waitsFor: queued.find((other) => other.refused && other.at < item.at && dependsOn(item, other))?.at,
    }))
  }
  async function load(): Promise<void> {
    const known = await storage.ids().catch(() => ids.peek())
    if (!same([...known], [...ids.peek()])) ids.value = known
    await show()
  }
  async function changed(): Promise<void> {
    tabLock.tell()
    await show()
  }

  /**
   * False when something has to be retried. A change that fails because of the server keeps its place and does not block
   * others; uploads come last, because they take longest.
   */
  async function sendAll(): Promise<boolean> {
    const person = user.peek()?.id
    if (person === undefined) return true
    const waiting = async () => (await storage.all(person)).filter(({ refused }) => !refused)
    // Another user may have signed in meanwhile, so ask the server.
    if ((await waiting()).length && (!(await ask()) || !isHere(person))) return false
    const tried = new Set<number>()
    // While the outcome of one change to a record is unknown, later changes to the same record have to wait.
    const unsettled = new Map<number, Mutation>()
    let all = true
    const next = async () => {
      const left = (await waiting()).filter(({ at }) => !tried.has(at))
      return left.find(({ verb }) => verb !== 'upload') ?? left[0]
    }
    for (let item = await next(); item && isHere(person); item = await next()) {
      tried.add(item.at)
      const current = resolved(item, ids.peek())
      const outcome = isBlocked(current, unsettled.values()) ? 'blocked' : await sendQueued(current)
      if (outcome === 'stop') return false
      if (outcome === 'later') all = false
      if (outcome !== 'done') unsettled.set(current.at, current)
      else for (const at of unsettled.keys()) if (isFree(at)) tried.delete(at)
    }
    return all

    /** Whether something that was blocked can be sent by now, because what it belongs to has been created. */
    function isFree(at: number): boolean {
      const blocked = unsettled.get(at)
      if (!blocked || !temporaryIn(blocked).size || temporaryIn(resolved(blocked, ids.peek())).size) return false
      return unsettled.delete(at)
    }
  }

  const isBlocked = (item: Mutation, unsettled: Iterable<Mutation>) =>
    temporaryIn(item).size > 0 || [...unsettled].some((one) => one.at < item.at && dependsOn(item, one))

  async function sendQueued(item: Mutation): Promise<Outcome> {
    const entity = store.entities.find(({ name }) => name === item.entity)
    // It was stored by another version of the app in the same browser, and this one does not have the entity.
    if (!entity || direct.isAwaited(item.key)) return 'later'
    const attempted = await tabLock.exclusively(item.key, () => {
      sending = item.at
      void show()
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
    if (!answer.ok) await storage.change(item.at, (kept) => ({ ...kept, ...item, refused: answer })).catch(() => {})
    else {
      const known = idsOf(item, answer.data)
      const all = known.size ? new Map([...ids.peek(), ...known]) : ids.peek()
      const follow = following(item, answer.data)
      const later = (kept: Mutation) =>
        kept.user === item.user && !kept.attempted ? follow(resolved(kept, all)) : kept
      await storage.settle(item.at, known, later).catch(() => {})
      if (known.size) ids.value = all
    }
    await changed()
  }

  /** What cannot be sent without another kept change, because that creates what it belongs to. */
  function dependentsOf(at: number): readonly Waiting[] {
    const needed = new Set(items.peek().find((item) => item.at === at)?.made)
    const found: Waiting[] = []
    for (const item of items.peek()) {
      if (item.at <= at || ![...temporaryIn(item)].some((id) => needed.has(id))) continue
      found.push(item)
      for (const id of item.made) needed.add(id)
    }
    return found
  }

  let shown: Id | undefined
  const loaded = load()
  const stop = effect(() => {
    const person = user.value?.id
    // Read only to subscribe.
    void reconnected.value
    if (person !== shown) items.value = []
    shown = person
    void loaded.then(show)
    void retryLoop.wake()
  })

  return {
    ids,
    async commit(change, { confirmed = [], online = false, ...options } = {}) {
      await loaded
      if (over) return { ok: false, status: 0, message: '', errors: {} }
      const person = user.peek()?.id
      if (person === undefined) return { ok: false, status: 401, message: '', errors: {} }
      const { entity } = change
      const instead = items.peek().find(({ at }) => at === options.instead)
      const item = prepare(store, change, { user: person, confirmed, ids: ids.peek(), instead })
      if (online || !isKeepable(change)) return direct.sendOnline(entity, item, options)
      const last = { ...item, key: '', at: options.instead ?? Number.POSITIVE_INFINITY }
      const earlier = items.peek().filter(({ refused }) => !refused)
      const mustWait = isBlocked(last, earlier) || navigator.onLine === false
      return mustWait ? direct.keep(entity, item, options) : direct.send(entity, item, options)
    },
    async retry(at) {
      await storage.change(at, overTheirs)
      await changed()
      await retryLoop.wake()
    },
    async discard(at) {
      for (const one of [...dependentsOf(at).map((item) => item.at), at]) await storage.change(one, () => undefined)
      await changed()
    },
    dependentsOf,
    wake: retryLoop.wake,
    dispose() {
      over = true
      retryLoop.stop()
      stop()
      stopShowing()
      tabLock.close()
    },
  }
}
