import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import { phases, phaseTypes } from '#modules/phases/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { BASE, createTestWorld } from '../../../tests/harness.ts'
import { sampleSqlite } from '../../../tests/sample.ts'
import { createStore } from '../store/store.ts'
import { apiOver } from '../writes/api.fixture.ts'
import { createHttp } from './http.ts'
import { messageOf } from './messages.ts'

let world: Awaited<ReturnType<typeof createTestWorld>>
beforeAll(async () => void (world = await createTestWorld({ database: await sampleSqlite() })))
afterAll(() => world.close())

async function signedIn(email = 'admin@plumbline.test') {
  const { fetch, cookies } = await world.signIn(email)
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    fetch,
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const store = createStore([customers, projects, phases, phaseTypes])
  return { store, cookies, api: apiOver({ http, store }) }
}

/** The data of a result that must be a success. */
function data<T>(result: { ok: true; data: T } | { ok: false; status: number; message: string }): T {
  if (!result.ok) throw new Error(`${result.status} ${result.message}`)
  return result.data
}

test('a record is created, changed, found and deleted, and the store follows each time', async () => {
  const { api, store } = await signedIn()
  const created = data(await api(customers).save({ name: 'Acacia Works' }))
  expect(store.of(customers).peek(created.id)?.name).toBe('Acacia Works')
  const changed = data(await api(customers).save({ id: created.id, phone_number: '5095551234' }))
  expect(changed).toMatchObject({ name: 'Acacia Works', phone_number: '15095551234' })
  expect(store.of(customers).peek(created.id)).toBe(changed)
  const found = data(await api(customers).fetchPage({ search: 'acacia', per_page: 5 }))
  expect(found).toMatchObject({ current_page: 1, last_page: 1, total: 1, data: [{ id: created.id }] })
  expect(data(await api(customers).history(created.id)).map(({ action }) => action)).toContain('created')
  expect(data(await api(customers).remove(created.id))).toBe(created.id)
  expect(store.of(customers).peek(created.id)).toBeUndefined()
  expect(await api(customers).fetch(created.id)).toMatchObject({ ok: false, status: 404 })
})

test('a list arrives in the store in the order the server sorts it', async () => {
  const { api, store } = await signedIn()
  const list = data(await api(customers).fetchAll())
  expect(list.length).toBeGreaterThan(30)
  expect(store.of(customers).all.value.map((item) => item.value.id)).toEqual(list.map(({ id }) => id))
})

test('filters, actions and questions are those of the description', async () => {
  const { api, store } = await signedIn()
  const [project] = data(await api(projects).fetchPage({ status: 'active', per_page: 1 })).data
  if (!project) throw new Error('no active project')
  expect(data(await api(projects).act(project.id, 'archive')).archived_at).not.toBeNull()
  expect(store.of(projects).peek(project.id)?.archived_at).not.toBeNull()
  const archived = data(await api(projects).fetchAll({ status: 'archived', customer_id: [project.customer_id] }))
  expect(archived.map(({ id }) => id)).toContain(project.id)
  expect(archived.every(({ customer_id }) => customer_id === project.customer_id)).toBe(true)
  expect(data(await api(projects).ask<string>('next_number'))).toMatch(/\d/)
})

test('an action is taken on many in one request, and the store has what came of it', async () => {
  const { api, store } = await signedIn()
  const made = data(await api(projects).fetchPage({ status: 'active', per_page: 3 })).data.map(({ id }) => id)
  expect(data(await api(projects).actMany(made, 'archive')).map(({ id }) => id)).toEqual(made)
  expect(made.map((id) => typeof store.of(projects).peek(id)?.archived_at)).toEqual(['string', 'string', 'string'])
  expect(await api(projects).actMany([...made, 987_654], 'unarchive')).toMatchObject({ ok: false, status: 404 })
})

test('many are saved at once or none, with errors by their place', async () => {
  const { api, store } = await signedIn()
  const before = data(await api(customers).fetchAll()).length
  const refused = await api(customers).saveMany([{ name: 'Bulk One' }, { name: 'Bulk Two', email: 'not an address' }])
  expect(refused).toMatchObject({ ok: false, status: 422 })
  expect(refused.ok || Object.keys(refused.errors)).toEqual(['data.1.email'])
  expect(data(await api(customers).fetchAll())).toHaveLength(before)
  const saved = data(await api(customers).saveMany([{ name: 'Bulk One' }, { name: 'Bulk Two' }]))
  expect(saved.map(({ id }) => store.of(customers).peek(id)?.name)).toEqual(['Bulk One', 'Bulk Two'])
})

test('a save from an older version is refused, with the newer record at hand', async () => {
  const mine = await signedIn()
  const theirs = await signedIn('office@plumbline.test')
  const { id, updated_at } = data(await mine.api(customers).save({ name: 'Contested' }))
  const newer = data(await theirs.api(customers).save({ id, name: 'Contested by office', updated_at }))
  const refused = await mine.api(customers).save({ id, name: 'Contested by admin' })
  expect(refused).toMatchObject({ ok: false, status: 409, current: { name: 'Contested by office' } })
  expect(mine.store.of(customers).peek(id)?.updated_at).toBe(newer.updated_at)
  expect(await mine.api(customers).save({ id, name: 'Settled' })).toMatchObject({ ok: true })
})

test('what was wrong stands by its field; what is forbidden is said', async () => {
  const { api } = await signedIn()
  const refused = await api(customers).save({ name: '', email: 'x' })
  if (refused.ok) throw new Error('was saved')
  expect(Object.keys(refused.errors).sort()).toEqual(['email', 'name'])
  expect(messageOf(refused, ['name', 'email'])).toBeNull()
  const employee = await signedIn('employee@plumbline.test')
  const forbidden = await employee.api(customers).save({ name: 'Mine' })
  expect(forbidden).toMatchObject({ ok: false, status: 403 })
})

test('a create whose answer was lost is not made twice', async () => {
  const client = await world.signIn('admin@plumbline.test')
  let lose = true
  const http = createHttp({
    baseURL: BASE,
    socketId: () => undefined,
    cookies: () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    async fetch(input, init) {
      const answer = await client.fetch(input, init)
      if (!lose) return answer
      lose = false
      throw new TypeError('Failed to fetch')
    },
  })
  const store = createStore([customers])
  const api = apiOver({ http, store })
  const draft = { name: 'Sent Twice' }
  expect(await api(customers).save(draft)).toMatchObject({ ok: false, status: 0 })
  expect(await api(customers).save(draft)).toMatchObject({ ok: true })
  expect(data(await api(customers).fetchPage({ search: 'sent twice' })).total).toBe(1)
})

test('a token that ran out is renewed without anyone noticing', async () => {
  const { api, cookies } = await signedIn()
  cookies.set('XSRF-TOKEN', 'stale')
  expect(await api(customers).save({ name: 'Renewed' })).toMatchObject({ ok: true })
})
