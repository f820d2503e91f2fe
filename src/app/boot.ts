import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import { userKey } from '#core/session/stored-user.ts'
import { createLastKnown, type LastKnown } from '#core/session/last-known.ts'

/** Milliseconds after a change before the device's copy of reference data is updated. */
const KEEP_AFTER = 1000

/** Nothing is shown before `ready`; `failed` when reference data cannot be had, with `retry` to ask again. */
export interface Boot {
  readonly phase: ReadonlySignal<'starting' | 'ready' | 'failed'>
  retry(): void
}

/**
 * Content appears only after the current user was fetched and, when signed in, the
 * reference data was loaded. On later visits the last known copy counts as loaded while the fresh one is on its way (rule start).
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
  /** Fetches all reference data side by side, and again whenever something may have been missed. */
  async function preload() {
    for (const stop of stops) stop()
    const lists = registry.preload.map((entity) => queries(entity))
    stops = lists.map((list) => list.follow())
    return Promise.all(lists.map((list) => list.ask()))
  }

  const keep = (user: number) =>
    lastKnown.write(
      user,
      Object.fromEntries(
        registry.preload.map((entity) => [
          entity.name,
          store
            .of(entity)
            .all.peek()
            .map((item) => item.peek()),
        ]),
      ),
    )

  async function load(user: number) {
    const isStill = () => session.user.peek()?.id === user
    phase.value = 'starting'
    loadedFor = user
    // First the device's copy, so that the answer can remove from it what was deleted elsewhere.
    const kept = await lastKnown.read(user)
    if (!isStill()) return
    const failures = preload()
    if (kept) {
      for (const [name, records] of Object.entries(kept)) store.byName(name)?.put(records)
      phase.value = 'ready'
    }
    const answers = await failures
    if (!isStill()) return
    // Without a connection the app opens all the same, with what the screens can still show.
    const refused = answers.some((failure) => failure && failure.status !== 0 && failure.status < 500)
    phase.value = refused && !kept ? 'failed' : 'ready'
    isComplete = answers.every((failure) => failure === null)
    if (isComplete) await keep(user)
  }

  /**
   * Who is signed in, by the server's word. A browser that holds neither a token of this host nor a stored user has never
   * signed in here: there is nobody to ask for.
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
  // Reference data is on every screen: someone always listens, so it is always live.
  for (const entity of registry.preload)
    for (const event of ['saved', 'saved-many', 'deleted', 'deleted-many'] as const)
      store.of(entity).on(event, keepSoon)
  // Someone changed what I may do: the shell and every guard follow.
  if (registry.people)
    store.of(registry.people).on('saved', ({ record, source }) => {
      if (source === 'remote' && record.id === session.user.peek()?.id) void session.fetchUser()
    })
  // Whose session ended elsewhere (deactivated, signed out, another password) is cut off by the server: ask who I am now.
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
