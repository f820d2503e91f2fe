import Echo from 'laravel-echo'
import type { $Fetch } from 'ofetch'
import Pusher from 'pusher-js'
import { isObject } from '../entity/parse.ts'
import { call } from '../resource/result.ts'

/** When a silent connection is pinged, given up, and reported as unavailable, in milliseconds (section 9). */
export const timing = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 } as const

/** Milliseconds before retrying a lost connection or a failed authorization, as in pusher-js (section 9). */
const RETRY = 1000
const TRIES = 5

/** The realtime server: our own by its host, or Pusher's by its cluster. */
export type LiveAt = { host: string; port: number; tls: boolean } | { cluster: string }

export interface EchoOptions {
  key: string
  at: LiveAt
  http: $Fetch
}

/** Connects to our own hub, or to any other service with Pusher's protocol; channels are authorized through `http`. */
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
 * Authorizes channels (section 7) with the same credentials and CSRF token as every other request. A refusal is final.
 * Without a response it is retried with growing pauses, since the socket itself may be fine.
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
