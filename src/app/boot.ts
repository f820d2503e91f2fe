import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import { userKey } from '#core/session/stored-user.ts'
import type { Entity } from '#core/entity/entity.ts'
import { whereOf } from '#core/query/filters.ts'
import { createLastKnown, type LastKnown, type Snapshot } from '#core/session/last-known.ts'

/** Milliseconds after a change before the device's copy of reference data is updated. */
const KEEP_AFTER = 1000

/** No content is shown before `ready`. `failed` means that the reference data could not be loaded; `retry` loads again. */
export interface Boot {
  readonly phase: ReadonlySignal<'starting' | 'ready' | 'failed'>
  retry(): void
}

/**
 * Starts the app (rule start): content appears after the current user and, if signed in, the reference data are loaded. On
 * later visits a stored copy of the reference data is used until the fresh data arrives.
 */
export function startBoot(
  { session, registry, store, queries, connection }: Services,
  lastKnown: LastKnown = createLastKnown(),
): Boot {
  const phase = signal<'starting' | 'ready' | 'failed'>('starting')
  const fetched = signal(false)
  let loadedFor: number | null = null
  /** Whether the store holds all reference data, so that it may replace the device's copy. */
  let isComplete = false

  let stops: (() => void)[] = []
  /** Fetches all reference data in parallel, and again whenever something may have been missed. */
  async function preload() {
    for (const stop of stops) stop()
    const lists = registry.preload.map((entity) => queries(entity))
    stops = lists.map((list) => list.follow())
    return Promise.all(lists.map((list) => list.ask()))
  }

  const whereOfAll = (entity: Entity) => whereOf(entity, {}, { user: { id: session.user.peek()?.id ?? 0 } })
  const keep = (user: number) =>
    lastKnown.write(
      user,
      Object.fromEntries(
        registry.preload.map((entity) => [
          entity.name,
          {
            since: store.since(entity, whereOfAll(entity)),
            records: store
              .of(entity)
              .all.peek()
              .map((item) => item.peek()),
          },
        ]),
      ),
    )
  /** Puts the device's copy into the store, from which it goes on where the copy was made. */
  function restore(kept: Snapshot) {
    for (const entity of registry.preload) {
      const { records = [], since = null } = kept[entity.name] ?? {}
      store.of(entity).put(records)
      if (since !== null) store.restored(entity, whereOfAll(entity), since)
    }
  }

  async function load(user: number) {
    const isStill = () => session.user.peek()?.id === user
    phase.value = 'starting'
    loadedFor = user
    // First the device's copy, so that the answer can remove from it what was deleted elsewhere.
    const kept = await lastKnown.read(user)
    if (!isStill()) return
    if (kept) restore(kept)
    const failures = preload()
    if (kept) phase.value = 'ready'
    const answers = await failures
    if (!isStill()) return
    // Without a connection the app still opens, with whatever the screens can show.
    const refused = answers.some((failure) => failure && failure.status !== 0 && failure.status < 500)
    phase.value = refused && !kept ? 'failed' : 'ready'
    isComplete = answers.every((failure) => failure === null)
    if (isComplete) await keep(user)
  }

  /**
   * Fetches the current user. A browser with neither a token of this host nor a stored user has never signed in here, so
   * the request is skipped.
   */
  const asked = async () => {
    if (mayBeSignedIn()) await session.fetchUser()
  }

  const follow = () =>
    effect(() => {
      const user = session.user.value
      if (!fetched.value) return
      if (user) {
        if (loadedFor !== user.id) void load(user.id)
        return
      }
      loadedFor = null
      isComplete = false
      phase.value = 'ready'
      void lastKnown.clear()
    })

  let saving: ReturnType<typeof setTimeout> | undefined
  /** Updates the device's copy after a change, so that what was deleted does not come back from it. */
  const keepSoon = () => {
    clearTimeout(saving)
    const user = session.user.peek()?.id
    saving = setTimeout(() => {
      if (user !== undefined && isComplete && session.user.peek()?.id === user) void keep(user)
    }, KEEP_AFTER)
  }
  // These listeners also keep the reference data subscribed to live events, since every screen uses it.
  for (const entity of registry.preload)
    for (const event of ['saved', 'saved-many', 'deleted', 'deleted-many'] as const)
      store.of(entity).on(event, keepSoon)
  // A change of the user's own record may change their permissions, so the user is fetched again.
  if (registry.people)
    store.of(registry.people).on('saved', ({ record, source }) => {
      if (source === 'remote' && record.id === session.user.peek()?.id) void session.fetchUser()
    })
  // The server disconnects users whose session has ended (deactivated, signed out, password changed), so check it.
  let connected = false
  connection.subscribe((state) => {
    if (connected && state === 'disconnected' && session.user.peek()) void session.fetchUser()
    connected = state === 'connected'
  })
  void asked().then(() => {
    fetched.value = true
  })
  follow()

  return {
    phase,
    retry() {
      const user = session.user.peek()
      if (user) void load(user.id)
    },
  }
}

const mayBeSignedIn = (): boolean =>
  Boolean(import.meta.env.VITE_API_URL) ||
  document.cookie.includes('XSRF-TOKEN=') ||
  localStorage.getItem(userKey) !== null
