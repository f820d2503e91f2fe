import { registerSW } from 'virtual:pwa-register'
import type { NewVersion } from './new-version.ts'

/**
 * Registers the service worker and reloads the page when an updated one has taken over (rule app-update), which
 * it does once nothing unfinished is lost by that. The first worker of a first visit takes over too, without an update:
 * nothing on screen changes by it, so nothing is reloaded.
 */
export function registerServiceWorker({ arrived }: Pick<NewVersion, 'arrived'>): void {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload()
    controlled = true
  })
  const activate = registerSW({ onNeedRefresh: () => arrived(() => void activate()), onNeedReload: () => {} })
}
