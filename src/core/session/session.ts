import { batch, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import { rightsOf, type CurrentUser } from '../access/access.ts'
import { csrfPath } from '../resource/http.ts'
import { call, type CallOptions, type Result } from '../resource/result.ts'
import { AWAY, type Retries } from '../resource/retries.ts'
import { isObject } from '#lib/is-object.ts'
import { same } from '../store/merge.ts'
import type { Store } from '../store/store.ts'
import { asUser, createStoredUser, parseUser, userKey, type UserStorage } from './stored-user.ts'

export interface Credentials {
  email: string
  password: string
  remember?: boolean
}

export interface Session {
  /** The signed-in user; null before the first fetch and when nobody is signed in. */
  readonly user: ReadonlySignal<CurrentUser | null>
  /** True while the server knows nobody any more, but the user stays because something on the page is unsaved. */
  readonly ended: ReadonlySignal<boolean>
  /**
   * Asks the server who is signed in. Without a response, or after a 5xx, the stored copy is used; a 401 ends the session
   * in this browser. A forced refresh only accepts the server's answer: on failure it returns false and changes nothing.
   */
  fetchUser(options?: { force?: boolean }): Promise<CurrentUser | null | false>
  /** What is wrong with email or password is in the result; null where a code of the authenticator app is asked for as well. */
  login(credentials: Credentials): Promise<Result<CurrentUser | null>>
  /** Signs in another way, by what the server takes at this path; null as for `login`. */
  enter(path: string, body: object): Promise<Result<CurrentUser | null>>
  /** Asks the server about how one signs in. */
  request<T>(path: string, options: CallOptions, read: (body: unknown) => T | undefined): Promise<Result<T>>
  /**
   * Ends the session and drops its data; the router then navigates to /welcome, in every tab. Without a response the
   * user stays signed in, and the result is a failure.
   */
  logout(): Promise<Result<null>>
  /**
   * Handles a 401 of any request: the user is signed out, and all data read before is dropped. While something on the page
   * is unsaved, which a request behind the scenes must not take away, that waits until it has been saved or discarded.
   */
  expire(): void
  dispose(): void
}

interface Deps {
  http: $Fetch
  /** Drops all data that was read for the user before, or with other rights. */
  store: Pick<Store, 'clear'>
  /** Asks again when the server did not answer. */
  retries?: Pick<Retries, 'add'>
  storage?: UserStorage | undefined
  /** The source of `storage` events from other tabs. */
  tabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined
  /** The number of places on the page with work that a person has yet to save. */
  unsaved?: ReadonlySignal<number>
  /** Called when a 401 has signed the user out. */
  onExpired?: () => void
}

/** Keeps track of who is signed in, consistently in all tabs. */
export function createSession({
  http,
  store,
  retries,
  storage,
  tabs = globalThis.window,
  unsaved = signal(0),
  onExpired,
}: Deps): Session {
  const user = signal<CurrentUser | null>(null)
  const ended = signal(false)
  const stored = createStoredUser(() => storage ?? globalThis.localStorage)

  const become = (next: CurrentUser | null) =>
    batch(() => {
      const before = user.peek()
      if (before && !(next && same(rightsOf(before), rightsOf(next)))) store.clear()
      if (!same(before, next)) user.value = next
    })
  const sign = (next: CurrentUser | null) => {
    ended.value = false
    stored.write(next)
    become(next)
  }
  function expire() {
    const wasSignedIn = user.peek() !== null
    if (wasSignedIn && unsaved.peek() > 0) {
      ended.value = true
      return
    }
    sign(null)
    if (wasSignedIn) onExpired?.()
  }
  // The user may have signed in again in another tab, so the server is asked once more.
  const stopWaiting = effect(() => {
    if (ended.value && unsaved.value === 0) queueMicrotask(() => void fetchUser({ force: true }))
  })

  const followTabs = (event: Event) => {
    // The key is null after `storage.clear()`.
    if (isStorageEvent(event) && (event.key === userKey || event.key === null))
      batch(() => {
        ended.value = false
        become(parseUser(event.newValue) ?? null)
      })
  }
  tabs?.addEventListener('storage', followTabs)

  const ask = () => call(http, '/api/user', {}, asUser)
  let asked = 0
  let heard = 0

  async function fetchUser({ force = false } = {}) {
    const turn = ++asked
    const answer = await ask()
    // Answers may change places on their way: one that was overtaken tells of rights that someone had before.
    if (turn < heard) return force ? false : user.peek()
    heard = turn
    if (answer.ok) {
      sign(answer.data)
      return answer.data
    }
    if (answer.status === 401) expire()
    if (force) return false
    if (AWAY.includes(answer.status)) retries?.add(() => void fetchUser())
    if (answer.status === 0 || answer.status >= 500) become(user.peek() ?? stored.read() ?? null)
    return user.peek()
  }

  return {
    user,
    ended,
    fetchUser,
    async login({ email, password, remember }) {
      await call(http, csrfPath, {}, done)
      return enter('/login', { email, password, ...(remember !== undefined && { remember }) })
    },
    enter,
    request: (path, options, read) => call(http, path, options, read),
    async logout() {
      const answer = await post('/logout', {})
      if (!answer.ok && answer.status !== 401 && answer.status !== 419) return answer
      sign(null)
      return { ok: true, data: null }
    },
    expire,
    dispose() {
      stopWaiting()
      tabs?.removeEventListener('storage', followTabs)
    },
  }

  async function enter(path: string, body: object): Promise<Result<CurrentUser | null>> {
    const entered = await call(http, path, { method: 'POST', redirect: 'manual', body }, asksForMore)
    if (!entered.ok) return { ...entered, current: undefined }
    if (entered.data) return { ok: true, data: null }
    const answer = await ask()
    if (answer.ok) sign(answer.data)
    return answer
  }

  /** Laravel answers 200, 204, or a 302 to a page that is not needed, so redirects are not followed. */
  function post(path: string, options: CallOptions): Promise<Result<null>> {
    return call(http, path, { method: 'POST', redirect: 'manual', ...options }, done)
  }
}

/** Checks the shape rather than the class, so that tests need no browser. */
const isStorageEvent = (event: Event): event is StorageEvent => 'key' in event && 'newValue' in event

/** Accepts any successful response. */
const done = () => null
/** Whether a successful sign-in waits for a second step, as Fortify says it. */
const asksForMore = (body: unknown) => isObject(body) && body.two_factor === true
