import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { Kept } from '#core/kept/kept.ts'
import type { Shown } from '#core/kept/shown.ts'
import type { ConnectionState } from '#core/realtime/connection.ts'
import { online } from '#blocks/outbox/online.ts'

interface Deps {
  kept: Pick<Kept, 'flush'>
  shown: Pick<Shown, 'renew' | 'live'>
  connection: ReadonlySignal<ConnectionState>
}

/**
 * Brings the device's copy up to date before it may be needed: when the page is left, which may be for good, and when
 * the connection is lost. What is live on screen was true until then.
 */
export function keepBehind({ kept, shown, connection }: Deps): void {
  let wasLive = false
  effect(() => {
    const isLive = online.value && connection.value === 'connected'
    if (isLive || wasLive) shown.live(isLive)
    if (wasLive && !isLive) void kept.flush()
    wasLive = isLive
  })
  function leave() {
    if (wasLive) shown.renew()
    void kept.flush()
  }
  document.addEventListener('visibilitychange', () => document.hidden && leave())
  addEventListener('pagehide', leave)
}
