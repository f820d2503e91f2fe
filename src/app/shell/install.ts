import { signal, type ReadonlySignal } from '@preact/signals-react'

/** The event with which Chromium offers to install the app. TypeScript's libraries lack its type. */
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

/** The browser's offer to install the app; null if it has none. */
export const installOffer: ReadonlySignal<InstallPrompt | null> = offer

export type Platform = 'ios' | 'android' | 'desktop'
/** Guesses the platform from a user agent. */
export function guessPlatform(agent: string): Platform {
  if (/iphone|ipad|ipod/i.test(agent)) return 'ios'
  return /android/i.test(agent) ? 'android' : 'desktop'
}
