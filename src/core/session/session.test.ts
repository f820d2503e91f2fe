import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '../access/access.ts'
import { createHttp } from '../resource/http.ts'
import { buildGarden, gardens } from '../store/garden.fixture.ts'
import { createStore } from '../store/store.ts'
import { createSession } from './session.ts'
import { asUser } from './stored-user.ts'
import { eventually } from '../../../tests/eventually.ts'

const rosa: CurrentUser = {
  id: 1,
  name: 'Rosa',
  email: 'rosa@garden.test',
  role: 'gardener',
  permissions: { gardens: { view: true } },
  customer_id: null,
  contact_type_id: null,
}

function memory(user?: unknown) {
  const held = new Map<string, string>(user === undefined ? [] : [['user', JSON.stringify(user)]])
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

/** A session over a network that gives each request the next status (0 is a broken line), all of them bare. */
function start({ statuses = [] as number[], storage = memory(), unsaved = signal(0) }) {
  const asked: string[] = []
  const tabs = new EventTarget()
  const store = createStore([gardens])
  store.of(gardens).put([buildGarden(1)])
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${String(input)}`)
      const status = statuses.shift() ?? 0
      return status ? Promise.resolve(new Response(null, { status })) : Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  let expired = 0
  const session = createSession({ http, store, storage, tabs, unsaved, onExpired: () => expired++ })
  const fromOtherTab = (user: unknown) =>
    tabs.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'user', newValue: user === null ? null : JSON.stringify(user) }),
    )
  return { session, store, storage, asked, fromOtherTab, expired: () => expired }
}

test.each([0, 500, 503])('with the server out of reach (%i) the stored user counts', async (status) => {
  const { session } = start({ statuses: [status], storage: memory(rosa) })
  expect(await session.fetchUser()).toEqual(rosa)
  expect(session.user.value).toEqual(rosa)
})

test('a map of no permissions may come as an empty list, as PHP writes it', () => {
  expect(asUser({ id: '1', name: 'Rosa', permissions: [] })).toMatchObject({ id: 1, role: '', permissions: {} })
})

test('a forced refresh takes nothing but the server’s word', async () => {
  const { session, storage } = start({ statuses: [0, 0], storage: memory(rosa) })
  expect(await session.fetchUser({ force: true })).toBe(false)
  expect(session.user.value).toBeNull()
  await session.fetchUser()
  expect(storage.getItem('user')).not.toBeNull()
})

test('of two answers that change places on their way, the one that was asked for last counts', async () => {
  const answers = [Promise.withResolvers<CurrentUser>(), Promise.withResolvers<CurrentUser>()] as const
  const waiting = [...answers]
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: async () => Response.json(await waiting.shift()?.promise),
  })
  const session = createSession({ http, store: createStore([gardens]), storage: memory(), tabs: new EventTarget() })
  const [first, second] = [session.fetchUser(), session.fetchUser()]
  answers[1].resolve(rosa)
  await second
  answers[0].resolve({ ...rosa, role: 'admin' })
  expect(await first).toEqual(rosa)
  expect(session.user.value).toEqual(rosa)
})

test('a 401 ends the session here: no user, no stored copy, no records', async () => {
  const { session, store, storage } = start({ statuses: [0, 401], storage: memory(rosa) })
  await session.fetchUser()
  expect(await session.fetchUser()).toBeNull()
  expect(session.user.value).toBeNull()
  expect(storage.getItem('user')).toBeNull()
  expect(store.of(gardens).all.value).toEqual([])
})

test('while something is unsaved, a 401 takes nothing away; then the server is asked once more', async () => {
  const unsaved = signal(1)
  const { session, store, storage, asked, expired } = start({
    statuses: [0, 401, 401],
    storage: memory(rosa),
    unsaved,
  })
  await session.fetchUser()
  await session.fetchUser()
  expect([session.user.value?.id, session.ended.value, expired()]).toEqual([1, true, 0])
  expect(store.of(gardens).all.value).toHaveLength(1)
  expect(asked).toHaveLength(2)
  unsaved.value = 0
  await eventually(() => expect(session.user.value).toBeNull())
  expect([asked.length, expired(), session.ended.value, storage.getItem('user')]).toEqual([3, 1, false, null])
  expect(store.of(gardens).all.value).toEqual([])
})

test('who has signed in again in another tab meanwhile stays signed in', async () => {
  const unsaved = signal(1)
  const { session, fromOtherTab, asked } = start({ statuses: [0, 401], storage: memory(rosa), unsaved })
  await session.fetchUser()
  await session.fetchUser()
  fromOtherTab({ ...rosa, name: 'Rosa Luz' })
  unsaved.value = 0
  await Promise.resolve()
  expect([session.user.value?.name, session.ended.value, asked.length]).toEqual(['Rosa Luz', false, 2])
})

test.each([{ id: 'x' }, 'nonsense', null, { id: 1, name: 'x' }])(
  'a stored copy that is no user is none: %j',
  async (copy) => {
    const { session } = start({ storage: memory(copy) })
    expect(await session.fetchUser()).toBeNull()
  },
)

test('a storage that is forbidden or full disturbs nothing', async () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  const { session } = start({ statuses: [0, 401], storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  expect(await session.fetchUser()).toBeNull()
  expect(await session.fetchUser()).toBeNull()
})

test.each([200, 204, 302])('signing out with %i clears everything', async (status) => {
  const { session, store, storage, asked } = start({ statuses: [0, status], storage: memory(rosa) })
  await session.fetchUser()
  expect(await session.logout()).toEqual({ ok: true, data: null })
  expect(asked[1]).toBe('POST /logout')
  expect([session.user.value, storage.getItem('user'), store.of(gardens).all.value]).toEqual([null, null, []])
})

test('without an answer nobody is signed out, and the failure says so', async () => {
  const { session } = start({ statuses: [0, 0], storage: memory(rosa) })
  await session.fetchUser()
  expect(await session.logout()).toMatchObject({ ok: false, status: 0 })
  expect(session.user.value).toEqual(rosa)
})

test.each([200, 204, 302])('signing in succeeds on %i and then asks who it is', async (status) => {
  const { session, asked } = start({ statuses: [204, status, 503] })
  await session.login({ email: 'rosa@garden.test', password: 'thorn' })
  expect(asked).toEqual(['GET /sanctum/csrf-cookie', 'POST /login', 'GET /api/user'])
})

test('what another tab does holds here too, and another user finds nothing of the one before', async () => {
  const { session, store, fromOtherTab } = start({ storage: memory(rosa) })
  await session.fetchUser()
  fromOtherTab({ ...rosa, name: 'Rosa Luz' })
  expect(session.user.value?.name).toBe('Rosa Luz')
  expect(store.of(gardens).all.value).toHaveLength(1)
  // Rights that were taken away take along what was read by them.
  fromOtherTab({ ...rosa, permissions: {} })
  expect(store.of(gardens).all.value).toEqual([])
  store.of(gardens).put([buildGarden(1)])
  fromOtherTab({ ...rosa, permissions: {}, id: 2 })
  expect(session.user.value?.id).toBe(2)
  expect(store.of(gardens).all.value).toEqual([])
  fromOtherTab(null)
  expect(session.user.value).toBeNull()
})
