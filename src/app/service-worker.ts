import { registerSW } from 'virtual:pwa-register'
import { navigate } from 'wouter/use-browser-location'
import { isObject } from '#lib/is-object.ts'
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
  // A push message that was pressed opens its page here (src/public/push.js).
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isObject(data) && typeof data.open === 'string' && /^\/(?!\/)/.test(data.open)) navigate(data.open)
  })
  navigator.serviceWorker.startMessages()
  const activate = registerSW({ onNeedRefresh: () => arrived(() => void activate()), onNeedReload: () => {} })
}
