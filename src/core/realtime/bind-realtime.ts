import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import type Echo from 'laravel-echo'
import type { CurrentUser } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Store } from '../store/store.ts'
import { AWAY, createAgain } from './again.ts'
import { followConnection, type ConnectionState } from './connection.ts'
import { createFrames } from './frames.ts'
import { keepJoined } from './membership.ts'
import { changedAgoIn, deletedIn, isTooLong, savedIn } from './payload.ts'

export interface Realtime {
  readonly connection: ReadonlySignal<ConnectionState>
  /** Rises after a reconnect or a wake from sleep: screens and preloads follow it and fetch again what they show. */
  readonly resumed: ReadonlySignal<number>
  /**
   * To be told the status of every answer, and whether it was to a reading: after a reading that found nobody there
   * `resumed` rises once more, and any answer of the server brings back a connection that is down.
   */
  answered(status: number, reading: boolean): void
  /** For the header X-Socket-Id: the server leaves the sender of a change out. */
  socketId(): string | undefined
  dispose(): void
}

interface Deps {
  echo: Echo<'pusher'>
  store: Store
  user: ReadonlySignal<CurrentUser | null>
  entities: readonly Entity[]
  /** When what is on screen began to be fetched, by `performance.now()`: going live may come well after it. */
  since?: number
  /** Milliseconds between fetching and listening in which a change is taken as unlikely. */
  patience?: number
}

/** A first join this late may have missed a change: screens fetch once more, rather than each time they open. */
const PATIENCE = 500

/**
 * The one owner of all channels: joins `{channel}.{user.id}` of an entity while its collection is watched and someone
 * is signed in (section 4), and puts what others save and delete into the store, once per frame.
 */
export function bindRealtime({ echo, store, user, entities, since, patience = PATIENCE }: Deps): Realtime {
  const userId = computed(() => user.value?.id)
  const connection = followConnection(echo, () => userId.peek() !== undefined)
  const frames = createFrames()
  const again = createAgain({
    connected: () => connection.state.peek() === 'connected' && globalThis.navigator?.onLine !== false,
    missed: connection.missed,
  })
  let fetchedAt = since

  const follow = (entity: Entity) => {
    const collection = store.of(entity)
    const channel = computed(() => (userId.value === undefined ? null : `${entity.channel}.${userId.value}`))
    return keepJoined(channel, collection.watching, (name) => {
      let here = true
      let before = false
      const asked = fetchedAt ?? performance.now()
      const whileHere = (work: () => void) => frames.add(() => void (here && work()))
      echo
        .private(name)
        .listen('.saved', (payload: unknown) => {
          if (isTooLong(payload)) return connection.missed()
          const record = savedIn(payload)
          if (record) whileHere(() => collection.put([record], 'remote'))
        })
        .listen('.deleted', (payload: unknown) => {
          const gone = deletedIn(payload)
          if (gone) whileHere(() => collection.remove([gone.id], 'remote', gone.moment))
        })
        .on('pusher:subscription_succeeded', (payload: unknown) => {
          // Joined again after an interruption, or late: what was said since the fetch was missed.
          const since = performance.now() - asked
          if (before || since > patience || changedAgoIn(payload) <= since) connection.missed()
          before = true
        })
      return () => {
        here = false
        // A signed-out person's connection the server ends for good; on one that is closing nothing more can be said.
        if (userId.peek() === undefined) echo.disconnect()
        echo.leave(name)
      }
    })
  }

  // Whoever signs in after someone else asks for a connection again; a no-op when connected.
  const reconnect = effect(() => {
    if (userId.value !== undefined) echo.connector.pusher.connect()
  })
  const stops = [reconnect, ...entities.map(follow)]
  // Whatever is watched from here on is fetched at the moment it is.
  fetchedAt = undefined
  return {
    connection: connection.state,
    resumed: connection.resumed,
    answered(status, reading) {
      if (reading) again.answered(status)
      if (!AWAY.includes(status)) connection.reachable()
    },
    socketId: () => echo.socketId(),
    dispose() {
      again.dispose()
      for (const stop of stops) stop()
      frames.dispose()
      connection.dispose()
    },
  }
}
