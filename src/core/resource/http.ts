import { createFetch, type $Fetch } from 'ofetch'
import { together } from './together.ts'

type Fetch = typeof globalThis.fetch

export interface HttpOptions {
  /** The API's origin; empty for the host the page was loaded from. */
  baseURL: string
  /** The realtime connection's id, so that the server does not send us events for our own changes. */
  socketId: () => string | undefined
  /** Called when the server reports that nobody is signed in. */
  onUnauthorized?: () => void
  /** Called with the status of every response, 0 if there was none. */
  onAnswer?: (status: number) => void
  /** Called when a request is refused until who is signed in shows that it is them; resolves to whether they did. */
  onLocked?: () => Promise<boolean>
  /** Whether reads of the same moment go as one request (rule together); never without it. */
  isTogether?: () => boolean
  fetch?: Fetch
  /** The page's cookies, `name=value; …`. */
  cookies?: () => string
}

/** How long a request may take that is sent again, in milliseconds. */
const AGAIN = 20_000
const safe = ['GET', 'HEAD', 'OPTIONS']

/**
 * Creates the HTTP client (rule laravel-wire). It sends credentials, the CSRF token with every change, and the socket id.
 * When the token has expired (419), it fetches a new one and sends the request again, and so it does once a person has shown
 * that it is them (423); nothing else is retried.
 */
export function createHttp({
  baseURL,
  socketId,
  onUnauthorized,
  onAnswer,
  onLocked,
  isTogether,
  ...world
}: HttpOptions): $Fetch {
  // Looked up at each call, because MSW replaces it.
  const fetch: Fetch = world.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const cookies = world.cookies ?? (() => globalThis.document?.cookie ?? '')

  const send: Fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    const own = proofsOf({ socketId, cookies })
    if (safe.includes(init?.method?.toUpperCase() ?? 'GET')) delete own['X-XSRF-TOKEN']
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }

  const one: Fetch = async (input, init) => {
    const sent = send(input, init)
    sent.then(
      ({ status }) => onAnswer?.(status),
      () => onAnswer?.(0),
    )
    let answer = await sent
    if (answer.status === 419) {
      await fetch(`${baseURL}${csrfPath}`, { credentials: 'include', headers: { Accept: 'application/json' } })
      answer = await send(input, init)
    }
    // The first one's time may be over by then.
    if (answer.status === 423 && (await onLocked?.()))
      answer = await send(input, { ...init, signal: AbortSignal.timeout(AGAIN) })
    if (answer.status === 401) onUnauthorized?.()
    return answer
  }
  return createFetch({
    fetch: isTogether ? together(one, { baseURL, isOffered: isTogether }) : one,
    defaults: {
      baseURL,
      credentials: 'include',
      headers: { Accept: 'application/json' },
      retry: false,
    },
  })
}

/** The headers that identify the sender: the CSRF token, and the socket that need not be notified. */
export function proofsOf({
  socketId,
  cookies = () => globalThis.document?.cookie ?? '',
}: Pick<HttpOptions, 'socketId' | 'cookies'>): Record<string, string> {
  const token = cookieNamed('XSRF-TOKEN', cookies())
  const id = socketId()
  return { ...(token && { 'X-XSRF-TOKEN': token }), ...(id && { 'X-Socket-Id': id }) }
}

/** Sets the CSRF cookie (rule laravel-wire). */
export const csrfPath = '/sanctum/csrf-cookie'

function cookieNamed(name: string, cookies: string): string | undefined {
  const found = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  if (found === undefined) return undefined
  const value = found.slice(name.length + 1)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
