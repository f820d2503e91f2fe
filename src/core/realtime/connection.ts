import { signal, type ReadonlySignal } from '@preact/signals-react'
import type Echo from 'laravel-echo'
import { createReach } from './reach.ts'
import { onWake } from './wake.ts'

/** The realtime connection's states (section 4). */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected'

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** Rises whenever something may have been missed: what is on screen is to be fetched again. */
  readonly resumed: ReadonlySignal<number>
  /** Something may have been missed; several such moments close together are one. */
  missed(): void
  /** Something shows that the server can be reached: without a connection, connects at once. */
  reachable(): void
  dispose(): void
}

/** Moments this close together are one interruption: connected again, channels joined again, network back. */
const SETTLE = 300

/**
 * Follows the connection, and says when it was interrupted: a reconnect, or a wake from sleep. While it is `wanted` and
 * down, every sign of the server brings it back.
 */
export function followConnection(echo: Echo<'pusher'>, wanted: () => boolean): Connection {
  const state = signal<ConnectionState>(stateOf(echo))
  const resumed = signal(0)
  let settling: ReturnType<typeof setTimeout> | undefined
  let known = state.peek() === 'connected'
  const missed = () => {
    clearTimeout(settling)
    settling = setTimeout(() => void (resumed.value = resumed.peek() + 1), SETTLE)
  }
  const restart = () => {
    echo.disconnect()
    echo.connector.pusher.connect()
  }
  const reach = createReach({ down: () => wanted() && state.peek() !== 'connected', connect: restart })
  if (known) reach.connected()
  const stopFollowing = echo.connector.onConnectionChange(() => {
    const next = stateOf(echo)
    if (next === state.peek()) return
    state.value = next
    if (next !== 'connected') return
    reach.connected()
    if (known) missed()
    known = true
  })
  const stopWaking = onWake(() => {
    missed()
    // After a sleep the socket is dead though nobody has noticed; it would take two minutes and a half to (section 9).
    if (state.peek() === 'connected') restart()
    else reach.sign()
  })
  const shown = () => void (document.hidden || reach.sign())
  globalThis.document?.addEventListener('visibilitychange', shown)
  return {
    state,
    resumed,
    missed,
    reachable: reach.sign,
    dispose() {
      clearTimeout(settling)
      reach.dispose()
      globalThis.document?.removeEventListener('visibilitychange', shown)
      stopFollowing()
      stopWaking()
    },
  }
}

function stateOf(echo: Echo<'pusher'>): ConnectionState {
  const status = echo.connectionStatus()
  if (status === 'connected') return 'connected'
  return status === 'connecting' || status === 'reconnecting' ? 'connecting' : 'disconnected'
}
