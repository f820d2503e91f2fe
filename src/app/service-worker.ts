import { registerSW } from 'virtual:pwa-register'

/**
 * Registers the service worker and reloads the page when an updated one has taken over (specification section 2). The
 * first worker of a first visit takes over too, without an update: nothing on screen changes by it, so that one waits
 * for the next visit instead of throwing away what is being typed.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload()
    controlled = true
  })
  const update = registerSW({ onNeedRefresh: () => void update(true) })
}
