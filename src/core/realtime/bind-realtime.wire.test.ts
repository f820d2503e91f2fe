import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { effect, signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { folderAccess, folders } from '#modules/documents/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { attachSockets } from '#server/live/sockets.ts'
import { BASE, createTestWorld } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import type { CurrentUser } from '../access/access.ts'
import { apiOver } from '../writes/api.fixture.ts'
import type { Result } from '../resource/result.ts'
import { createHttp } from '../resource/http.ts'
import { createStore } from '../store/store.ts'
import { bindRealtime } from './bind-realtime.ts'
import { createEcho } from './echo.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
const server = createServer()
let closeSockets: () => void
let port: number
/** While it is `refusing`, the server takes no connections; `refused` counts those it did not take. */
const outage = { refusing: false, refused: 0 }
server.on('connection', (socket) => {
  if (!outage.refusing) return
  outage.refused++
  socket.destroy()
})
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite() })
  closeSockets = attachSockets(server, world.app.hub, { allowed: new Set() })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  closeSockets()
  server.close()
  await world.close()
})

const entities = [customers, projects, folders, folderAccess]

/** One person's browser: store, resource and realtime over the real server. */
async function browser(
  email: string,
  { gate, ...options }: { since?: number; patience?: number; gate?: Promise<unknown> } = {},
) {
  const { fetch: ask, cookies, user: me } = await world.signIn(email)
  /** Nothing can be joined before `gate`. */
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/broadcasting/auth')) await gate
    return ask(input, init)
  }
  const http = createHttp({
    baseURL: BASE,
    socketId: () => realtime.socketId(),
    onAnswer: (status) => realtime.answered(status),
    fetch,
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const store = createStore(entities)
  const user = signal<CurrentUser | null>(me)
  const echo = createEcho({ key: 'plumbline', at: { host: '127.0.0.1', port, tls: false }, http })
  const realtime = bindRealtime({ echo, store, user, entities, ...options })
  await eventually(() => expect(realtime.connection.value).toBe('connected'))
  onTestFinished(() => {
    realtime.dispose()
    echo.disconnect()
  })
  return { api: apiOver({ http, store }), store, user, realtime }
}
const listeners = (entity: { channel: string }) => world.app.hub.listeners(entity.channel)
const ok = async <T>(answering: Promise<Result<T>>): Promise<T> => {
  const answer = await answering
  if (!answer.ok) throw new Error(`${answer.status} ${answer.message}`)
  return answer.data
}
const soon = (check: () => unknown) => eventually(() => void check())

test('what one person saves and deletes, another who watches sees; the sender is not told', async () => {
  const one = await browser('admin@plumbline.test')
  const two = await browser('office@plumbline.test')
  const heard: string[] = []
  one.store.of(customers).on('saved', ({ source }) => heard.push(source))
  effect(() => void two.store.of(customers).all.value)
  await soon(() => expect(listeners(customers)).toHaveLength(2))
  const saved = await one.api(customers).save({ name: 'Seen Elsewhere' })
  if (!saved.ok) throw new Error(saved.message)
  const { id } = saved.data
  await soon(() => expect(two.store.of(customers).peek(id)?.name).toBe('Seen Elsewhere'))
  expect(two.store.of(customers).changed(id)).toBe(true)
  await one.api(customers).remove(id)
  await soon(() => expect(two.store.of(customers).peek(id)).toBeUndefined())
  expect(heard).toEqual(['local'])
})

test('what someone may see again comes back, though nothing but their rights has changed', async () => {
  const one = await browser('admin@plumbline.test')
  const two = await browser('foreman@plumbline.test')
  const folder = await ok(one.api(folders, { project_id: 1 }).save({ name: 'Permits' }))
  await ok(two.api(folders, { project_id: 1 }).fetchAll())
  const seen = two.store.of(folders)
  seen.on('saved', () => {})
  await soon(() => expect(listeners(folders)).toHaveLength(1))
  expect(seen.peek(folder.id)?.name).toBe('Permits')
  const rules = one.api(folderAccess, { folder_id: folder.id })
  const rule = await ok(rules.save({ subject_type: 'role', role: 'foreman', level: 'none' }))
  await soon(() => expect(seen.peek(folder.id)).toBeUndefined())
  await ok(rules.save({ id: rule.id, level: 'view' }))
  await soon(() => expect(seen.peek(folder.id)).toMatchObject({ name: folder.name, updated_at: folder.updated_at }))
})

test('a channel is joined only while its records are watched and someone is signed in', async () => {
  const { store, user, realtime } = await browser('manager@plumbline.test')
  expect([listeners(customers), listeners(projects)]).toEqual([[], []])
  const leave = store.of(projects).on('deleted', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  expect(listeners(customers)).toEqual([])
  leave()
  await soon(() => expect(listeners(projects)).toEqual([]))
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  const me = user.value
  user.value = null
  expect(realtime.connection.value).toBe('disconnected')
  await soon(() => expect(listeners(projects)).toEqual([]))
  user.value = me
  await soon(() => expect(listeners(projects)).toHaveLength(1))
})

test('after an interruption channels are joined again, and screens are told to fetch what they missed', async () => {
  const { store, realtime } = await browser('foreman@plumbline.test')
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  const states: string[] = []
  effect(() => void states.push(realtime.connection.value))
  const before = realtime.socketId()
  world.app.hub.close()
  await soon(() => expect(states).toEqual(['connected', 'connecting', 'connected']))
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  await soon(() => expect(store.missedOf(projects).value).toBe(1))
  expect(realtime.socketId()).not.toBe(before)
})

test('listening that began after fetching does not fetch again when nothing has changed, however late it was', async () => {
  const late = await browser('manager@plumbline.test', { patience: -1 })
  late.store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toContain(late.user.value?.id))
  expect(late.store.missedOf(projects).value).toBe(0)
  const prompt = await browser('foreman@plumbline.test', { patience: 60_000 })
  prompt.store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toContain(prompt.user.value?.id))
  await prompt.api(projects).fetchAll()
  expect(prompt.store.missedOf(projects).value).toBe(0)
})

test('what changed between fetching and joining is fetched, however close the two were', async () => {
  const one = await browser('admin@plumbline.test')
  const gate = Promise.withResolvers<void>()
  const two = await browser('office@plumbline.test', { patience: 60_000, gate: gate.promise })
  two.store.of(projects).on('saved', () => {})
  await two.api(projects).fetchAll()
  expect((await one.api(projects).save({ name: 'In Between', number: 'GAP-1', customer_id: 1 })).ok).toBe(true)
  gate.resolve()
  await soon(() => expect(two.store.missedOf(projects).value).toBe(1))
})

test('of a record too long for an event browsers hear its id, and fetch what they show', async () => {
  const one = await browser('manager@plumbline.test', { patience: 60_000 })
  const project = one.store.of(projects)
  project.on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  const before = one.store.missedOf(projects).value
  world.app.hub.publish([`private-projects.${one.user.value?.id}`], 'saved', JSON.stringify({ model: { id: 1 } }))
  await soon(() => expect(one.store.missedOf(projects).value).toBe(before + 1))
  expect(project.peek(1)).toBeUndefined()
})

/** Cuts the sockets and takes none, until a browser has tried in vain: it would wait 15 seconds before the next try. */
async function breakDown() {
  Object.assign(outage, { refusing: true, refused: 0 })
  world.app.hub.close()
  await soon(() => expect(outage.refused).toBeGreaterThan(0))
  outage.refusing = false
}

test('after an outage the first answer of the server brings live events back at once', async () => {
  const { api, store, realtime } = await browser('foreman@plumbline.test')
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  await breakDown()
  expect(realtime.connection.value).not.toBe('connected')
  await api(projects).fetchAll()
  await soon(() => expect(realtime.connection.value).toBe('connected'))
  await soon(() => expect(store.missedOf(projects).value).toBe(1))
  await soon(() => expect(listeners(projects)).toHaveLength(1))
})

test.each([
  ['the network comes back', 'window', 'online'],
  ['someone looks at the page again', 'document', 'visibilitychange'],
])('so does it when %s', async (_, target, event) => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal(target, page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { realtime } = await browser('foreman@plumbline.test')
  await breakDown()
  page.dispatchEvent(new Event(event))
  await soon(() => expect(realtime.connection.value).toBe('connected'))
})

test('whoever signed out is not connected again, whatever the server answers', async () => {
  const { api, user, store, realtime } = await browser('manager@plumbline.test')
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  user.value = null
  await api(projects).fetchAll()
  expect(realtime.connection.value).toBe('disconnected')
})

test('a connection that the server ended for good comes back with the next sign-in', async () => {
  const { store, user, realtime } = await browser('employee@plumbline.test')
  const me = user.value
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  world.app.hub.endUser(me?.id ?? 0)
  await soon(() => expect(realtime.connection.value).toBe('disconnected'))
  user.value = null
  user.value = me
  await soon(() => expect(listeners(projects)).toHaveLength(1))
})

test('after a wake the socket, which may be dead, is replaced, and screens are told to fetch what they missed', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { store, realtime } = await browser('foreman@plumbline.test')
  store.of(projects).on('saved', () => {})
  await soon(() => expect(listeners(projects)).toHaveLength(1))
  const before = realtime.socketId()
  const other = await browser('manager@plumbline.test')
  await ok(other.api(projects).save({ name: 'While Asleep', number: 'WAKE-1', customer_id: 1 }))
  page.dispatchEvent(new Event('online'))
  await soon(() => expect(realtime.connection.value).toBe('connected'))
  expect(realtime.socketId()).not.toBe(before)
  await soon(() => expect(store.missedOf(projects).value).toBe(1))
  await soon(() => expect(listeners(projects)).toHaveLength(1))
})
