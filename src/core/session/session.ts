import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { CurrentUser } from '../access/access.ts'
import { csrfPath } from '../resource/http.ts'
import { call, type CallOptions, type Result } from '../resource/result.ts'
import { same } from '../store/merge.ts'
import type { Store } from '../store/store.ts'
import { asUser, createStoredUser, parseUser, userKey, type UserStorage } from './stored-user.ts'

export interface Credentials {
  email: string
  password: string
  remember?: boolean
}

export interface Session {
  /** Who is signed in; null before the first fetch and for nobody. */
  readonly user: ReadonlySignal<CurrentUser | null>
  /**
   * Asks the server who is signed in. Without an answer, or after a 5xx, the stored copy counts (section 7); a 401 ends
   * the session here. A forced refresh takes nothing but the server's word: false when it fails, and nothing changes.
   */
  fetchUser(options?: { force?: boolean }): Promise<CurrentUser | null | false>
  /** Field errors (section 5: on email or password) are in the result. */
  login(credentials: Credentials): Promise<Result<CurrentUser>>
  /**
   * Ends the session and drops what was read in it; whoever shows pages then leads to /welcome, as in every other tab.
   * Without an answer nobody is signed out, and the failure says so.
   */
  logout(): Promise<Result<null>>
  /** What a 401 of any request means: nobody is signed in, and nothing read before is kept. */
  expire(): void
  dispose(): void
}

interface Deps {
  http: $Fetch
  store: Store
  storage?: UserStorage | undefined
  /** Where `storage` events of other tabs arrive. */
  tabs?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined
}

/** Who is signed in, in every tab alike. */
export function createSession({ http, store, storage, tabs = globalThis.window }: Deps): Session {
  const user = signal<CurrentUser | null>(null)
  const stored = createStoredUser(() => storage ?? globalThis.localStorage)

  const become = (next: CurrentUser | null) =>
    batch(() => {
      const before = user.peek()
      if (before && before.id !== next?.id) store.clear()
      if (!same(before, next)) user.value = next
    })
  const sign = (next: CurrentUser | null) => {
    stored.write(next)
    become(next)
  }

  const followTabs = (event: Event) => {
    // A null key is `storage.clear()`.
    if (isStorageEvent(event) && (event.key === userKey || event.key === null))
      become(parseUser(event.newValue) ?? null)
  }
  tabs?.addEventListener('storage', followTabs)

  const ask = () => call(http, '/api/user', {}, asUser)

  return {
    user,
    async fetchUser({ force = false } = {}) {
      const answer = await ask()
      if (answer.ok) {
        sign(answer.data)
        return answer.data
      }
      if (answer.status === 401) sign(null)
      if (force) return false
      if (answer.status === 0 || answer.status >= 500) become(user.peek() ?? stored.read() ?? null)
      return user.peek()
    },
    async login({ email, password, remember }) {
      await call(http, csrfPath, {}, done)
      const body = { email, password, ...(remember !== undefined && { remember }) }
      const entered = await post('/login', { body })
      if (!entered.ok) return { ...entered, current: undefined }
      const answer = await ask()
      if (answer.ok) sign(answer.data)
      return answer
    },
    async logout() {
      const answer = await post('/logout', {})
      if (!answer.ok && answer.status !== 401 && answer.status !== 419) return answer
      sign(null)
      return { ok: true, data: null }
    },
    expire: () => sign(null),
    dispose: () => tabs?.removeEventListener('storage', followTabs),
  }

  /** Laravel answers 200, 204, or 302 to a page we do not want (section 7): the redirect is not followed. */
  function post(path: string, options: CallOptions): Promise<Result<null>> {
    return call(http, path, { method: 'POST', redirect: 'manual', ...options }, done)
  }
}

/** Storage events are known by their shape, so that a test's need no browser. */
const isStorageEvent = (event: Event): event is StorageEvent => 'key' in event && 'newValue' in event

/** Any answer that is not an error will do. */
const done = () => null
