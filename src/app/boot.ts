import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'
import { userKey } from '#core/session/stored-user.ts'
import { createLastKnown, type LastKnown } from '#core/session/last-known.ts'

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
  { session, registry, store, api, connection, resumed }: Services,
  lastKnown: LastKnown = createLastKnown(),
): Boot {
  const phase = signal<'starting' | 'ready' | 'failed'>('starting')
  const fetched = signal(false)
  let loadedFor: number | null = null

  /** Fetches all reference data side by side and drops from the store what is no longer there. */
  const preload = () =>
    Promise.all(registry.preload.map((entity) => (api as (entity: Entity) => Resource<Entity>)(entity).refresh()))

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
    const fresh = preload()
    const kept = await lastKnown.read(user)
    if (kept && isStill()) {
      for (const [name, records] of Object.entries(kept)) store.byName(name)?.put(records)
      phase.value = 'ready'
    }
    const answers = await fresh
    if (!isStill()) return
    // Without a connection the app opens all the same, with what the screens can still show.
    const refused = answers.some((answer) => !answer.ok && answer.status !== 0 && answer.status < 500)
    phase.value = refused && !kept ? 'failed' : 'ready'
    if (answers.every(({ ok }) => ok)) await keep(user)
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
      phase.value = 'ready'
      void lastKnown.clear()
    })

  // Reference data is on every screen: someone always listens, so it is always live.
  for (const entity of registry.preload) store.of(entity).on('saved', () => {})
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
  let seen = resumed.peek()
  resumed.subscribe((count) => {
    if (count === seen) return
    seen = count
    if (session.user.peek()) void preload()
  })

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
