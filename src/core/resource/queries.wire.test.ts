import { signal } from '@preact/signals-react'
import { effect } from '@preact/signals-react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { phases } from '#modules/phases/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { rfis } from '#modules/rfis/entities.ts'
import { users } from '#modules/users/entities.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { createTestClock } from '../../../tests/clock/test-clock.ts'
import { BASE, createTestWorld, type Client } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import { keptNothing } from '../kept/nothing.ts'
import { createStore } from '../store/store.ts'
import { apiOver } from '../writes/api.fixture.ts'
import { createHttp } from './http.ts'
import { createQueries } from './queries.ts'
import { createRetries } from './retries.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
let admin: Client
const clock = createTestClock()
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite(clock) })
  admin = await world.signIn('admin@plumbline.test')
})
afterAll(() => world.close())

/** A browser of the administrator, and the paths it asks for. */
async function browser(features: readonly string[] = []) {
  const { fetch, cookies } = await world.signIn('admin@plumbline.test')
  const asked: string[] = []
  const statuses: number[] = []
  let isOffline = false
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    onAnswer: (status) => statuses.push(status),
    fetch(input, init) {
      const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
      asked.push(pathname + search)
      return isOffline ? Promise.reject(new TypeError('offline')) : fetch(input, init)
    },
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const store = createStore([phases, projects, rfis, users])
  const me = (await admin.get('/api/user')).data
  const api = apiOver({ http, store, user: signal(me), supports: (feature) => features.includes(feature) })
  const retries = createRetries()
  onTestFinished(retries.dispose)
  const queries = createQueries({ store, reading: api.reading, user: () => me, retries })
  return { store, api, queries, retries, asked, statuses, me, offline: (on: boolean) => void (isOffline = on) }
}

test('one question that several follow is asked once, and anew after the last has left', async () => {
  const { queries, asked } = await browser()
  const [one, two] = [queries(phases), queries(phases)]
  const stops = [one.follow(), two.follow()]
  expect([one.state.value, one.items.value.length]).toEqual(['never', 0])
  await eventually(() => expect(one.state.value).toBe('fresh'))
  expect([two.state.value, two.items.value.length, asked.length]).toEqual(['fresh', one.items.value.length, 1])
  expect(one.asOf.value).toBeGreaterThan(runningClock.now().getTime() - 10_000)
  const again = queries(phases).follow()
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  for (const stop of [...stops, again]) stop()
  await Promise.resolve()
  onTestFinished(queries(phases).follow())
  expect(asked).toHaveLength(2)
})

test('a first question that found no server is asked again when there is one, though nothing was missed', async () => {
  const { queries, retries, asked, offline } = await browser()
  offline(true)
  const list = queries(phases)
  onTestFinished(list.follow())
  await eventually(() => expect(list.failure.value?.status).toBe(0))
  offline(false)
  retries.reachable()
  await eventually(() => expect([list.state.value, list.failure.value]).toEqual(['fresh', null]))
  expect(asked).toHaveLength(2)
})

test('what may have been missed is asked for again, and until then the answer counts as of before', async () => {
  const { store, queries, asked } = await browser()
  const list = queries(phases)
  onTestFinished(list.follow())
  await eventually(() => expect(list.state.value).toBe('fresh'))
  const states: string[] = []
  onTestFinished(effect(() => void states.push(list.state.value)))
  const { data: made } = await admin.post('/api/phases', { phase_type_id: 1, color: '#aabbcc', name: 'Missed' })
  store.missed(projects)
  expect(asked).toHaveLength(1)
  store.missed(phases)
  await eventually(() => expect(list.items.value.some(({ value }) => value.id === made.id)).toBe(true))
  expect([states, asked.length]).toEqual([['fresh', 'cached', 'fresh'], 2])
})

test('what was deleted elsewhere leaves with the next answer; what came meanwhile stays', async () => {
  const { store, queries } = await browser()
  const { data: gone } = await admin.post('/api/phases', { phase_type_id: 1, color: '#aabbcc', name: 'To be deleted' })
  const list = queries(phases)
  expect(await list.ask()).toBeNull()
  const names = () => list.items.value.map(({ value }) => value.name)
  expect(names()).toContain('To be deleted')
  await admin.delete(`/api/phases/${gone.id}`)
  const answer = list.ask()
  store.of(phases).put([{ ...gone, id: 9999, name: 'Came meanwhile' }], 'remote')
  await answer
  expect([names().includes('To be deleted'), names().includes('Came meanwhile')]).toEqual([false, true])
})

test('filters mean the same here as on the server, defaults included', async () => {
  const { store, queries, me } = await browser()
  const questions = [
    queries(projects, { filters: {} }),
    queries(projects, { filters: { status: 'archived' } }),
    queries(projects, { filters: { status: 'all', customer_id: '1' } }),
    queries(rfis, { across: true, filters: { view: 'mine' } }),
    queries(rfis, { params: { project_id: 1 }, filters: { view: 'resolved' } }),
    queries(users, { filters: { kind: 'contacts', status: 'active' } }),
    // Only the server knows who is on a project; the ids are those that it sent.
    queries(users, { filters: { project_id: 1 } }),
  ]
  for (const question of questions) await question.ask()
  const paths = [
    '/api/projects',
    '/api/projects?status=archived',
    '/api/projects?status=all&customer_id=1',
    '/api/rfis?view=mine',
    '/api/projects/1/rfis?view=resolved',
    '/api/users?kind=contacts&status=active',
    '/api/users?project_id=1',
  ]
  const official = await Promise.all(paths.map(async (path) => (await admin.get(path)).data))
  const ids = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)
  expect(questions.map(({ items }) => ids(items.value.map(({ value }) => value)))).toEqual(official.map(ids))
  clock.pass({ seconds: 1 })
  // "For me" lets go of what is no longer mine.
  const [mine] = store.query({ entity: rfis, where: { user_id: me.id, resolved_at: null } }).items.value
  const rfi = mine?.value ?? official[3][0]
  const left = { ...rfi, user_id: 999, assigned_id: null, distributions: [], updated_at: clock.now().toISOString() }
  store.of(rfis).put([left], 'remote')
  expect(questions[3]?.items.value.map(({ value }) => value.id)).not.toContain(rfi.id)
})

test('without an answer nothing is known, and the failure is told until the next one', async () => {
  const { queries, offline } = await browser()
  const list = queries(phases)
  onTestFinished(list.follow())
  offline(true)
  await list.ask()
  offline(true)
  const other = queries(projects)
  expect((await other.ask())?.status).toBe(0)
  expect([other.state.value, other.failure.value?.status]).toEqual(['never', 0])
  offline(false)
  expect(await other.ask()).toBeNull()
  expect([other.state.value, other.failure.value]).toEqual(['fresh', null])
})

test('a record that is gone leaves the store when it is asked for', async () => {
  const { store, api } = await browser()
  const { data: phase } = await admin.post('/api/phases', { phase_type_id: 1, color: '#aabbcc', name: 'Gone soon' })
  await api(phases).fetch(phase.id)
  expect(store.of(phases).peek(phase.id)?.name).toBe('Gone soon')
  await admin.delete(`/api/phases/${phase.id}`)
  await api(phases).fetch(phase.id)
  expect(store.of(phases).peek(phase.id)).toBeUndefined()
})

test('a list that depends on more than its records is sent again only when it has changed', async () => {
  const { store, api, statuses } = await browser(['since'])
  const first = await api(users).fetchAll()
  const again = await api(users).fetchAll()
  expect(statuses).toEqual([200, 304])
  expect(again).toEqual(first)
  const { data: added } = await admin.post('/api/users', {
    name: 'Ada New',
    email: 'ada.new@plumbline.test',
    role: 'employee',
    has_access: false,
  })
  const ada = expect.objectContaining({ id: added.id, name: 'Ada New' })
  expect(await api(users).fetchAll()).toMatchObject({ ok: true, data: expect.arrayContaining([ada]) })
  // What the device no longer has is asked for whole.
  store.of(users).evict(({ id }) => id === added.id, 'remote')
  expect(await api(users).fetchAll()).toMatchObject({ ok: true, data: expect.arrayContaining([ada]) })
  // What came in between and is not in the answer leaves.
  store.of(users).put([{ ...added, id: 9999 }], 'remote')
  await api(users).fetchAll()
  expect(store.of(users).peek(9999)).toBeUndefined()
  expect(statuses).toEqual([200, 304, 200, 200, 304])
})

test('where the server announces it, a list is asked for what changed since its last answer', async () => {
  const { store, api, asked } = await browser(['since'])
  clock.pass({ minutes: 1 })
  const add = async (name: string) =>
    (await admin.post('/api/phases', { name, color: '#aabbcc', phase_type_id: 1 })).data
  const [gone, stays] = [await add('Gone by then'), await add('Stays')]
  await api(phases).fetchAll()
  const names = () => store.of(phases).all.value.map(({ value }) => value.name)
  expect(names()).toEqual((await admin.get('/api/phases')).data.map(({ name }: { name: string }) => name))
  expect(store.query({ entity: phases }).state.value).toBe('never')
  await admin.delete(`/api/phases/${gone.id}`)
  clock.pass({ minutes: 1 })
  await admin.patch(`/api/phases/${stays.id}`, { name: 'Renamed since' })
  await add('Added since')
  // As if it had never come: the server still names it, without having changed it.
  store.of(phases).evict(({ id }) => id === 1, 'remote')
  const answer = await api(phases).fetchAll()
  expect(answer.ok && answer.data.map(({ name }) => name)).toEqual(names())
  expect(names()).toEqual((await admin.get('/api/phases')).data.map(({ name }: { name: string }) => name))
  expect(asked[1]).toMatch(/^\/api\/phases\?since=20/)
  expect(asked[2]).toBe('/api/phases?id%5B%5D=1')
  // What has computed fields of its own is read whole.
  await api(projects).fetchAll()
  expect(asked.at(-1)).toBe('/api/projects')
})

describe('the first few of a list', () => {
  const latest = { filters: { status: 'active' }, order: { column: 'number', direction: 'desc' as const }, limit: 3 }
  const numbers = (query: { items: { value: readonly { value: { number: string } }[] } }) =>
    query.items.value.map(({ value }) => value.number)

  test('are asked for alone, in their order, and followed as all are', async () => {
    const { queries, asked, store, api } = await browser()
    const query = queries(projects, latest)
    onTestFinished(query.follow())
    expect(query.state.value).toBe('never')
    await eventually(() => expect(query.state.value).toBe('fresh'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('per_page=3')
    const all: { number: string }[] = (await admin.get('/api/projects?status=active')).data
    const inOrder = all
      .map(({ number }) => number)
      .sort()
      .reverse()
    expect(numbers(query)).toEqual(inOrder.slice(0, 3))
    expect(store.query({ entity: projects }).items.value).toHaveLength(3)
    const [first] = query.items.peek()
    const saved = await api(projects).save({ ...first?.peek(), id: undefined, number: 'Z-1' } as never)
    expect([saved.ok, numbers(query)[0]]).toEqual([true, 'Z-1'])
  })

  test('are not asked for where all are here', async () => {
    const { queries, asked } = await browser()
    const whole = queries(projects, { filters: latest.filters })
    onTestFinished(whole.follow())
    await eventually(() => expect(whole.state.value).toBe('fresh'))
    const query = queries(projects, latest)
    expect([query.state.value, query.items.value.length, asked.length]).toEqual(['fresh', 3, 1])
  })

  test('lose what is no longer among them, and nothing else that is here', async () => {
    const { queries, store, api } = await browser()
    const query = queries(projects, latest)
    const stop = query.follow()
    await eventually(() => expect(query.state.value).toBe('fresh'))
    const [gone, stays] = query.items.peek().map((item) => item.peek())
    const other = await api(projects).fetchPage({ status: 'active', sort_column: 'number', sort_direction: 'asc' })
    const later = other.ok ? other.data.data[0]?.id : undefined
    stop()
    await admin.post(`/api/projects/${gone?.id}/archive`)
    onTestFinished(async () => void (await admin.post(`/api/projects/${gone?.id}/unarchive`)))
    onTestFinished(queries(projects, latest).follow())
    await eventually(() => expect(numbers(query)[0]).toBe(stays?.number))
    expect([query.items.value.length, store.of(projects).peek(Number(later))?.id]).toEqual([3, later])
  })

  test('are kept as what they are, and never as all there is', async () => {
    const { store, api, me } = await browser()
    const written: string[] = []
    const kept = {
      ...keptNothing,
      keep: (_: unknown, key: string, { ids = [] }: { ids?: readonly number[] }) =>
        void written.push(`${key.split(' ')[0]} ${ids.length}`),
      stillTrue: () => void written.push('all'),
    }
    const queries = createQueries({ store, reading: api.reading, user: () => me, retries: createRetries(), kept })
    const query = queries(projects, latest)
    onTestFinished(query.follow())
    await eventually(() => expect(query.state.value).toBe('fresh'))
    query.renew()
    expect(written).toEqual(['first 3', 'first 3'])
    const whole = queries(projects, { filters: latest.filters })
    onTestFinished(whole.follow())
    await eventually(() => expect(whole.state.value).toBe('fresh'))
    query.renew()
    expect(written.slice(2)).toEqual(['all'])
  })

  test('say that they could not be loaded', async () => {
    const { queries, offline } = await browser()
    offline(true)
    const query = queries(projects, latest)
    expect([(await query.ask())?.status, query.state.value, query.failure.value?.status]).toEqual([0, 'never', 0])
    offline(false)
    expect([await query.ask(), query.state.value]).toEqual([null, 'fresh'])
  })
})
