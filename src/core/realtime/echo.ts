import Echo from 'laravel-echo'
import type { $Fetch } from 'ofetch'
import Pusher from 'pusher-js'
import { isObject } from '#lib/is-object.ts'
import { call, type Result } from '../resource/result.ts'

/** When a silent connection is pinged, given up and reported as unavailable, in ms (rule realtime-timing). */
export const timing = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 } as const

/** Milliseconds before retrying a lost connection or a failed authorization, as in pusher-js (rule realtime-timing). */
const RETRY = 1000
const TRIES = 5

/** The realtime server: our own by its host, or Pusher's by its cluster. */
export type LiveAt = { host: string; port: number; tls: boolean } | { cluster: string }

export interface EchoOptions {
  key: string
  at: LiveAt
  http: $Fetch
  /** Whether the server authorizes several channels in one request. */
  batch?: boolean
}

/** Connects to our own hub, or to any other service with Pusher's protocol; channels are authorized through `http`. */
export function createEcho({ key, at, http, batch = false }: EchoOptions): Echo<'pusher'> {
  const options = {
    ...('cluster' in at
      ? { cluster: at.cluster, forceTLS: true }
      : { cluster: '', wsHost: at.host, wsPort: at.port, wssPort: at.port, forceTLS: at.tls }),
    enabledTransports: ['ws' as const, 'wss' as const],
    disableStats: true,
    ...timing,
    channelAuthorization: { customHandler: batch ? authorizeTogether(http) : authorizeWith(http) },
  }
  return new Echo({
    broadcaster: 'pusher',
    key,
    client: new Pusher(key, options),
    withoutInterceptors: true,
    cluster: '',
  })
}

interface Asked {
  socketId: string
  channelName: string
}
type Answer = (error: Error | null, data: { auth: string } | null) => void

/**
 * Authorizes channels (rule laravel-wire) with the same credentials and CSRF token as every other request, one by one,
 * as every server does.
 */
export const authorizeWith =
  (http: $Fetch, pause = RETRY) =>
  async ({ socketId, channelName }: Asked, answer: Answer): Promise<void> => {
    const body = { socket_id: socketId, channel_name: channelName }
    const result = await persistently(() => call(http, '/broadcasting/auth', { method: 'POST', body }, authIn), pause)
    if (result.ok) answer(null, result.data)
    else answer(refused(channelName, result.status), null)
  }

/** A page joins many channels at once; they are authorized together, this many milliseconds after the first. */
const TOGETHER = 10

/** Authorizes the channels of the next moment in one request, on servers that announce it. */
export function authorizeTogether(http: $Fetch, pause = RETRY) {
  let waiting: (Asked & { answer: Answer })[] = []
  async function send() {
    const asked = waiting
    waiting = []
    for (const [socket_id, some] of Map.groupBy(asked, ({ socketId }) => socketId)) {
      const body = { socket_id, channel_names: some.map(({ channelName }) => channelName) }
      const result = await persistently(
        () => call(http, '/broadcasting/auth', { method: 'POST', body }, authsIn),
        pause,
      )
      for (const { channelName, answer } of some) {
        const auth = result.ok ? authIn(result.data[channelName]) : undefined
        if (auth) answer(null, auth)
        else answer(refused(channelName, result.ok ? 403 : result.status), null)
      }
    }
  }
  return (asked: Asked, answer: Answer): void => {
    if (!waiting.length) setTimeout(() => void send(), TOGETHER)
    waiting.push({ ...asked, answer })
  }
}

const refused = (channel: string, status: number) => new Error(`${channel} was refused (${status}).`)

/**
 * A refusal is final. Without a response the request is retried with growing pauses, since the socket itself may be
 * fine.
 */
async function persistently<T>(send: () => Promise<Result<T>>, pause: number): Promise<Result<T>> {
  for (let tried = 1; ; tried++) {
    const result = await send()
    if (result.ok || tried === TRIES || (result.status > 0 && result.status < 500)) return result
    await new Promise((resolve) => setTimeout(resolve, pause * 2 ** (tried - 1)))
  }
}

const authIn = (body: unknown) => (isObject(body) && typeof body.auth === 'string' ? { auth: body.auth } : undefined)
const authsIn = (body: unknown) => (isObject(body) && isObject(body.channels) ? body.channels : undefined)
