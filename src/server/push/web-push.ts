import { createECDH } from 'node:crypto'
import { lazily } from '../../core/entity/field.ts'
import type { OpenPusher } from './pusher.ts'

/** The push services of Chrome and Edge on Android and desktops, Firefox, Edge on Windows, and Safari. */
const services =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com|[\w.-]+\.push\.apple\.com)$/
/** How long a service may take, in milliseconds. */
const PATIENCE = 10_000
/** How long a service keeps what a device without a network has not taken, in seconds. */
const KEEP = 86_400
/** The longest topic that services take, in characters. */
const MOST_TOPIC = 32
/** Answers that say that the device is gone, or was subscribed with another key. */
const GONE = [401, 403, 404, 410]

/** By its default: Node finds few of its names in this package, which is CommonJS. */
const webPush = lazily(async () => (await import('web-push')).default)

const isOfService = (endpoint: string) => {
  const url = URL.parse(endpoint)
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && services.test(url.hostname)
}

/** The keys follow from the app's secret, so that every process has them, and backups as well. */
export const openWebPush =
  (takes: (endpoint: string) => boolean = isOfService): OpenPusher =>
  (sign, contact) => {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(sign('web push'), 'hex')
    const publicKey = pair.getPublicKey('base64url')
    const vapidDetails = { subject: contact, publicKey, privateKey: pair.getPrivateKey('base64url') }
    return {
      publicKey,
      takes,
      async send({ endpoint, p256dh, auth }, { payload, topic, urgent }) {
        if (!takes(endpoint)) return false
        const { generateRequestDetails } = await webPush()
        const { headers, body } = generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          {
            vapidDetails,
            topic: topic.slice(-MOST_TOPIC),
            TTL: KEEP,
            urgency: urgent ? 'high' : 'normal',
          },
        )
        // fetch counts the bytes itself.
        const { 'Content-Length': _, ...own } = headers
        const signal = AbortSignal.timeout(PATIENCE)
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: own,
          body: new Uint8Array(body),
          signal,
          redirect: 'error',
        })
        await answer.body?.cancel()
        if (answer.ok) return true
        if (GONE.includes(answer.status)) return false
        throw new Error(`The push service ${new URL(endpoint).host} answered ${answer.status}.`)
      },
    }
  }
