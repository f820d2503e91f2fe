import type { ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Store } from '../store/store.ts'
import type { Attempted, createAttempt } from './attempt.ts'
import { isRefusal, isSignedOut, type Answer } from './deliver.ts'
import type { createKnownIds } from './known-ids.ts'
import { hasPath, isFileFor, neededBy, type Mutation } from './mutation.ts'
import type { Queue } from './queue.ts'
import type { TabLock } from './tab-lock.ts'

/** What was kept by a version of the app that knew other kinds of records. */
const OF_ANOTHER_VERSION: Answer = {
  ok: false,
  status: 422,
  message: 'Another version of the app kept this, and this one cannot send it.',
  errors: {},
}

type Outcome = 'done' | 'blocked' | 'later' | 'stop'

interface Deps {
  store: Store
  user: ReadonlySignal<{ readonly id: Id } | null>
  /** Asks the server who is signed in; false when it does not answer. */
  ask: () => Promise<unknown>
  queue: Queue
  tabLock: TabLock
  attempt: ReturnType<typeof createAttempt>
  known: ReturnType<typeof createKnownIds>
  /** Whether the screen that made it has sent it, and it is not answered yet. */
  isOnItsWay: (key: string) => boolean
  /** Takes an answered change out of the queue, or notes why it was refused. */
  settle: (attempted: Attempted) => Promise<void>
  /** Called when another change is being sent. */
  report: () => void
}

/** What was tried in a round, and what later changes to the same record have to wait for, since its outcome is unknown. */
interface Round {
  readonly tried: Set<number>
  readonly unsettled: Set<number>
}

/** Sends what is kept, in rounds. */
export function createRounds({ store, user, ask, queue, tabLock, attempt, known, isOnItsWay, settle, report }: Deps) {
  let sending: number | null = null
  let over = false

  const isHere = (person: Id) => !over && user.peek()?.id === person
  const entityOf = (item: Mutation) => store.entities.find(({ name }) => name === item.entity)
  const tableOf = (item: Mutation) => entityOf(item)?.table ?? ''

  /** The first one that has not been tried; uploads come last, except those that an action may need. */
  function next({ tried }: Round): Mutation | undefined {
    const uploads: Mutation[] = []
    for (const item of queue.items()) {
      if (item.refused || tried.has(item.at)) continue
      if (item.verb !== 'upload') return uploads.find((upload) => isFileFor(upload, item, tableOf(item))) ?? item
      uploads.push(item)
    }
    return uploads[0]
  }

  function isBlocked(item: Mutation, { unsettled }: Round): boolean {
    const isUnsettled = ({ at }: Mutation) => at < item.at && unsettled.has(at)
    const table = tableOf(item)
    const needed = [
      ...queue.touching(neededBy(item)),
      ...[...queue.items()].filter((one) => isFileFor(one, item, table)),
    ]
    return known.awaitsRecord(item) || needed.some(isUnsettled)
  }

  async function sendOne(item: Mutation): Promise<Outcome> {
    const entity = entityOf(item)
    if (isOnItsWay(item.key)) return 'later'
    if (!entity || !hasPath(entity, item)) {
      await settle({ answer: OF_ANOTHER_VERSION, item })
      return 'done'
    }
    const attempted = await tabLock.exclusively(item.key, () => {
      sending = item.at
      report()
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

  /**
   * False when something has to be retried. A change that fails because of the server keeps its place and does not block
   * others; uploads come last, because they take longest.
   */
  async function sendAll(): Promise<boolean> {
    const person = user.peek()?.id
    if (person === undefined) return true
    const round: Round = { tried: new Set(), unsettled: new Set() }
    await queue.reload(person)
    // Another user may have signed in meanwhile, so ask the server.
    if (next(round) && (!(await ask()) || !isHere(person))) return false
    let all = true
    for (let item = next(round); item && isHere(person); item = next(round)) {
      round.tried.add(item.at)
      const latest = await queue.latest(item.at).catch(() => item)
      if (!latest || latest.refused) continue
      const current = await known.withKnownIds(latest)
      // What was blocked can be sent once the record it belongs to has been created.
      const below = queue.touching(current.made.map(String))
      const outcome = isBlocked(current, round) ? 'blocked' : await sendOne(current)
      if (outcome === 'stop') return false
      if (outcome === 'later') all = false
      if (outcome !== 'done') round.unsettled.add(current.at)
      else for (const { at } of below) if (round.unsettled.delete(at)) round.tried.delete(at)
    }
    return all
  }

  return { sendAll, isSending: (at: number) => at === sending, end: () => void (over = true) }
}
