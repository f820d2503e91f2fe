import { recentTexts, remember } from '#blocks/record-picker/recent.ts'

/** What keeps push messages from this browser; null where nothing does. */
export type Obstacle = 'iphone' | 'blocked' | 'none here'

/** Where the service worker was not registered, as in development, nothing could show a message. */
async function registrationOf(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

/** What this browser knows of push messages: its address at the push service, where it has one, or what is in the way. */
export async function stateHere(): Promise<{ endpoint: string | null; obstacle: Obstacle | null }> {
  const registration = await registrationOf()
  // Safari on iPhones has none of it until the app is on the home screen.
  if (!registration)
    return { endpoint: null, obstacle: /iphone|ipad|ipod/i.test(navigator.userAgent) ? 'iphone' : 'none here' }
  if (Notification.permission === 'denied') return { endpoint: null, obstacle: 'blocked' }
  const known = await registration.pushManager.getSubscription()
  return { endpoint: known?.endpoint ?? null, obstacle: null }
}

/**
 * Asks the person, and then the browser's push service.
 * @throws where the push service does not answer; null where the person does not allow it
 */
export async function subscribeHere(key: string): Promise<PushSubscriptionJSON | null> {
  const registration = await registrationOf()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return null
  // One for another key, as before the server's secret was changed, would stand in the way.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  return made.toJSON()
}

export async function unsubscribeHere(): Promise<void> {
  await (await (await registrationOf())?.pushManager.getSubscription())?.unsubscribe()
}

const ADDRESSES = 'push addresses'

/** The addresses that this browser had before this one: whoever forbids it messages and allows them again gets another. */
export function addressesBefore(endpoint = ''): string[] {
  const before = recentTexts(ADDRESSES).filter((one) => one !== endpoint)
  remember(ADDRESSES, endpoint)
  return before
}
