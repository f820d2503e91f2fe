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

const browsers = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
] as const

/** What people call a browser, by its user agent: "Chrome on Android". */
export function browserName(agent: string): string {
  const first = (names: readonly (readonly [RegExp, string])[]) => names.find(([sign]) => sign.test(agent))?.[1]
  return `${first(browsers) ?? 'A browser'} on ${first(systems) ?? 'another system'}`
}
