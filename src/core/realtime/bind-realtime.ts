import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import type Echo from 'laravel-echo'
import type { CurrentUser } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Store } from '../store/store.ts'
import { AWAY } from '../resource/retries.ts'
import { followConnection, type ConnectionState } from './connection.ts'
import { createFrames } from './frames.ts'
import { keepJoined } from './membership.ts'
import { changedAgoIn, changedIn, deletedIn, hasMissed, isTooLong, savedIn } from './payload.ts'

export interface Realtime {
  readonly connection: ReadonlySignal<ConnectionState>
  /** Call it with the status of every response, 0 if there was none: any response reconnects a connection that is down. */
  answered(status: number): void
  /** For the X-Socket-Id header, by which the server excludes the sender of a change from its events. */
  socketId(): string | undefined
  dispose(): void
}

interface Deps {
  echo: Echo<'pusher'>
  store: Store
  user: ReadonlySignal<CurrentUser | null>
  entities: readonly Entity[]
  /** When the fetches of the current screen began, by `performance.now()`; realtime may connect well after that. */
  since?: number
  /** Milliseconds between fetching and subscribing within which a missed change is considered unlikely. */
  patience?: number
}

/** Only after a longer delay does the first subscription refetch, since otherwise every screen would fetch twice. */
const PATIENCE = 500

/**
 * Owns all channels: subscribes to `{channel}.{user.id}` of an entity while its collection is watched and a user is
 * signed in, and applies other users' changes to the store, batched per frame.
 */
export function bindRealtime({ echo, store, user, entities, since, patience = PATIENCE }: Deps): Realtime {
  const userId = computed(() => user.value?.id)
  const connection = followConnection(
    echo,
    () => userId.peek() !== undefined,
    () => store.missed(),
  )
  const frames = createFrames()
  let fetchedAt = since

  const follow = (entity: Entity) => {
    const collection = store.of(entity)
    const channel = computed(() => (userId.value === undefined ? null : `${entity.channel}.${userId.value}`))
    return keepJoined(channel, collection.watching, (name) => {
      let here = true
      let before = false
      const asked = fetchedAt ?? performance.now()
      const missed = () => store.missed(entity)
      const whileHere = (work: () => void) => frames.add(() => void (here && work()))
      echo
        .private(name)
        .listen('.saved', (payload: unknown) => {
          if (isTooLong(payload)) return missed()
          const record = savedIn(payload)
          if (record) whileHere(() => collection.put([record], 'remote', changedIn(payload)))
        })
        .listen('.deleted', (payload: unknown) => {
          const gone = deletedIn(payload)
          if (gone?.hidden) whileHere(() => collection.evict([gone.id], 'remote', gone.moment))
          else if (gone) whileHere(() => collection.remove([gone.id], 'remote', gone.moment))
        })
        .on('pusher:subscription_succeeded', (payload: unknown) => {
          const unheard = before ? Date.now() - connection.upUntil() : performance.now() - asked
          if (hasMissed({ unheard, isRejoining: before, changedAgo: changedAgoIn(payload), patience })) missed()
          before = true
        })
      return () => {
        here = false
        // When the user signs out, the server closes the connection, and a closing one cannot send an unsubscribe.
        if (userId.peek() === undefined) echo.disconnect()
        echo.leave(name)
      }
    })
  }

  // Reconnect when another user signs in; this does nothing while connected.
  const reconnect = effect(() => {
    if (userId.value !== undefined) echo.connector.pusher.connect()
  })
  const stops = [reconnect, ...entities.map(follow)]
  // From here on, collections are fetched at the moment they are first watched.
  fetchedAt = undefined
  return {
    connection: connection.state,
    answered(status) {
      if (!AWAY.includes(status)) connection.reachable()
    },
    socketId: () => echo.socketId(),
    dispose() {
      for (const stop of stops) stop()
      frames.dispose()
      connection.dispose()
    },
  }
}
