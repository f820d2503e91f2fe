import { createFetch, type $Fetch } from 'ofetch'

type Fetch = typeof globalThis.fetch

export interface HttpOptions {
  /** Where the API is: empty for the host the page came from. */
  baseURL: string
  /** The realtime connection's id, so that the server does not tell us of our own changes. */
  socketId: () => string | undefined
  /** Called when the server no longer knows who we are. */
  onUnauthorized?: () => void
  /** Told the status of every answer, 0 when there was none, and whether it was to a reading. */
  onAnswer?: (status: number, reading: boolean) => void
  fetch?: Fetch
  /** The page's cookies, `name=value; …`. */
  cookies?: () => string
}

const safe = ['GET', 'HEAD', 'OPTIONS']

/**
 * The one way to the server (section 7): credentials, the anti-forgery token on everything that changes something, and
 * the socket id. A token that has run out (419) is fetched anew and the request sent once more; nothing else is retried.
 */
export function createHttp({ baseURL, socketId, onUnauthorized, onAnswer, ...world }: HttpOptions): $Fetch {
  // Looked up at each call, because MSW puts its own in place.
  const fetch: Fetch = world.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const cookies = world.cookies ?? (() => globalThis.document?.cookie ?? '')

  const send: Fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    const own = proofsOf({ socketId, cookies })
    if (safe.includes(init?.method?.toUpperCase() ?? 'GET')) delete own['X-XSRF-TOKEN']
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }

  return createFetch({
    fetch: async (input, init) => {
      const reading = safe.includes(init?.method?.toUpperCase() ?? 'GET')
      const sent = send(input, init)
      sent.then(
        ({ status }) => onAnswer?.(status, reading),
        () => onAnswer?.(0, reading),
      )
      let answer = await sent
      if (answer.status === 419) {
        await fetch(`${baseURL}${csrfPath}`, { credentials: 'include', headers: { Accept: 'application/json' } })
        answer = await send(input, init)
      }
      if (answer.status === 401) onUnauthorized?.()
      return answer
    },
    defaults: {
      baseURL,
      credentials: 'include',
      headers: { Accept: 'application/json' },
      retry: false,
    },
  })
}

/** What a request says of where it comes from: the anti-forgery token, and the socket that is not to be told of it. */
export function proofsOf({
  socketId,
  cookies = () => globalThis.document?.cookie ?? '',
}: Pick<HttpOptions, 'socketId' | 'cookies'>): Record<string, string> {
  const token = cookieNamed('XSRF-TOKEN', cookies())
  const id = socketId()
  return { ...(token && { 'X-XSRF-TOKEN': token }), ...(id && { 'X-Socket-Id': id }) }
}

/** Sets the anti-forgery cookie (section 7). */
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
