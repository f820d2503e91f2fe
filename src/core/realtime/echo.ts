import Echo from 'laravel-echo'
import type { $Fetch } from 'ofetch'
import Pusher from 'pusher-js'
import { isObject } from '../entity/parse.ts'
import { call } from '../resource/result.ts'

/** Milliseconds after which a silent connection is questioned, given up, and called unavailable (section 9). */
export const timing = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 } as const

/** Milliseconds before a lost connection or a failed authorisation is tried again; pusher-js has the same (section 9). */
const RETRY = 1000
const TRIES = 5

/** Where the sockets are: at a host, or at Pusher's own by the name of the cluster. */
export type LiveAt = { host: string; port: number; tls: boolean } | { cluster: string }

export interface EchoOptions {
  key: string
  at: LiveAt
  http: $Fetch
}

/** Connects to our own live hub, or to any service that speaks Pusher's protocol there; channels are authorised through `http`. */
export function createEcho({ key, at, http }: EchoOptions): Echo<'pusher'> {
  const options = {
    ...('cluster' in at
      ? { cluster: at.cluster, forceTLS: true }
      : { cluster: '', wsHost: at.host, wsPort: at.port, wssPort: at.port, forceTLS: at.tls }),
    enabledTransports: ['ws' as const, 'wss' as const],
    disableStats: true,
    ...timing,
    channelAuthorization: { customHandler: authorizeWith(http) },
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
 * Realtime authorisation (section 7), with the same credentials and anti-forgery token as every other call. A refusal
 * is final; without an answer it is tried again, ever more slowly, because the socket itself may be well.
 */
export const authorizeWith =
  (http: $Fetch, pause = RETRY) =>
  async ({ socketId, channelName }: Asked, answer: Answer): Promise<void> => {
    const body = { socket_id: socketId, channel_name: channelName }
    for (let tried = 1; ; tried++) {
      const result = await call(http, '/broadcasting/auth', { method: 'POST', body }, authIn)
      if (result.ok) return answer(null, result.data)
      const mayPass = result.status === 0 || result.status >= 500
      if (!mayPass || tried === TRIES) return answer(new Error(`${channelName} was refused (${result.status}).`), null)
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** (tried - 1)))
    }
  }

const authIn = (body: unknown) => (isObject(body) && typeof body.auth === 'string' ? { auth: body.auth } : undefined)
