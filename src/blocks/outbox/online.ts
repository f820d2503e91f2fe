import { signal, type ReadonlySignal } from '@preact/signals-react'

const state = signal(globalThis.navigator?.onLine !== false)
globalThis.addEventListener?.('online', () => (state.value = true))
globalThis.addEventListener?.('offline', () => (state.value = false))

/** Whether the browser has a network connection. */
export const online: ReadonlySignal<boolean> = state
