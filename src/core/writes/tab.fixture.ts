import { customers } from '#modules/customers/entities.ts'
import type { Entity } from '../entity/entity.ts'
import { createHttp } from '../resource/http.ts'
import type { ConfirmWarnings } from '../resource/warnings.ts'
import { createSession } from '../session/session.ts'
import { createStore } from '../store/store.ts'
import { signal } from '@preact/signals-react'
import { failureIn } from '../resource/result.ts'
import { createApi } from '../resource/api.ts'
import type { createHeldReport } from './held.ts'
import { createWrites } from './writes.ts'
import { openSender } from './sender.ts'

interface Browser {
  fetch: typeof fetch
  /** The name under which things are kept on this device. */
  database: string
  /** Its local storage. */
  held?: Map<string, string>
  /** What its app knows; customers unless told. */
  entities?: readonly Entity[]
  confirm?: ConfirmWarnings
  patience?: number
  pause?: number
  /** Follows what is kept. */
  report?: (
    deps: Pick<Parameters<typeof createHeldReport>[0], 'http' | 'store' | 'user'>,
  ) => Parameters<typeof openSender>[0]['shown']
}

/** One tab of a browser: who is signed in by the server's word, and the outbox. */
export async function openTab({ fetch, held = new Map(), entities = [customers], confirm, report, ...own }: Browser) {
  const store = createStore(entities)
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch,
    cookies: () => '',
    onUnauthorized: () => session.expire(),
  })
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const session = createSession({ http, store, storage, tabs: new EventTarget() })
  const reconnected = signal(0)
  await session.fetchUser()
  const writes = createWrites(
    async (items) =>
      openSender({
        http,
        store,
        user: session.user,
        ask: () => session.fetchUser({ force: true }),
        reconnected,
        items,
        shown: report?.({ http, store, user: session.user }) ?? (() => {}),
        uploader: async (path, form, read, { key }) => {
          const sent = { method: 'POST', body: form, headers: { 'Idempotency-Key': key, accept: 'application/json' } }
          const answer = await fetch(path, sent).catch(() => null)
          const body: unknown = await answer?.json().catch(() => null)
          const data = answer?.ok ? read(body) : undefined
          return data === undefined ? failureIn(answer?.status ?? 0, body, read) : { ok: true, data }
        },
        ...own,
      }),
    confirm,
  )
  writes.start()
  const api = createApi({ http, store, commit: writes.commit, user: () => session.user.peek() })
  return { http, store, session, writes, api, reconnected }
}
