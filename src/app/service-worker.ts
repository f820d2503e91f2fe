import { registerSW } from 'virtual:pwa-register'
import type { NewVersion } from './new-version.ts'

/**
 * Registers the service worker, and reloads the page when an updated one takes over (rule app-update), which waits for
 * unfinished work. On the first visit the first worker takes over too, but no reload is needed.
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
