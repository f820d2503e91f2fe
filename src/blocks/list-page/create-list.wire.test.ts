import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { customers, type Customer } from '#modules/customers/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import type { Entity } from '#core/entity/entity.ts'
import { apiOver } from '#core/writes/api.fixture.ts'
import { createHttp } from '#core/resource/http.ts'
import type { PageQuery } from '#core/resource/resource.ts'
import { createStore } from '#core/store/store.ts'
import { BASE, createTestWorld } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import { createList } from './create-list.ts'
import type { List } from './list.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { eventually } from '../../../tests/eventually.ts'

const MANY = 560
let world: Awaited<ReturnType<typeof createTestWorld>>
let asked: URL[]
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite() })
  const admin = await world.signIn('admin@plumbline.test')
  const names = Array.from({ length: MANY - 40 }, (_, n) => ({ name: `Many ${n}` }))
  for (const from of [0, 500]) await admin.post('/api/customers/store_many', { data: names.slice(from, from + 500) })
})
afterAll(() => world.close())

interface Setup {
  filters?: Record<string, string>
  sort?: string
}

/** A list on the real server, started, and an API of someone else who works there too. */
async function started<E extends Entity>(entity: E, { filters = {}, sort }: Setup = {}) {
  const { fetch, cookies } = await world.signIn('admin@plumbline.test')
  asked = []
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    fetch(input, init) {
      asked.push(new URL(input instanceof Request ? input.url : String(input)))
      return fetch(input, init)
    },
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const store = createStore([customers, projects])
  const collection = store.of(entity)
  const api = apiOver({ http, store })
  const fetchPage = (query: PageQuery) => api.reading(entity, {}, false).fetchPage(query)
  const list = createList({ entity, collection, fetchPage, filters, key: `test ${Math.random()}`, spread: 20 })
  const stop = list.start()
  onTestFinished(stop)
  await eventually(() => expect(list.known.value).toBe('fresh'))
  if (sort) {
    list.choose({ sort_column: sort, sort_direction: 'asc' })
    await eventually(() => expect(asked.at(-1)?.searchParams.get('sort_column')).toBe(sort))
    await eventually(() => expect(list.rows.value.length).toBeGreaterThan(0))
  }
  asked.length = 0
  const ids = () => list.rows.value.map((item) => item.value.id)
  return { list, collection, api, store, ids, last: () => list.rows.value.at(-1)?.value }
}

/** Scrolls on until the list holds so many. */
async function scroll(list: List<unknown>, rows: number) {
  while (list.rows.value.length < rows) {
    const before = list.rows.value.length
    list.more()
    await eventually(() => expect(list.rows.value.length).toBeGreaterThan(before))
  }
}

/** What the server answers for as many rows as the list shows. */
async function official(path: string, rows: number, query: Record<string, string>) {
  const admin = await world.signIn('admin@plumbline.test')
  const search = new URLSearchParams({ ...query, page: '1', per_page: String(rows) })
  const { data } = await admin.get(`${path}?${search}`)
  return { ids: data.data.map(({ id }: { id: number }) => id), total: data.total }
}

const moment = (at = runningClock.now().getTime()) => new Date(at).toISOString()
let count = 10_000
/** A record as an event would bring it; it exists in this browser only. */
const sent = (name: string, more: object = {}, at = moment()): Customer => ({
  id: ++count,
  name,
  email: null,
  phone_number: null,
  custom_field_values: [],
  created_at: at,
  updated_at: at,
  deleted_at: null,
  ...more,
})
/** Longer than a list waits before it asks for anything. */
const idle = () => new Promise((done) => setTimeout(done, 300))

test('twenty come at a time, to the end and no further', async () => {
  const { list } = await started(customers)
  expect([list.rows.value.length, list.total.value]).toEqual([20, MANY])
  await scroll(list, 60)
  expect(asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['2', '3'])
})

test('a new record takes its place without asking, or is counted when that is behind the last row', async () => {
  const { list, collection, ids, last } = await started(customers)
  const before = ids()
  const early = sent('AAA first of all')
  collection.put([early], 'remote')
  expect(ids()).toEqual([early.id, ...before])
  collection.put([sent('zzz last of all')], 'remote')
  expect([ids().length, last()?.id, list.total.value]).toEqual([21, before.at(-1), MANY + 2])
  await idle()
  expect(asked).toEqual([])
})

test('a renamed row moves, also to behind the last row, and one that is deleted leaves', async () => {
  const { list, api, ids } = await started(customers)
  const [first, second, third] = list.rows.value.map((item) => item.value)
  if (!first || !second || !third) throw new Error('There are no rows.')
  const { value: total = 0 } = list.total
  await api(customers).save({ id: first.id, name: `${second.name} and more` })
  expect(ids().slice(0, 3)).toEqual([second.id, first.id, third.id])
  await api(customers).save({ id: second.id, name: 'zzz last of all' })
  expect([ids().includes(second.id), list.total.value]).toEqual([false, total])
  asked.length = 0
  await api(customers).remove(third.id)
  expect([ids().includes(third.id), list.total.value]).toEqual([false, total - 1])
  await eventually(() => expect(list.rows.value.length).toBeGreaterThanOrEqual(20))
  // The rows that were missing from the first page, and nothing else.
  const pages = asked.filter(({ search }) => search).map(({ searchParams }) => searchParams.get('page'))
  expect(pages).toEqual(['1'])
})

test('a thousand changes far away cost an idle list no request', async () => {
  const { list, collection, ids } = await started(customers)
  const { value: total } = list.total
  const before = ids()
  for (let at = 0; at < 1000; at++)
    collection.put([sent(`zz far away ${at}`, { created_at: '2020-01-01T00:00:00.000Z' })], 'remote', ['name'])
  await idle()
  expect([asked.length, list.total.value]).toEqual([0, total])
  expect(ids()).toEqual(before)
})

test('a record whose change may have brought it into the list makes it count again, once', async () => {
  const { list, collection } = await started(customers)
  const { value: total } = list.total
  // A server that does not say what changed.
  for (let at = 0; at < 5; at++)
    collection.put([sent(`zz changed ${at}`, { created_at: '2020-01-01T00:00:00.000Z' })], 'remote')
  await eventually(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.searchParams.get('per_page')).toBe('1')
  expect(list.total.value).toBe(total)
})

test('a record that leaves the filters leaves the list, and comes back with them', async () => {
  const { list, api, ids } = await started(projects, { filters: { status: 'active' } })
  const [first] = list.rows.value.map((item) => item.value)
  if (!first) throw new Error('There are no rows.')
  const { value: total = 0 } = list.total
  const step = async (action: 'archive' | 'unarchive') => {
    const answer = await api(projects).act(first.id, action)
    if (!answer.ok) throw new Error(answer.message)
  }
  await step('archive')
  expect([ids().includes(first.id), list.total.value]).toEqual([false, total - 1])
  await step('unarchive')
  expect([ids()[0], list.total.value]).toEqual([first.id, total])
})

test('a list sorted by a field of another record asks for its loaded rows again', async () => {
  const { list, api, ids, store } = await started(projects, { filters: { status: 'all' }, sort: 'customer_name' })
  const made = await api(projects).save({ name: 'New here', number: 'SORT-1', customer_id: 1 })
  if (!made.ok) throw new Error(made.message)
  await eventually(() => expect(ids()).toContain(made.data.id))
  const { ids: wanted, total } = await official('/api/projects', ids().length, {
    status: 'all',
    sort_column: 'customer_name',
    sort_direction: 'asc',
  })
  expect([ids(), list.total.value]).toEqual([wanted, total])
  // A change that moves nothing asks for nothing.
  await api(projects).fetchAll({ status: 'all' })
  const far = store.of(projects).all.value.find(({ value }) => !ids().includes(value.id))?.value
  if (!far) throw new Error('All projects are loaded.')
  asked.length = 0
  store
    .of(projects)
    .put([{ ...far, default_documents_copied: !far.default_documents_copied, updated_at: moment() }], 'remote')
  await idle()
  expect(asked).toEqual([])
})

test('a searched list lets the server decide', async () => {
  const { list, api, ids } = await started(customers)
  list.choose({ search: 'quixotic' })
  await eventually(() => expect(list.total.value).toBe(0))
  const made = await api(customers).save({ name: 'Quixotic Mills' })
  if (!made.ok) throw new Error(made.message)
  await api(customers).save({ name: 'Another' })
  await eventually(() => expect(ids()).toEqual([made.data.id]))
  await api(customers).remove(made.data.id)
  expect(ids()).toEqual([])
})

test('what changes while an answer is on its way takes its place in the answer', async () => {
  const { list, collection, ids } = await started(customers)
  list.refresh()
  await eventually(() => expect(asked).toHaveLength(1))
  const early = sent('AAA while asking')
  collection.put([early], 'remote')
  expect(ids()[0]).toBe(early.id)
  await idle()
  expect(ids()[0]).toBe(early.id)
})

test('scrolled to row 500 while a hundred others change, the list stays as the server has it', async () => {
  const { list, api, ids } = await started(customers)
  await scroll(list, 500)
  asked.length = 0
  const shown = list.rows.value.map((item) => item.value)
  const names = ['AAB', 'Many 33', 'Many 480 b', 'zzz']
  for (let at = 0; at < 100; at++) {
    const record = shown[(at * 37) % shown.length]
    if (at % 10 === 0) await api(customers).save({ name: `${names[at % 4]} ${at}` })
    else if (record && at % 7 === 0) await api(customers).remove(record.id)
    else if (record && at % 3 === 0) await api(customers).save({ id: record.id, name: `${names[at % 4]} ${at}` })
  }
  const rows = ids()
  const { ids: wanted, total } = await official('/api/customers', 500, { sort_column: 'name', sort_direction: 'asc' })
  expect(rows).toEqual(wanted.slice(0, rows.length))
  expect([rows.length > 400, list.total.value]).toEqual([true, total])
  expect(asked.filter(({ searchParams }) => searchParams.has('page'))).toEqual([])
})

test('a change to what is shown asks for nothing and makes no other list', async () => {
  const { list, collection } = await started(customers)
  const rows = list.rows.value
  const shown = rows[3]?.value
  if (!shown) throw new Error('There are no rows.')
  const updated_at = new Date(Date.parse(shown.updated_at) + 1000).toISOString()
  collection.put([{ ...shown, email: 'new@example.com', updated_at }], 'remote')
  await idle()
  expect([list.rows.value === rows, rows[3]?.value.email, asked.length]).toEqual([true, 'new@example.com', 0])
})

test('rows that are all on the device stay when the first page is as theirs, and give way otherwise', async () => {
  for (const isSame of [true, false]) {
    const { api, collection } = await started(customers)
    const reading = api.reading(customers, {}, false)
    await reading.fetchAll()
    const ids = collection.all.peek().map((item) => item.peek().id)
    expect(ids.length).toBeGreaterThan(MANY - 20)
    const held = isSame ? ids : [...ids].reverse()
    const keptRows = {
      held: () => ({ ids: held, total: held.length, asOf: 1 }),
      read: async () => null,
      keep: () => {},
    }
    const fetchPage = (query: PageQuery) => reading.fetchPage(query)
    const list = createList({ entity: customers, collection, fetchPage, key: 'held', filters: {}, keptRows })
    onTestFinished(list.start())
    const shown = () => list.rows.value.map((item) => item.value.id)
    expect([shown(), list.known.value]).toEqual([held, 'cached'])
    await eventually(() => expect(list.known.value).toBe('fresh'))
    expect(shown()).toEqual(isSame ? held : ids.slice(0, 20))
  }
})

test('a grouping that nobody answers leaves the rows where they are, and no counts of another', async () => {
  const { api, collection } = await started(projects)
  let isAway = false
  const away = { ok: false, status: 0, message: 'No connection.', errors: {} } as const
  const list = createList({
    entity: projects,
    collection,
    fetchPage: (query) => (isAway ? Promise.resolve(away) : api.reading(projects, {}, false).fetchPage(query)),
    filters: { status: 'active', group: 'overtime_rule' },
    key: `test ${Math.random()}`,
  })
  onTestFinished(list.start())
  await eventually(() => expect(list.groups.value?.length).toBeGreaterThan(0))
  const idsNow = () => list.rows.value.map((item) => item.value.id)
  const before = idsNow()
  isAway = true
  list.choose({ filters: { group: 'customer_id' } })
  expect(list.groups.value).toBeUndefined()
  await eventually(() => expect(list.failure.value).toMatchObject({ status: 0 }))
  expect(idsNow()).toEqual(before)
})
