import type { Id } from '#core/access/access.ts'
import { fetchAhead } from '#core/kept/ahead.ts'
import { tellKept } from '#core/kept/files.ts'
import { networkOf } from '#core/kept/network.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Services } from '#blocks/services/services.tsx'
import { addDays } from '#lib/days.ts'
import { isObject } from '#lib/is-object.ts'

/** Milliseconds after something may have been missed before it is fetched ahead again, so that screens come first. */
const AFTER_MISSED = 10_000
/** Milliseconds after connecting in which screens load what they show. */
const AFTER_SCREEN = 2000
const HOUR = 3_600_000
/** The longest wait for an idle moment, and the pause before it, in milliseconds. */
const IDLE = 2000
const PAUSE = 100
/** One tab fetches for all. */
const LOCK = 'plumbline ahead'

/**
 * What kept files may have of the space that the browser gives: a quarter, since what waits to be sent and all else need
 * theirs, and no more than ten jobs of usual size, since the phone is not ours alone.
 */
const [SHARE, MOST] = [0.25, 2 * 2 ** 30]

/**
 * Fetches ahead what a person may need without a connection: when there is one, when something may have been missed, and
 * what is old every hour. Not on connections where data costs money.
 */
export function startAhead(services: Services, get: Parameters<typeof fetchAhead>[0]['get']): void {
  const { registry, session, store, api, offer, queries, kept, keeping, today, connection } = services
  const { ahead: root, entities } = registry
  if (!root || !globalThis.indexedDB) return
  let timer: ReturnType<typeof setTimeout> | undefined

  const network = () => networkOf(told())
  async function run(force: boolean, job: Id | null = null) {
    const user = session.user.peek()
    if (!user || !root || !mayUseData()) return
    const deps = {
      get,
      store,
      queries,
      reading: api.reading,
      kept,
      entities,
      user,
      root,
      keeps: (await Promise.all(registry.keeps.map((load) => load()))).map((one) => one.default),
      isCarried,
      files: {
        keeping,
        urlOf: api.urlOf,
        fetchFile: (path: string) =>
          // The service worker keeps what screens look at by itself, and leaves this to who asks.
          fetch(api.urlOf(path), { credentials: 'include', priority: 'low', cache: 'force-cache' }),
        network,
        budget: async () => Math.min(MOST, ((await navigator.storage?.estimate?.())?.quota ?? 0) * SHARE),
      },
      supports: offer.supports,
      finds: (entity: Entity) => offer.finds(entity, {}),
      dayFrom: (days: number) => addDays(today.peek(), days),
      idle,
      mayGoOn: () => session.user.peek()?.id === user.id && navigator.onLine && mayUseData(),
    }
    const work = () => fetchAhead(deps, { force, job })
    if (!navigator.locks) return work()
    // What a person waits for comes after what another tab does.
    await navigator.locks.request(LOCK, { ifAvailable: job === null }, async (lock) => {
      if (lock) await work()
    })
  }
  /** One after another, a job that is looked at after what everybody needs. */
  let last = Promise.resolve()
  const queued = new Set<Id | null>()
  function next(force: boolean, job: Id | null = null) {
    if (job !== null && queued.has(job)) return
    queued.add(job)
    last = last.then(() => {
      queued.delete(job)
      return run(force, job).catch((error: unknown) => console.warn('What is needed could not be kept here.', error))
    })
  }
  const isCarried = matchMedia('(pointer: coarse)').matches
  keeping.start((job, isChosen) => {
    void tellKept({ kept, keeping, network }, job).then(() => {
      if (job === null) return
      const now = keeping.peek(job)
      const isOld = !now || now.state !== 'rest' || Date.now() - (now.wholeAt ?? 0) > HOUR
      const isKept = isCarried || keeping.allWanted().includes(job)
      if (isChosen || (isOld && isKept && connection.peek() === 'connected')) next(false, job)
    })
  })
  const again = () => next(false)
  const connected = told()
  if (connected instanceof EventTarget) connected.addEventListener('change', again)
  for (const entity of entities) {
    if (!entity.offline) continue
    const misses = store.missedOf(entity)
    const known = misses.peek()
    misses.subscribe((count) => {
      if (count === known) return
      clearTimeout(timer)
      timer = setTimeout(() => next(true), AFTER_MISSED)
    })
  }
  setInterval(() => next(false), HOUR)
  // Live events connect when someone signs in, and when the network is back.
  connection.subscribe((state) => {
    if (state === 'connected') setTimeout(() => next(false), AFTER_SCREEN)
  })
}

/** What the browser tells of the connection. */
const told = () => ('connection' in navigator && isObject(navigator.connection) ? navigator.connection : undefined)

/** False where the person asked to save data. */
const mayUseData = () => told()?.saveData !== true

/** Resolves when the page is idle, some time after the last request. */
const idle = () =>
  new Promise<void>((resolve) =>
    setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: IDLE }) : resolve()),
      PAUSE,
    ),
  )
