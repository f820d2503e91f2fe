import { expect, test } from 'vitest'
import { beds, buildBed, buildGarden, gardens, plants } from '../store/garden.fixture.ts'
import { createStore } from '../store/store.ts'
import { apiOver } from '../writes/api.fixture.ts'
import { createHttp } from './http.ts'

/** The client over a network that gives each request the next answer (none is a broken line), and remembers what was asked. */
function client(...answers: (Response | undefined)[]) {
  const asked: { line: string; body: unknown; key: string | null }[] = []
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: (input, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      asked.push({
        line: `${init?.method ?? 'GET'} ${decodeURIComponent(String(input))}`,
        body,
        key: new Headers(init?.headers).get('Idempotency-Key'),
      })
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  const store = createStore([gardens, beds, plants])
  return { api: apiOver({ http, store }), store, asked }
}

test('every verb asks as the description says', async () => {
  const { api, asked } = client()
  await api(gardens).fetch(3)
  await api(gardens).fetchAll({ tag_id: [1, 2], size: 4, dry: true, name: '', notes: null })
  await api(gardens).fetchPage({
    page: 2,
    per_page: 20,
    search: 'rose & co',
    sort_column: 'name',
    sort_direction: 'desc',
  })
  await api(gardens).ask('next_name', { prefix: 'A' })
  await api(gardens).save({ name: 'Rose' })
  await api(gardens).saveMany([{ name: 'Rose' }, { name: 'Lily' }])
  await api(gardens).remove(3)
  await api(gardens).act(3, 'water', { litres: 4 })
  await api(beds, { garden_id: 4 }).fetch(7)
  await api(beds, { garden_id: 4 }).ask('dry')
  await api.across(beds).ask('dry')
  await api.across(beds).fetchPage({ row: 2 })
  await api.across(beds).fetch(7)
  await api(gardens).history(3)
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /api/gardens/3',
    'GET /api/gardens?tag_id[]=1&tag_id[]=2&size=4&dry=true',
    'GET /api/gardens?page=2&per_page=20&search=rose+&+co&sort_column=name&sort_direction=desc',
    'GET /api/gardens/next_name?prefix=A',
    'POST /api/gardens',
    'POST /api/gardens/store_many',
    'DELETE /api/gardens/3',
    'POST /api/gardens/3/water',
    'GET /api/gardens/4/beds/7',
    'GET /api/gardens/4/beds/dry',
    'GET /api/beds/dry',
    'GET /api/beds?page=1&row=2',
    'GET /api/beds/7',
    'GET /api/gardens/3/history',
  ])
  expect(asked[4]?.body).toEqual({ name: 'Rose' })
  expect(asked[5]?.body).toEqual({ data: [{ name: 'Rose' }, { name: 'Lily' }] })
  expect(asked[7]?.body).toEqual({ litres: 4 })
})

test('an update sends the whole record with the draft over it, and says which version it is', async () => {
  const { api, store, asked } = client()
  const held = { ...buildGarden(3, 'Rose', 5), size: 2, visits: 9 }
  store.of(gardens).put([held])
  await api(gardens).save({ id: 3, size: 7 })
  await api(gardens).save({ id: 4, size: 7 })
  expect(asked.map(({ line, body }) => [line, body])).toEqual([
    ['PATCH /api/gardens/3', { id: 3, name: 'Rose', size: 7, notes: null, tags: [], updated_at: held.updated_at }],
    ['PATCH /api/gardens/4', { id: 4, size: 7 }],
  ])
})

test('what is sent again after no answer has the same key; changed or refused, it has a new one', async () => {
  const { api, asked } = client(
    undefined,
    undefined,
    undefined,
    new Response(null, { status: 503 }),
    new Response(null, { status: 422 }),
  )
  const draft = { name: 'Rose' }
  await api(gardens).save(draft)
  await api(gardens).save(draft)
  draft.name = 'Rosa'
  await api(gardens).save(draft)
  await api(gardens).save(draft)
  await api(gardens).save(draft)
  await api(gardens).save(draft)
  await api(gardens).save({ name: 'Rosa' })
  const drafts = [draft]
  await api(gardens).saveMany(drafts)
  await api(gardens).saveMany(drafts)
  const keys = asked.map(({ key }) => key)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect([keys[1], keys[3], keys[4], keys[6], keys[8]]).toEqual([keys[0], keys[2], keys[2], keys[5], keys[7]])
  expect(new Set(keys).size).toBe(4)
})

test('an answer that is not what was asked for is a failure, not data', async () => {
  const page = () =>
    new Response('<html>Sign in to the hotel network</html>', { headers: { 'Content-Type': 'text/html' } })
  const { api, store } = client(page(), page(), page(), Response.json({ done: true }))
  expect(await api(gardens).fetch(1)).toEqual({ ok: false, status: 200, message: '', errors: {} })
  expect(await api(gardens).fetchAll()).toMatchObject({ ok: false })
  expect(await api(gardens).fetchPage({})).toMatchObject({ ok: false })
  expect(await api(gardens).act(1, 'water')).toMatchObject({ ok: false })
  expect(store.of(gardens).all.value).toEqual([])
})

test('a conflict hands over the record the server has, and the store learns it', async () => {
  const current = buildGarden(3, 'Theirs', 9)
  const { api, store } = client(Response.json({ message: 'Changed meanwhile.', data: current }, { status: 409 }))
  store.of(gardens).put([buildGarden(3, 'Ours', 5)])
  expect(await api(gardens).save({ id: 3, name: 'Mine' })).toMatchObject({ ok: false, status: 409, current })
  expect(store.of(gardens).peek(3)?.name).toBe('Theirs')
})

test('an answer that arrives after signing out is not kept', async () => {
  const { api, store } = client(Response.json(buildGarden(3)))
  const answer = api(gardens).fetch(3)
  store.clear()
  await answer
  expect(store.of(gardens).peek(3)).toBeUndefined()
})

test('fetching all removes what is gone below the same parent, and nothing that came meanwhile', async () => {
  const { api, store } = client(Response.json([buildBed(2, 1)]))
  store.of(beds).put([buildBed(1, 1), buildBed(2, 1), buildBed(3, 9)])
  const answer = api(beds, { garden_id: 1 }).fetchAll()
  store.of(beds).put([buildBed(4, 1)], 'remote')
  await answer
  expect(store.of(beds).all.value.map((bed) => bed.value.id)).toEqual([4, 3, 2])
})

test('what has no root is not read across its parents', () => {
  expect(() => client().api.across(plants)).toThrow('"plant" has no root')
})

test('what came along with a record and no longer does is gone; what arrived while it was asked for stays', async () => {
  const bed = (id: number) => buildBed(id, 3)
  const { api, store } = client(
    Response.json({ ...buildGarden(3), bed_ids: [bed(4), bed(5)] }),
    Response.json({ ...buildGarden(3), bed_ids: [bed(5)] }),
  )
  store.of(beds).put([buildBed(9, 8)])
  const held = () =>
    store
      .of(beds)
      .all.peek()
      .map((item) => item.peek().id)
      .sort()
  await api(gardens).fetch(3)
  expect(held()).toEqual([4, 5, 9])
  const asking = api(gardens).fetch(3)
  store.of(beds).put([bed(6)], 'remote')
  await asking
  expect(held()).toEqual([5, 6, 9])
  store.of(beds).put([bed(4)])
  expect(held()).toEqual([4, 5, 6, 9])
})
