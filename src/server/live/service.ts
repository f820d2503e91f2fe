import Pusher from 'pusher'

/** One event for the channels of all users with the same reading; `except` is the socket that need not receive it. */
export interface ServiceEvent {
  readonly channels: readonly string[]
  readonly event: string
  readonly data: string
  readonly except: string | undefined
}

/** An external service that speaks Pusher's protocol: it holds the sockets and sends the events we hand it. */
export interface Service {
  /** The signature that lets one socket join one channel, `key:hmac`. */
  authorize(socketId: string, channel: string): string
  /** @throws when the service accepted the events on no attempt */
  send(events: readonly ServiceEvent[]): Promise<void>
}

/** An app at a service: Pusher itself, by cluster, or any compatible one, by address. */
export interface ServiceConfig {
  readonly appId: string
  readonly key: string
  readonly secret: string
  readonly at: { cluster: string } | { host: string; port: number; tls: boolean }
}

/** Pusher's limits: events per batch, and channels per event. */
const MOST_EVENTS = 10
const MOST_CHANNELS = 100
const TIMEOUT = 5000
/** Milliseconds before each retry. */
const PAUSES = [200, 1000, 3000]

function* chunks<T>(items: readonly T[], most: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}

/** Sends through the `pusher` SDK to any service with Pusher's HTTP API. */
export function openService({ appId, key, secret, at }: ServiceConfig, pauses: readonly number[] = PAUSES): Service {
  const own = { appId, key, secret, timeout: TIMEOUT }
  const pusher = new Pusher(
    'cluster' in at
      ? { ...own, cluster: at.cluster, useTLS: true }
      : { ...own, host: at.host, port: String(at.port), useTLS: at.tls },
  )

  async function persistently(send: () => Promise<unknown>) {
    for (const pause of pauses) {
      try {
        return await send()
      } catch (error) {
        if (isRefusal(error)) throw error
        await new Promise((done) => setTimeout(done, pause))
      }
    }
    return send()
  }

  return {
    authorize: (socketId, channel) => pusher.authorizeChannel(socketId, channel).auth,
    async send(events) {
      const many = events.filter(({ channels }) => channels.length > MOST_EVENTS)
      const few = events.filter(({ channels }) => channels.length <= MOST_EVENTS)
      for (const { channels, event, data, except } of many)
        for (const some of chunks(channels, MOST_CHANNELS))
          await persistently(() => pusher.trigger(some, event, data, except === undefined ? {} : { socket_id: except }))
      const single = few.flatMap(({ channels, event, data, except }) =>
        channels.map((channel) => ({ channel, name: event, data, ...(except !== undefined && { socket_id: except }) })),
      )
      for (const batch of chunks(single, MOST_EVENTS)) await persistently(() => pusher.triggerBatch(batch))
    },
  }
}

/** Errors that a retry cannot fix: a wrong signature, an event that is too large. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429
