import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'

/** Nothing is shown before `ready`; `failed` when reference data cannot be had, with `retry` to ask again. */
export interface Boot {
  readonly phase: ReadonlySignal<'starting' | 'ready' | 'failed'>
  retry(): void
}

/**
 * The start of spec section 2: content appears only after the current user was fetched and, when signed in, the
 * reference data was loaded. Whoever signs in later gets theirs before anything of it shows.
 */
export function startBoot({ session, registry, store, api, resumed }: Services): Boot {
  const phase = signal<'starting' | 'ready' | 'failed'>('starting')
  const fetched = signal(false)
  let loadedFor: number | null = null

  const preload = (refresh: boolean) =>
    Promise.all(
      registry.preload.map((entity) => {
        const resource = (api as (entity: Entity) => Resource<Entity>)(entity)
        return refresh ? resource.refresh() : resource.fetchAll()
      }),
    )

  async function load(user: number) {
    phase.value = 'starting'
    const answers = await preload(false)
    if (session.user.peek()?.id !== user) return
    const refused = answers.find((answer) => !answer.ok && answer.status !== 0 && answer.status < 500)
    // Without a connection the app opens all the same, with what the screens can still show.
    phase.value = refused ? 'failed' : 'ready'
    loadedFor = user
  }

  const follow = () =>
    effect(() => {
      const user = session.user.value
      if (!fetched.value) return
      if (!user) {
        loadedFor = null
        phase.value = 'ready'
      } else if (loadedFor !== user.id) void load(user.id)
    })

  // Reference data is on every screen: someone always listens, so it is always live.
  for (const entity of registry.preload) store.of(entity).on('saved', () => {})
  // Someone changed what I may do: the shell and every guard follow.
  const users = store.byName('user')
  users?.on('saved', ({ record, source }) => {
    if (source === 'remote' && record.id === session.user.peek()?.id) void session.fetchUser()
  })
  void session.fetchUser().then(() => {
    fetched.value = true
  })
  follow()
  let seen = resumed.peek()
  resumed.subscribe((count) => {
    if (count === seen) return
    seen = count
    if (session.user.peek()) void preload(true)
  })

  return {
    phase,
    retry() {
      loadedFor = null
      const user = session.user.peek()
      if (user) void load(user.id)
    },
  }
}
