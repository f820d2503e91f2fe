import { signal, type ReadonlySignal } from '@preact/signals-react'
import type Echo from 'laravel-echo'
import { createReach } from './reach.ts'
import { onWake } from './wake.ts'

/** The realtime connection's states (section 4). */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected'

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** Incremented whenever something may have been missed, so that screens refetch. */
  readonly resumed: ReadonlySignal<number>
  /** Reports that something may have been missed; reports close together are merged. */
  missed(): void
  /** Reports that the server is reachable: reconnects immediately if there is no connection. */
  reachable(): void
  dispose(): void
}

/** Milliseconds within which reports are merged: reconnected, resubscribed and network back are one interruption. */
const SETTLE = 300

/**
 * Follows the connection and reports interruptions: a reconnect, or a wake from sleep. While it is down but `wanted`,
 * every sign that the server is reachable reconnects it.
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
    // After sleep the socket is dead, but it would take two and a half minutes for that to be detected (section 9).
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
