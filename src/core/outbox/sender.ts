import { effect, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { CurrentUser, Id } from '../access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../entity/entity.ts'
import { randomKey } from '../resource/idempotency.ts'
import { confirmedIn } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import { createDelivery, isRefusal, isSignedOut, type Answer } from './deliver.ts'
import type { Kept, Sender, SendOptions, Sent, Waiting } from './outbox.ts'
import { startRetryLoop } from './retry-loop.ts'
import { createStorage } from './storage.ts'
import { createTabLock } from './tab-lock.ts'
import { following, onVersion, overTheirs } from './versions.ts'

const PATIENCE = 10_000
const NAME = 'plumbline outbox'

interface Deps {
  http: $Fetch
  store: Store
  entities: readonly Entity[]
  user: ReadonlySignal<CurrentUser | null>
  /** Asks the server who is signed in; false when it does not answer. */
  ask: () => Promise<unknown>
  /** Changes when the connection comes or goes. */
  reconnected: ReadonlySignal<unknown>
  items: Signal<readonly Waiting[]>
  /** The name of the database on this device. */
  database?: string
  /** How long a dialog waits for the response to a save before it is left to the outbox, in milliseconds. */
  patience?: number
  /** The pause before the first retry, in milliseconds; each further one is twice as long. */
  pause?: number
}

/** The records that a save changes, by entity and id. */
const recordsOf = ({ entity, drafts }: Kept): string[] => drafts.flatMap(({ id }) => (id ? [`${entity} ${id}`] : []))

/** A save that a dialog is waiting for, which shows a refusal itself. */
interface Held {
  item: Kept
  /** Whether it was refused before, in which case it stays in the outbox when it is refused again. */
  again: boolean
  answer: (sent: Answer) => void
}

/**
 * Stores saves on the device, then sends them in order, from one tab at a time, whenever the network may be up and the
 * user is signed in.
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
  const storage = createStorage(database)
  const deliver = createDelivery(deps)
  const tabLock = createTabLock(database, () => void show())
  const retryLoop = startRetryLoop(tabLock.alone, () => sendAll().finally(show), pause)
  const held = new Map<number, Held>()
  /** Keys of saves that could not be stored, by their content, for as long as their outcome is unknown. */
  const unkept = new Map<string, string>()
  let sending: number | null = null
  let shows = 0
  let over = false

  const isHere = (person: Id) => !over && user.peek()?.id === person

  async function show(): Promise<void> {
    const person = user.peek()?.id
    const turn = ++shows
    const kept = person === undefined ? [] : await storage.all(person).catch(() => [])
    if (turn !== shows || over) return
    items.value = kept
      .filter(({ at }) => !held.has(at))
      .map((item) => ({ ...item, state: item.refused ? 'refused' : item.at === sending ? 'sending' : 'waiting' }))
  }
  const changed = async () => {
    tabLock.tell()
    await show()
  }

  /**
   * False when something has to be retried. A save that fails because of the server keeps its place and does not block
   * others.
   */
  async function sendAll(): Promise<boolean> {
    const person = user.peek()?.id
    if (person === undefined) return true
    let item = await storage.next(person, 0)
    // Unless the user is saving something right now, another user may have signed in meanwhile, so ask the server.
    if (item && !held.size && (!(await ask()) || !isHere(person))) return false
    const tried = new Set<number>()
    // While the outcome of one change to a record is unknown, later changes to the same record have to wait.
    const unsettled = new Set<string>()
    let all = true
    for (; item && isHere(person); item = await storage.next(person, item.at)) {
      tried.add(item.at)
      const records = recordsOf(item)
      const outcome = records.some((record) => unsettled.has(record)) ? 'later' : await attempt(item)
      if (outcome === 'stop') return false
      if (outcome === 'answered') continue
      all = false
      for (const record of records) unsettled.add(record)
    }
    // Another tab sent it first. Sent again with the same key, it gets the same response.
    for (const { item } of held.values()) if (!tried.has(item.at) && isHere(item.user)) await attempt(item)
    return all
  }

  async function attempt(item: Kept): Promise<'answered' | 'later' | 'stop'> {
    sending = item.at
    void show()
    // Send it even if it cannot be marked, since it has been stored before.
    if (!item.attempted) await storage.change(item.at, (kept) => ({ ...kept, attempted: true })).catch(() => {})
    const answer = await deliver(item)
    sending = null
    if (over) return 'stop'
    if (!answer.ok && !isRefusal(answer)) return answer.status === 0 || isSignedOut(answer) ? 'stop' : 'later'
    const holder = held.get(item.at)
    held.delete(item.at)
    const stays = !answer.ok && (!holder || holder.again)
    // If it cannot be deleted, it is sent again later with the same key, which changes nothing.
    await storage.change(item.at, (kept) => (stays ? { ...kept, refused: answer } : undefined)).catch(() => {})
    if (answer.ok) await rebase(item, answer.data).catch(() => {})
    await changed()
    holder?.answer(answer)
    return 'answered'
  }

  async function rebase(item: Kept, saved: readonly RecordOf<Entity>[]): Promise<void> {
    const follow = following(item, saved)
    if (!follow) return
    for (const { at, entity } of await storage.all(item.user))
      if (at > item.at && entity === item.entity) await storage.change(at, follow)
  }

  function hold(item: Kept, again: boolean): Promise<Sent<Entity>> {
    return new Promise((resolve) => {
      const release = async () => {
        clearTimeout(waiting)
        if (held.get(item.at) !== holder) return
        held.delete(item.at)
        // Requested once something depends on it: otherwise browsers may delete stored data when the disk is full.
        if ('storage' in navigator) void navigator.storage.persist?.()
        await changed()
        resolve({ ok: true, waiting: true })
      }
      const waiting = setTimeout(() => void release(), patience)
      const holder: Held = { item, again, answer: (sent) => resolve(sent.ok ? { ...sent, waiting: false } : sent) }
      held.set(item.at, holder)
      void retryLoop.go().finally(release)
    })
  }

  async function sendUnkept(letter: Omit<Kept, 'at'>, text: string): Promise<Sent<Entity>> {
    const answer = await deliver(letter)
    if (answer.ok || isRefusal(answer)) unkept.delete(text)
    else unkept.set(text, letter.key)
    return answer.ok ? { ...answer, waiting: false } : answer
  }

  async function discard(at: number): Promise<void> {
    await storage.change(at, () => undefined)
    await changed()
  }

  let shown: Id | undefined
  const stop = effect(() => {
    const person = user.value?.id
    // Read only to subscribe.
    void reconnected.value
    if (person !== shown) items.value = []
    shown = person
    void show()
    void retryLoop.wake()
  })

  return {
    async send<E extends Entity>(
      entity: E,
      params: object,
      drafts: readonly DraftOf<E>[],
      { instead, confirmed = [] }: SendOptions = {},
    ) {
      const person = user.peek()?.id
      if (person === undefined) return { ok: false, status: 401, message: '', errors: {} }
      const collection = deps.store.of(entity)
      const stamped = drafts.map((draft) =>
        onVersion(draft, draft.id === undefined ? undefined : collection.peek(draft.id)),
      )
      const text = JSON.stringify([entity.name, params, stamped])
      const letter = {
        user: person,
        entity: entity.name,
        params: { ...params },
        drafts: stamped,
        key: unkept.get(text) ?? randomKey(),
        kept_at: new Date().toISOString(),
        refused: null,
        ...confirmedIn(confirmed),
      }
      const kept = await storage.put(instead === undefined ? letter : { ...letter, at: instead }).catch(() => null)
      const sent = kept ? await hold(kept, instead !== undefined) : await sendUnkept(letter, text)
      if (!kept && sent.ok && instead !== undefined) await discard(instead).catch(() => {})
      // Safe because the response to drafts of an entity contains records of that entity.
      return sent as Sent<E>
    },
    async retry(at) {
      await storage.change(at, overTheirs)
      await changed()
      await retryLoop.wake()
    },
    discard,
    wake: retryLoop.wake,
    dispose() {
      over = true
      retryLoop.stop()
      stop()
      tabLock.close()
    },
  }
}
