import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import { rightsOf, type CurrentUser } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { whereOf } from '#core/query/filters.ts'
import { same } from '#core/store/merge.ts'

/**
 * Nothing of the company is shown before `ready`. `failed` means that the reference data could not be loaded; `retry` loads
 * again.
 */
export interface Boot {
  readonly phase: ReadonlySignal<'starting' | 'ready' | 'failed'>
  retry(): void
}

/** Resolves when it is known whether the server announces anything, or that it cannot be reached. */
const known = (announced: ReadonlySignal<boolean | null>) =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (announced.value === null) return
      resolve()
      queueMicrotask(() => stop())
    })
  })

/**
 * Starts the app of the signed-in user (rule start): content appears after the reference data are loaded. On later visits
 * a stored copy of the reference data is used until the fresh data arrives.
 */
export function startBoot(
  { session, registry, store, queries, connection, kept }: Services,
  announced: ReadonlySignal<boolean | null>,
): Boot {
  const phase = signal<'starting' | 'ready' | 'failed'>('starting')
  /** The person, and their rights, that the data was loaded for. */
  let loadedFor: ReturnType<typeof rightsOf> | null = null

  let stops: (() => void)[] = []
  /** Fetches all reference data in parallel, and again whenever something may have been missed. */
  async function preload() {
    for (const stop of stops) stop()
    // People first, by far the longest list: a browser asks a server without HTTP/2 for six things at a time.
    const { people } = registry
    const order = [...registry.preload].sort((a, b) => Number(b === people) - Number(a === people))
    const lists = order.map((entity) => queries(entity))
    stops = lists.map((list) => list.follow())
    return Promise.all(lists.map(async (list, at) => ({ entity: order[at], failure: await list.ask() })))
  }

  const whereOfAll = (entity: Entity) => whereOf(entity, {}, { user: { id: session.user.peek()?.id ?? 0 } })
  async function load(user: CurrentUser) {
    const rights = rightsOf(user)
    const isStill = () => loadedFor === rights
    phase.value = 'starting'
    loadedFor = rights
    // What a server does not announce is asked for in other ways.
    await known(announced)
    if (!isStill()) return
    // First the device's copy, so that the answer can remove from it what was deleted elsewhere.
    await Promise.all(registry.preload.map((entity) => kept.restore(entity, whereOfAll(entity))))
    if (!isStill()) return
    const isKept = registry.preload.every((entity) => store.stateOf(entity, whereOfAll(entity)) !== 'never')
    const failures = preload()
    if (isKept) phase.value = 'ready'
    const answers = await failures
    if (!isStill()) return
    // Without a connection the app still opens, with whatever the screens can show.
    const refused = answers.some(
      ({ entity, failure }) => entity?.specified && failure && failure.status !== 0 && failure.status < 500,
    )
    phase.value = refused && !isKept ? 'failed' : 'ready'
    // What others have read on this device is not for this person. Without a connection nobody else has signed in.
    if (answers.every(({ failure }) => failure === null)) void kept.clear(user.id)
  }

  effect(() => {
    const user = session.user.value
    if (user) {
      if (!same(loadedFor, rightsOf(user))) void load(user)
      return
    }
    loadedFor = null
    phase.value = 'starting'
    void kept.clear()
  })

  // Every screen uses the reference data, so it is always kept live.
  for (const entity of registry.preload) store.of(entity).on('saved', () => {})
  // A change of the user's own record may change their permissions, so the user is fetched again.
  if (registry.people)
    store.of(registry.people).on('saved', ({ record, source }) => {
      if (source === 'remote' && record.id === session.user.peek()?.id) void session.fetchUser()
    })
  // No event tells of a change that was made while there was no connection, so the user is fetched again after one.
  if (registry.people) {
    const missed = store.missedOf(registry.people)
    let seen = missed.peek()
    missed.subscribe((count) => {
      if (count !== seen && session.user.peek()) void session.fetchUser()
      seen = count
    })
  }
  // A list that already had the change leaves nothing for its event to change, which is not told then.
  effect(() => {
    const me = session.user.value
    const own: object = (me && registry.people && store.of(registry.people).get(me.id)) ?? {}
    if (me && 'role' in own && own.role !== me.role) void session.fetchUser()
  })
  // The server disconnects users whose session has ended (deactivated, signed out, password changed), so check it.
  let connected = false
  connection.subscribe((state) => {
    if (connected && state === 'disconnected' && session.user.peek()) void session.fetchUser()
    connected = state === 'connected'
  })

  return {
    phase,
    retry() {
      const user = session.user.peek()
      if (user) void load(user)
    },
  }
}
