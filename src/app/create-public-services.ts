import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser } from '#core/access/access.ts'
import { createHttp, type HttpOptions } from '#core/resource/http.ts'
import { isItYou } from '#core/session/is-it-you.ts'
import { createRetries } from '#core/resource/retries.ts'
import { createSession } from '#core/session/session.ts'
import { userKey } from '#core/session/stored-user.ts'
import { unsaved } from '#ui/unfinished/unfinished.ts'
import { notePage } from './return-to.ts'
import { createSettings } from './settings.ts'

/** The API host: the page's own, unless the build configures another. */
const apiUrl = (import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '')

/** What the requests of a signed-in person's app need besides, and what a sign-out takes away. */
export interface SignedInParts {
  /** Drops all data that was read. */
  clear: () => void
  /** The id of the live connection, so that the server does not send us events for our own changes. */
  socketId: () => string | undefined
  /** Called with the status of every response, 0 if there was none. */
  answered: (status: number) => void
}

/** Explains why the welcome page appears when a session ends unexpectedly. The toast stays until the user signs in. */
async function sayWhy(user: ReadonlySignal<CurrentUser | null>) {
  const { toast } = await import('#ui/toast/toast.tsx')
  const id = toast.error('You are signed out. Please sign in again.')
  const stop = effect(() => {
    if (!user.value) return
    queueMicrotask(() => stop())
    toast.dismiss(id)
  })
}

export type PublicApp = ReturnType<typeof createPublicServices>

/** Creates what exists before anyone has signed in: session and settings, and what carries their requests. */
export function createPublicServices() {
  let parts: SignedInParts | undefined
  const retries = createRetries()
  // What a start asks for comes in one. Later on, a short list does not wait for a long one.
  const opened = location.pathname
  const options: HttpOptions = {
    baseURL: apiUrl,
    socketId: () => parts?.socketId(),
    onAnswer(status) {
      parts?.answered(status)
      retries.answered(status)
    },
    onUnauthorized: () => session.expire(),
    isTogether: () => location.pathname === opened && settings.value.peek().features.includes('together'),
    onLocked: async () => settings.value.peek().features.includes('sign_in') && isItYou(),
  }
  const http = createHttp(options)
  const store = { clear: () => parts?.clear() }
  function onExpired() {
    notePage()
    void sayWhy(session.user)
  }
  const session = createSession({ http, store, retries, unsaved, onExpired })
  const settings = createSettings(http, { apiUrl, retries })
  return {
    services: { session, settings: settings.value },
    http,
    options,
    retries,
    settings,
    /** Connects the app of signed-in people, once it is loaded. */
    attach: (loaded: SignedInParts) => void (parts = loaded),
  }
}

/**
 * False in a browser with neither a token of this host nor a stored user: nobody has signed in there, so the server need
 * not be asked.
 */
export const mayBeSignedIn = (): boolean =>
  Boolean(apiUrl) || document.cookie.includes('XSRF-TOKEN=') || localStorage.getItem(userKey) !== null
