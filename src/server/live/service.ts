import Pusher from 'pusher'

/** One event on the channels of everyone who reads alike; `except` is the socket that need not hear it. */
export interface ServiceEvent {
  readonly channels: readonly string[]
  readonly event: string
  readonly data: string
  readonly except: string | undefined
}

/** A service that speaks Pusher's protocol: it holds the sockets, and we tell it what to say on them. */
export interface Service {
  /** The signature with which one socket may join one channel, `key:hmac`. */
  authorize(socketId: string, channel: string): string
  /** @throws when the service took them in none of its tries */
  send(events: readonly ServiceEvent[]): Promise<void>
}

/** An app at a service: of Pusher's own by its cluster, or of any other by its address. */
export interface ServiceConfig {
  readonly appId: string
  readonly key: string
  readonly secret: string
  readonly at: { cluster: string } | { host: string; port: number; tls: boolean }
}

/** Pusher's limits: events of one batch, and channels of one event. */
const MOST_EVENTS = 10
const MOST_CHANNELS = 100
const TIMEOUT = 5000
/** Milliseconds before each further try. */
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

/** What the service will not take however often it is sent: a wrong signature, an event too long. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429
