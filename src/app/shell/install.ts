import { signal, type ReadonlySignal } from '@preact/signals-react'

/** The browser's own offer to install, where there is one (Chromium); its type is in no library yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

const offer = signal<InstallPrompt | null>(null)
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  if (!isPrompt(event)) return
  event.preventDefault()
  offer.value = event
})
globalThis.addEventListener?.('appinstalled', () => (offer.value = null))

/** Whether the browser can install the app by itself. */
export const installOffer: ReadonlySignal<InstallPrompt | null> = offer

export type Platform = 'ios' | 'android' | 'desktop'
/** What kind of device this most likely is. */
export function guessPlatform(agent: string): Platform {
  if (/iphone|ipad|ipod/i.test(agent)) return 'ios'
  return /android/i.test(agent) ? 'android' : 'desktop'
}
