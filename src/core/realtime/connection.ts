import { signal, type ReadonlySignal } from '@preact/signals-react'
import type Echo from 'laravel-echo'
import { timing } from './echo.ts'
import { createReach } from './reach.ts'
import { onWake } from './wake.ts'

/** The realtime connection's states (rule realtime-timing). */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected'

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** When the connection was last certainly up, in milliseconds as `Date.now`; later events may have been missed. */
  upUntil(): number
  /** Reports that anything may have been missed; reports close together are merged. */
  missed(): void
  /** Reports that the server is reachable: reconnects immediately if there is no connection. */
  reachable(): void
  dispose(): void
}

/** Milliseconds within which reports are merged. */
const SETTLE = 300
/** How long a dead connection may go undetected: a silent one is pinged, and given up without an answer. */
const UNDETECTED = timing.activityTimeout + timing.pongTimeout
/** Milliseconds after a wake within which the connection usually returns; then each channel tells what it missed. */
const RETURNS = 3000

/**
 * Follows the connection. While it is down but `wanted`, every sign that the server is reachable reconnects it.
 * @param onMissed called when anything may have been missed
 */
export function followConnection(echo: Echo<'pusher'>, wanted: () => boolean, onMissed: () => void): Connection {
  const state = signal<ConnectionState>(stateOf(echo))
  let settling: ReturnType<typeof setTimeout> | undefined
  let waking: ReturnType<typeof setTimeout> | undefined
  let downSince = Date.now()
  const missed = () => {
    clearTimeout(settling)
    settling = setTimeout(onMissed, SETTLE)
  }
  const restart = () => {
    echo.disconnect()
    echo.connector.pusher.connect()
  }
  const reach = createReach({ down: () => wanted() && state.peek() !== 'connected', connect: restart })
  if (state.peek() === 'connected') reach.connected()
  const stopFollowing = echo.connector.onConnectionChange(() => {
    const next = stateOf(echo)
    if (next === state.peek()) return
    if (state.peek() === 'connected') downSince = Date.now()
    state.value = next
    if (next === 'connected') reach.connected()
  })
  const stopWaking = onWake((awakeUntil) => {
    const wasUp = state.peek() === 'connected'
    clearTimeout(waking)
    waking = setTimeout(() => state.peek() === 'connected' || missed(), RETURNS)
    // After sleep the socket is dead, but it would take two and a half minutes for that to be detected.
    if (wasUp) restart()
    else reach.sign()
    if (wasUp) downSince = awakeUntil
  })
  const shown = () => void (document.hidden || reach.sign())
  globalThis.document?.addEventListener('visibilitychange', shown)
  return {
    state,
    upUntil: () => downSince - UNDETECTED,
    missed,
    reachable: reach.sign,
    dispose() {
      clearTimeout(settling)
      clearTimeout(waking)
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
