import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { BASE, createTestWorld, PASSWORD } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import { apiOver } from '../writes/api.fixture.ts'
import { createHttp } from '../resource/http.ts'
import { createStore } from '../store/store.ts'
import { createSession } from './session.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
beforeAll(async () => void (world = await createTestWorld({ database: await sampleSqlite() })))
afterAll(() => world.close())

function start() {
  const { fetch, cookies } = world.client()
  const held = new Map<string, string>()
  const store = createStore([customers])
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    fetch,
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    onUnauthorized: () => session.expire(),
  })
  const session = createSession({
    http,
    store,
    tabs: undefined,
    storage: {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
  })
  return { session, store, held, cookies, api: apiOver({ http, store, user: session.user }) }
}

test('someone signs in, is known, and signs out', async () => {
  const { session, held } = start()
  expect(await session.fetchUser()).toBeNull()
  const entered = await session.login({ email: 'manager@plumbline.test', password: PASSWORD })
  expect(entered).toMatchObject({ ok: true, data: { email: 'manager@plumbline.test', role: 'project_manager' } })
  expect(session.user.value?.permissions.projects?.view).toBe(true)
  expect(JSON.parse(held.get('user') ?? 'null')).toEqual(session.user.value)
  expect(await session.fetchUser({ force: true })).toEqual(session.user.value)
  expect(await session.logout()).toMatchObject({ ok: true })
  expect([session.user.value, held.size]).toEqual([null, 0])
  expect(await session.fetchUser({ force: true })).toBe(false)
})

test('a wrong password is an error at its field, and nobody is signed in', async () => {
  const { session } = start()
  const refused = await session.login({ email: 'manager@plumbline.test', password: 'wrong' })
  expect(refused).toMatchObject({ ok: false, status: 422 })
  expect(refused.ok || refused.errors.email?.[0]).toMatch(/credentials/)
  expect(session.user.value).toBeNull()
})

test('a session that ended elsewhere ends here with the next request, and takes its records along', async () => {
  const { session, store, held, cookies, api } = start()
  await session.login({ email: 'manager@plumbline.test', password: PASSWORD })
  await api(customers).fetchAll()
  expect(store.of(customers).all.value.length).toBeGreaterThan(0)
  cookies.clear()
  expect(await api(customers).fetchAll()).toMatchObject({ ok: false, status: 401 })
  expect([session.user.value, held.size, store.of(customers).all.value]).toEqual([null, 0, []])
})
