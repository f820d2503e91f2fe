import { computed, effect, signal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import { settingsRecords, batchForms, heldReports } from '#blocks/slots.ts'
import { createToday } from '#blocks/today/today.ts'
import { createUploads } from '#blocks/uploads/uploads.ts'
import { createWarnings } from '#blocks/warnings/warnings.tsx'
import type { Registry } from '#core/module/registry.ts'
import type { Realtime } from '#core/realtime/bind-realtime.ts'
import type { ConnectionState } from '#core/realtime/connection.ts'
import { idle } from '#lib/idle.ts'
import { onExport } from '#lib/csv.ts'
import { createWrites } from '#core/writes/writes.ts'
import { createKeeping } from '#core/kept/keeping.ts'
import { createLazyKept } from '#core/kept/lazy.ts'
import { createDrafts } from '#core/drafts/drafts.ts'
import { createShown } from '#core/kept/shown.ts'
import { createApi } from '#core/resource/api.ts'
import { createOffer, type Offer } from '#core/resource/offer.ts'
import { createQueries } from '#core/resource/queries.ts'
import { call, type Result } from '#core/resource/result.ts'
import { createStore } from '#core/store/store.ts'
import type { Session } from '#core/session/session.ts'
import { withOwnAreas } from '#core/access/access.ts'
import type { PublicApp } from './create-public-services.ts'

/** Creates and connects the services of a signed-in person's app, without any requests. */
export function createServices(
  registry: Registry,
  { services: { session: opened }, http, options, retries, settings, attach }: PublicApp,
) {
  const session: Session = { ...opened, user: computed(() => withOwnAreas(opened.user.value, registry.areas)) }
  const store = createStore(registry.entities, () => settings.announced.peek() === false)
  const supports = (feature: string) => settings.value.peek().features.includes(feature)
  const { announced } = settings
  const offer = createOffer({ http, store, announced, supports, user: session.user, retries })
  registry.limit(offer)
  const connection = signal<ConnectionState>('connecting')
  let realtime: Realtime | undefined
  attach({
    clear: store.clear,
    socketId: () => realtime?.socketId(),
    answered: (status) => realtime?.answered(status),
  })
  const kept = createLazyKept(store, async () => {
    const { createKept } = await import('#core/kept/kept.ts')
    return createKept({ store, entities: registry.entities, user: session.user })
  })
  const warnings = createWarnings()
  // The next user to sign in must not see the previous user's warnings.
  session.user.subscribe((user) => user ?? warnings.declineAll())

  const writes = createWrites(async (items) => {
    const [{ openSender }, { createHeldReport }, { createUploader }, { createSendFile }] = await Promise.all([
      import('#core/writes/sender.ts'),
      import('#core/writes/held.ts'),
      import('#core/resource/upload.ts'),
      import('#core/resource/resumable.ts'),
    ])
    const sendFile = computed(() => {
      const { uploads } = settings.value.value
      return uploads === null ? null : createSendFile(options, uploads)
    })
    // Preloads the components that show what is kept, since they are needed offline.
    const { filled } = registry
    const parts = [() => import('./shell/outbox-dialog.tsx'), ...filled(batchForms, null).map(({ form }) => form)]
    void idle().then(() => parts.forEach((load) => void load().catch(() => {})))
    const ask = () => session.fetchUser({ force: true })
    const takes = () => supports('held')
    const reports = registry
      .filled(heldReports, null)
      .map((report) => createHeldReport({ http, store, user: session.user, report, takes }))
    const sender = openSender({
      http,
      store,
      user: session.user,
      ask,
      reconnected: connection,
      items,
      shown: (kept) => reports.forEach((tell) => tell(kept)),
      uploader: createUploader(options),
      sendFile: () => sendFile.value,
    })
    return { ...sender, commit: async (...asked) => undoableAt(offer, await sender.commit(...asked)) }
  }, warnings.ask)

  /** Connects to live events and sends waiting changes. Called once, after the first screen is rendered. */
  async function connect(since: number) {
    writes.start()
    const { startRealtime } = await import('./realtime.ts')
    const { pusher_key: key, live } = settings.value.peek()
    const bound = startRealtime(
      options.baseURL || location.origin,
      { key, http, at: live, batch: supports('channels') },
      { store, user: session.user, entities: registry.entities, since },
    )
    realtime = bound
    effect(() => {
      connection.value = bound.connection.value
      if (connection.peek() === 'connected') retries.reachable()
    })
  }

  onExport((name) => {
    if (supports('sign_in')) void session.request('/user/exports', { method: 'POST', body: { name } }, () => null)
  })
  // A change of the company's settings, such as its name, takes effect immediately.
  for (const entity of registry.filled(settingsRecords, null))
    store.of(entity).on('saved', () => void settings.refresh())
  const user = () => session.user.peek()
  const api = createApi({
    http,
    store,
    commit: writes.commit,
    baseURL: options.baseURL,
    user,
    kept,
    offer,
  })
  const services: Services = {
    registry,
    store,
    api,
    queries: createQueries({ store, reading: api.reading, user, retries, kept }),
    kept,
    keeping: createKeeping(session.user),
    drafts: createDrafts({ user: session.user, idOf: writes.idOf }),
    shown: createShown(),
    retries,
    uploads: createUploads(session.user),
    session,
    writes,
    warnings,
    settings: settings.value,
    offer,
    today: createToday(settings.value).today,
    connection,
    page: { add: signal(null), about: signal(null), looking: signal([]) },
  }
  /** Fetches ahead what may be needed offline. Called once, after live events are connected. */
  const fetchAhead = async () => {
    const { startAhead } = await import('./ahead.ts')
    startAhead(services, (path, query, read) => call(http, path, { query, priority: 'low' }, read))
  }
  return { services, connect, fetchAhead, announced }
}

/** A change's answer, without the means to undo it on a server that takes nothing back. */
function undoableAt<T>({ announces }: Pick<Offer, 'announces'>, answer: Result<T>): Result<T> {
  if (!answer.ok || announces() !== false) return answer
  const { made: _, ...rest } = answer
  return rest
}
