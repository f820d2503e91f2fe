import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { createApi } from '#core/resource/api.ts'
import { createHttp } from '#core/resource/http.ts'
import { createStore } from '#core/store/store.ts'
import { BASE, createTestWorld } from '../../../tests/harness.ts'
import { createList } from './create-list.ts'

const MANY = 560
let world: Awaited<ReturnType<typeof createTestWorld>>
let asked: URL[]
beforeAll(async () => {
  world = await createTestWorld()
  const admin = await world.signIn('admin@plumbline.test')
  const names = Array.from({ length: MANY - 40 }, (_, n) => ({ name: `Many ${n}` }))
  for (const from of [0, 500]) await admin.post('/api/customers/store_many', { data: names.slice(from, from + 500) })
})
afterAll(() => world.close())

/** A list of customers on the real server, started. */
async function started() {
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
  const store = createStore([customers])
  const collection = store.of(customers)
  const { fetchPage } = createApi({ http, store })(customers)
  const list = createList({ entity: customers, collection, fetchPage, key: `test ${Math.random()}` })
  const stop = list.start()
  await vi.waitFor(() => expect(list.pending.value).toBe(false))
  return { list, collection, stop }
}

/** Scrolls on until the list holds so many. */
async function scroll(list: Awaited<ReturnType<typeof started>>['list'], rows: number) {
  while (list.rows.value.length < rows) {
    const before = list.rows.value.length
    list.more()
    await vi.waitFor(() => expect(list.rows.value.length).toBeGreaterThan(before))
  }
}

test('twenty come at a time, to the end and no further', async () => {
  const { list, stop } = await started()
  expect([list.rows.value.length, list.total.value]).toEqual([20, MANY])
  await scroll(list, 60)
  expect(asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '3'])
  stop()
})

test('whoever scrolled far down is not thrown back when something new makes the list ask again', async () => {
  const { list, collection, stop } = await started()
  await scroll(list, MANY)
  const shown = list.rows.value.map((item) => item.value.id)
  list.more()
  asked.length = 0
  const [first] = list.rows.value
  if (!first) throw new Error('There are no rows.')
  collection.put([{ ...first.value, id: 999_999, name: 'New elsewhere' }], 'remote')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ searchParams }) => [searchParams.get('page'), searchParams.get('per_page')])).toEqual([
    ['1', '500'],
    ['2', '500'],
  ])
  await vi.waitFor(() => expect(list.total.value).toBe(MANY))
  expect(list.rows.value.map((item) => item.value.id)).toEqual(shown)
  stop()
})

test('a change to what is shown asks for nothing and makes no other list', async () => {
  const { list, collection, stop } = await started()
  const rows = list.rows.value
  asked.length = 0
  const held = rows[3]?.value
  if (!held) throw new Error('There are no rows.')
  const later = new Date(Date.parse(held.updated_at) + 1000).toISOString()
  collection.put([{ ...held, name: 'Renamed', updated_at: later }], 'remote')
  await new Promise((done) => setTimeout(done, 150))
  expect([list.rows.value === rows, rows[3]?.value.name, asked.length]).toEqual([true, 'Renamed', 0])
  stop()
})
