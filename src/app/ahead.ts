import { fetchAhead } from '#core/kept/ahead.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Services } from '#blocks/services/services.tsx'
import { addDays } from '#lib/days.ts'

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
 * Fetches ahead what a person may need without a connection: when there is one, when something may have been missed, and
 * what is old every hour. Not on connections where data costs money.
 */
export function startAhead(services: Services, get: Parameters<typeof fetchAhead>[0]['get']): void {
  const { registry, session, store, api, offer, queries, kept, today, connection } = services
  const { ahead, pictures, entities } = registry
  if (!ahead || !globalThis.indexedDB) return
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchPicture(path: string) {
    // Without the service worker nothing keeps them.
    if (!navigator.serviceWorker?.controller) return
    await fetch(api.urlOf(path), { credentials: 'include', priority: 'low' }).catch(() => {})
  }
  async function run(force: boolean) {
    const user = session.user.peek()
    if (!user || !ahead || !mayUseData()) return
    const deps = {
      get,
      store,
      queries,
      reading: api.reading,
      kept,
      entities,
      user,
      ahead,
      pictures,
      supports: offer.supports,
      finds: (entity: Entity) => offer.finds(entity, {}),
      dayFrom: (days: number) => addDays(today.peek(), days),
      fetchPicture,
      idle,
      mayGoOn: () => session.user.peek()?.id === user.id && navigator.onLine && mayUseData(),
    }
    const work = () => fetchAhead(deps, { force })
    if (!navigator.locks) return work()
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
    })
  }
  for (const entity of entities) {
    if (!entity.offline) continue
    const misses = store.missedOf(entity)
    const known = misses.peek()
    misses.subscribe((count) => {
      if (count === known) return
      clearTimeout(timer)
      timer = setTimeout(() => void run(true), AFTER_MISSED)
    })
  }
  setInterval(() => void run(false), HOUR)
  // Live events connect when someone signs in, and when the network is back.
  connection.subscribe((state) => {
    if (state === 'connected') setTimeout(() => void run(false), AFTER_SCREEN)
  })
}

/** False where the person asked to save data. */
function mayUseData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return !(typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData)
}

/** Resolves when the page is idle, some time after the last request. */
const idle = () =>
  new Promise<void>((resolve) =>
    setTimeout(
      () => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve(), { timeout: IDLE }) : resolve()),
      PAUSE,
    ),
  )
