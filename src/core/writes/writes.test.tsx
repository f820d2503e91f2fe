import { signal } from '@preact/signals-react'
import { openDB } from 'idb'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { openTab } from './tab.fixture.ts'
import { startWorld } from './world.fixture.ts'
import { createWrites } from './writes.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let database = ''
let count = 0
beforeAll(async () => void (world = await startWorld()))
beforeEach(async () => {
  database = `outbox test ${count++}`
  held = new Map()
  world.reset()
  await world.signIn('admin')
  Object.assign(world, { network: 'on', delay: 0, asked: [] })
})
afterEach(() => indexedDB.deleteDatabase(database))

let held: Map<string, string>

async function tab(own: { patience?: number; pause?: number } = {}) {
  const opened = await openTab({ fetch: world.fetch, database, held, ...own })
  onTestFinished(() => opened.writes.dispose())
  return opened
}
const save = ({ api }: Awaited<ReturnType<typeof tab>>, ...names: string[]) =>
  api(customers).saveMany(names.map((name) => ({ name })))
const states = ({ writes }: Awaited<ReturnType<typeof tab>>) => writes.items.value.map(({ state }) => state)
const soon = (check: () => unknown) => eventually(async () => void (await check()))

test('with a network a save is a save: the records come back and are in the store, and nothing is kept', async () => {
  const one = await tab()
  const sent = await save(one, 'Acre One', 'Acre Two')
  expect(sent).toMatchObject({ ok: true, data: [{ name: 'Acre One' }, { name: 'Acre Two' }] })
  expect(one.store.of(customers).all.value).toHaveLength(2)
  expect(one.writes.items.value).toEqual([])
})

test.each(['off', 'lost', 'down'] as const)('with the network %s a save waits, and is sent once', async (network) => {
  const one = await tab()
  world.network = network
  expect(await save(one, 'Acre One', 'Acre Two')).toMatchObject({ ok: true, waiting: true })
  expect([states(one), one.writes.count()]).toEqual([['waiting'], 2])
  expect(one.writes.items.value[0]?.drafts).toEqual([{ name: 'Acre One' }, { name: 'Acre Two' }])
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre')).toHaveLength(2)
  expect(one.store.of(customers).all.value.map((item) => item.value.name)).toEqual(['Acre One', 'Acre Two'])
})

test.each([
  ['the network returns', () => dispatchEvent(new Event('online'))],
  ['the page is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['live events go on', (one: Awaited<ReturnType<typeof tab>>) => void one.reconnected.value++],
])('what waits is sent when %s', async (_, happens) => {
  const one = await tab()
  world.network = 'off'
  await save(one, 'Acre One')
  world.network = 'on'
  happens(one)
  await soon(() => expect(one.writes.items.value).toEqual([]))
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('what waits is tried again by itself, after pauses that grow', async () => {
  const one = await tab({ pause: 20 })
  await one.writes.wake()
  world.network = 'off'
  await save(one, 'Acre One')
  const began = performance.now()
  await soon(() => expect(world.asked.filter((asked) => asked.endsWith('/api/user'))).toHaveLength(4))
  expect(performance.now() - began).toBeGreaterThan(20 + 40 + 80 - 10)
  world.network = 'on'
  await soon(() => expect(one.writes.items.value).toEqual([]))
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('what waits is there after a reload, in order, whatever the clock says', async () => {
  const one = await tab()
  world.network = 'off'
  await save(one, 'Acre One')
  vi.setSystemTime(new Date('2001-01-01'))
  onTestFinished(() => void vi.useRealTimers())
  await save(one, 'Acre Two')
  one.writes.dispose()
  const two = await tab()
  await soon(() => expect(states(two)).toEqual(['waiting', 'waiting']))
  world.network = 'on'
  world.asked = []
  await two.writes.wake()
  const [first, second] = await world.named('Acre')
  expect([first, second].map((saved) => saved?.name)).toEqual(['Acre One', 'Acre Two'])
  expect((first?.id ?? 0) < (second?.id ?? 0)).toBe(true)
})

test('what version 0.1.0 left waiting on the device is sent, once', async () => {
  const { id: user } = await world.ask<{ id: number }>('/api/user')
  // As it was kept then: in a database of version 1, and nothing said whether it had been sent before.
  const kept = {
    entity: 'customer',
    params: {},
    drafts: [{ name: 'Acre One' }],
    kept_at: runningClock.now().toISOString(),
  }
  const old = await openDB(database, 1, {
    upgrade: (opened) => void opened.createObjectStore('items', { keyPath: 'at', autoIncrement: true }),
  })
  await old.put('items', { ...kept, user, key: crypto.randomUUID(), refused: null })
  old.close()
  world.asked = []
  const two = await tab()
  await two.writes.wake()
  expect(two.writes.items.value).toEqual([])
  expect(world.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('two tabs count alike, and one of them sends', async () => {
  const [one, two] = [await tab(), await tab()]
  world.network = 'off'
  await save(one, 'Acre One')
  await soon(() => expect(two.writes.count()).toBe(1))
  world.network = 'on'
  world.asked = []
  await Promise.all([one.writes.wake(), two.writes.wake()])
  await soon(() => expect([one.writes.count(), two.writes.count()]).toEqual([0, 0]))
  expect(world.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('what the server refuses while one looks on is not kept: it stands in the dialog', async () => {
  const one = await tab()
  const sent = await save(one, 'Fine', '')
  expect(sent).toMatchObject({ ok: false, status: 422, errors: { 'data.1.name': [expect.any(String)] } })
  expect(one.writes.items.value).toEqual([])
  const two = await tab()
  await two.writes.wake()
  expect(two.writes.items.value).toEqual([])
})

test('what the server refuses later stays with its words, is not sent again by itself, and lets others by', async () => {
  const one = await tab()
  world.network = 'off'
  await save(one, '')
  await save(one, 'Acre One')
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toMatchObject([
    { state: 'refused', refused: { status: 422, errors: { 'data.0.name': [expect.any(String)] } } },
  ])
  expect(await world.named('Acre One')).toHaveLength(1)
  world.asked = []
  await one.writes.wake()
  expect(world.asked).toEqual([])
})

test('what was refused is sent in other words, and is gone once they are taken', async () => {
  const one = await tab()
  world.network = 'off'
  await save(one, '')
  world.network = 'on'
  await one.writes.wake()
  const instead = one.writes.items.value[0]?.at ?? 0
  expect(await one.api(customers).saveMany([{ name: '' }], { instead })).toMatchObject({ ok: false, status: 422 })
  expect(states(one)).toEqual(['refused'])
  expect(await one.api(customers).saveMany([{ name: 'Acre' }], { instead })).toMatchObject({ ok: true })
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre')).toHaveLength(1)
})

test('what replaces a refused change is kept where the server fails, and is sent once', async () => {
  const one = await tab()
  world.network = 'off'
  await save(one, '')
  world.network = 'on'
  await one.writes.wake()
  const instead = one.writes.items.value[0]?.at ?? 0
  world.network = 'failing'
  const mended = await one.api(customers).saveMany([{ name: 'Acre' }], { instead })
  expect(mended).toMatchObject({ ok: true, waiting: true })
  expect(one.writes.items.value).toMatchObject([{ state: 'waiting', drafts: [{ name: 'Acre' }] }])
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre')).toHaveLength(1)
})

test('a long negative number is a value, not the id of what is still to be created', async () => {
  const one = await tab()
  const saved = await one.api(customers).save({ name: '-1234567' })
  expect(saved).toMatchObject({ ok: true, data: { name: '-1234567' } })
  expect(saved).not.toHaveProperty('waiting')
  world.network = 'off'
  await save(one, '-7654321')
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('-7654321')).toHaveLength(1)
})

test('what another version kept and this one cannot send is refused with its text, and lets others by', async () => {
  const { id: user } = await world.ask<{ id: number }>('/api/user')
  const one = await tab()
  world.network = 'off'
  await save(one, 'Acre One')
  const stored = await openDB(database, 2)
  const kept = {
    user,
    verb: 'save',
    params: {},
    made: [-7_000_001],
    kept_at: runningClock.now().toISOString(),
    refused: null,
  }
  const key = () => crypto.randomUUID()
  await stored.put('items', { ...kept, at: 0.1, key: key(), entity: 'permit', drafts: [{ title: 'Trench' }] })
  await stored.put('items', {
    ...kept,
    at: 0.2,
    key: key(),
    entity: 'customer',
    across: true,
    drafts: [{ name: 'No' }],
  })
  stored.close()
  world.network = 'on'
  await one.writes.wake()
  const message = 'Another version of the app kept this, and this one cannot send it.'
  expect(one.writes.items.value).toMatchObject([
    { entity: 'permit', state: 'refused', refused: { status: 422, message }, drafts: [{ title: 'Trench' }] },
    { entity: 'customer', state: 'refused', refused: { status: 422, message } },
  ])
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('what is discarded is not sent, here or in another tab', async () => {
  const [one, two] = [await tab(), await tab()]
  world.network = 'off'
  await save(one, 'Acre One')
  await soon(() => expect(two.writes.count()).toBe(1))
  await two.writes.discard(two.writes.items.value[0]?.at ?? 0)
  await soon(() => expect(one.writes.count()).toBe(0))
  world.network = 'on'
  await one.writes.wake()
  expect(await world.named('Acre One')).toEqual([])
})

test('two changes of a record one after the other are both kept: the second was made on the first', async () => {
  const one = await tab()
  const { id } = await world.ask<{ id: number }>('/api/customers', 'POST', { name: 'Acre' })
  one.store.of(customers).put([await world.ask(`/api/customers/${id}`)])
  world.network = 'off'
  await one.api(customers).save({ id, name: 'Acre Two' })
  await one.api(customers).save({ id, phone_number: '5095550123' })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Acre Two', phone_number: '15095550123' })
})

test('a key never goes out with two bodies, whatever is sent anew and whatever failed before', async () => {
  const bodies = new Map<string, Set<string>>()
  const recorded: typeof fetch = (input, init = {}) => {
    const key = new Headers(init.headers).get('idempotency-key')
    if (key) bodies.set(key, (bodies.get(key) ?? new Set()).add(String(init.body)))
    return world.fetch(input, init)
  }
  const one = await openTab({ fetch: recorded, database, held })
  onTestFinished(() => one.writes.dispose())
  const { id } = await world.ask<{ id: number }>('/api/customers', 'POST', { name: 'Acre' })
  one.store.of(customers).put([await world.ask(`/api/customers/${id}`)])
  world.network = 'down'
  await one.api(customers).save({ id, name: 'Acre Two' })
  await one.api(customers).save({ id, phone_number: '5095550123' })
  await one.writes.wake()
  expect(bodies.size).toBe(1)
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Acre Two', phone_number: '15095550123' })

  world.network = 'off'
  await one.api(customers).save({ id, name: 'Mine' })
  await world.ask(`/api/customers/${id}`, 'PATCH', { name: 'Theirs' })
  world.network = 'on'
  await one.writes.wake()
  await one.writes.retry(one.writes.items.value[0]?.at ?? 0)
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Mine' })
  expect([...bodies.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
})

test('a change whose answer was lost is made once, and does not stand in its own way', async () => {
  const one = await tab()
  const { id } = await world.ask<{ id: number }>('/api/customers', 'POST', { name: 'Acre' })
  one.store.of(customers).put([await world.ask(`/api/customers/${id}`)])
  world.network = 'lost'
  expect(await one.api(customers).save({ id, name: 'Acre Two' })).toMatchObject({ waiting: true })
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  const history = await world.ask<{ action: string }[]>(`/api/customers/${id}/history`)
  expect(history.map(({ action }) => action)).toEqual(['updated', 'created'])
})

test('a change of what someone else has changed shows the other version; sent again it takes its place', async () => {
  const one = await tab()
  const { id } = await world.ask<{ id: number }>('/api/customers', 'POST', { name: 'Acre' })
  one.store.of(customers).put([await world.ask(`/api/customers/${id}`)])
  world.network = 'off'
  await one.api(customers).save({ id, name: 'Mine' })
  await world.ask(`/api/customers/${id}`, 'PATCH', { name: 'Theirs' })
  world.network = 'on'
  await one.writes.wake()
  const [refused] = one.writes.items.value
  expect(refused).toMatchObject({ state: 'refused', refused: { status: 409, current: [{ id, name: 'Theirs' }] } })
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Theirs' })
  await one.writes.retry(refused?.at ?? 0)
  expect(one.writes.items.value).toEqual([])
  expect(await world.ask(`/api/customers/${id}`)).toMatchObject({ name: 'Mine' })
})

test('a session that has ended keeps what waits for its person, and for nobody else', async () => {
  const one = await tab()
  await world.ask('/logout', 'POST')
  expect(await save(one, 'Acre One')).toMatchObject({ ok: true, waiting: true })
  expect([one.session.user.value, one.writes.items.value]).toEqual([null, []])
  await world.signIn('office')
  await one.session.fetchUser()
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre One')).toEqual([])
  await world.signIn('admin')
  await one.session.fetchUser()
  await one.writes.wake()
  await soon(async () => expect(await world.named('Acre One')).toHaveLength(1))
  expect(one.writes.items.value).toEqual([])
})

test('nothing is sent for one person with the cookies of another', async () => {
  const one = await tab()
  world.network = 'off'
  await save(one, 'Acre One')
  await world.signIn('office')
  world.network = 'on'
  world.asked = []
  await one.writes.wake()
  expect(world.asked.filter((asked) => asked.startsWith('POST'))).toEqual([])
  expect(one.session.user.value?.email).toBe('office@plumbline.test')
  expect(one.writes.items.value).toEqual([])
})

test('an answer that takes too long does not keep its dialog: the save goes on without it, and once', async () => {
  const one = await tab({ patience: 50 })
  world.delay = 300
  expect(await save(one, 'Acre One')).toMatchObject({ ok: true, waiting: true })
  expect(states(one)).toEqual(['sending'])
  await soon(() => expect(one.writes.items.value).toEqual([]))
  expect(await save(one, '')).toMatchObject({ ok: true, waiting: true })
  await soon(() => expect(states(one)).toEqual(['refused']))
  world.delay = 0
  expect(await world.named('Acre One')).toHaveLength(1)
})

test('where a browser gives no locks what waits is sent all the same', async () => {
  const locks = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('No.', 'SecurityError'))
  onTestFinished(() => locks.mockRestore())
  const one = await tab()
  world.network = 'off'
  await Promise.all([save(one, 'Acre One'), save(one, 'Acre Two')])
  world.network = 'on'
  await one.writes.wake()
  expect(one.writes.items.value).toEqual([])
  expect(await world.named('Acre')).toHaveLength(2)
})

const { put: keep } = IDBObjectStore.prototype
function refuse(): never {
  throw new DOMException('No.', 'InvalidStateError')
}
/** Room is looked for when the transaction is to be written. */
function findNoRoom(this: IDBObjectStore, value: unknown) {
  const asked = keep.call(this, value)
  this.transaction.abort()
  return asked
}

test.each([
  ['keeps nothing', refuse],
  ['has no room left', findNoRoom],
])('where a browser %s a save is sent all the same, fails openly, and is one save when tried again', async (_, put) => {
  const one = await tab()
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(put)
  onTestFinished(() => spy.mockRestore())
  expect(await save(one, 'Acre One')).toMatchObject({ ok: true, data: [{ name: 'Acre One' }] })
  expect(await save(one, '')).toMatchObject({ ok: false, status: 422 })
  world.network = 'off'
  expect(await save(one, 'Acre Two')).toMatchObject({ ok: false, status: 0 })
  world.network = 'lost'
  expect(await save(one, 'Acre Two')).toMatchObject({ ok: false, status: 0 })
  world.network = 'on'
  expect(await save(one, 'Acre Two')).toMatchObject({ ok: true })
  expect(await world.named('Acre')).toHaveLength(2)
  expect(one.writes.items.value).toEqual([])
})

test('what cannot be loaded fails openly, and is loaded by the next try', async () => {
  let tries = 0
  const one = await tab()
  const writes = createWrites(async () => {
    if (tries++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { ...one.writes, loaded: Promise.resolve(), ids: signal(new Map()), person: () => undefined }
  })
  const change = { entity: customers, params: {}, verb: 'save' as const, drafts: [{ name: 'Acre' }] }
  expect(await writes.commit(change)).toMatchObject({ ok: false, status: 0 })
  expect(await writes.commit(change)).toMatchObject({ ok: true })
})
