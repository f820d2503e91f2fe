import { signal } from '@preact/signals-react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRegistry } from '#app/modules.ts'
import { asUser } from '../session/stored-user.ts'
import { withOwnAreas, type CurrentUser } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { attachments } from '#modules/attachments/entities.ts'
import { contactTypes } from '#modules/contact-types/entities.ts'
import { costCodes } from '#modules/cost-codes/entities.ts'
import { customFieldOptions, customFields } from '#modules/custom-fields/entities.ts'
import { customers } from '#modules/customers/entities.ts'
import { dailyLogs } from '#modules/daily-logs/entities.ts'
import { messages } from '#modules/messages/entities.ts'
import { phases, phaseTypes } from '#modules/phases/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { punchItems } from '#modules/punch-items/entities.ts'
import { rfis } from '#modules/rfis/entities.ts'
import { scheduleEvents } from '#modules/schedule/entities.ts'
import { timecards, timeEntries } from '#modules/time/entities.ts'
import { users } from '#modules/users/entities.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { eventually } from '../../../tests/eventually.ts'
import { createAxios } from '../../../tests/contract/stock-axios.ts'
import { PASSWORD } from '../../../tests/stock-server/company.ts'
import { dialects, write, type Dialect } from '../../../tests/stock-server/dialect.ts'
import { startStockServer } from '../../../tests/stock-server/stock-server.ts'
import { createOffer } from './offer.ts'
import { createHttp } from './http.ts'
import { createStore } from '../store/store.ts'
import { apiOver } from '../writes/api.fixture.ts'

type Server = Awaited<ReturnType<typeof startStockServer>>
const start = (dialect: Dialect = {}) => startStockServer({ today: runningClock.day(), now: runningClock.now, dialect })
const { entities, areas } = loadRegistry()

let server: Server
beforeAll(async () => void (server = await start()))
afterAll(() => server.stop())

/** A browser with the app's data layer, signed in at a server that keeps to the specification. */
async function open(person: string, { at = server }: { at?: Server } = {}) {
  const axios = createAxios(at.url)
  await axios.login(`${person}@example.com`, PASSWORD)
  const me = withOwnAreas(asUser((await axios.http.get('/api/user')).data) ?? null, areas)
  const user = signal<CurrentUser | null>(me)
  const cookies = () => [...axios.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked: string[] = []
  const http = createHttp({
    baseURL: at.url,
    socketId: () => undefined,
    cookies,
    fetch: (input, init) => {
      const { pathname } = new URL(String(input))
      asked.push(`${init?.method ?? 'GET'} ${pathname}`)
      return fetch(input, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie: cookies() },
      })
    },
  })
  const store = createStore(entities, () => true)
  const storage = new Map<string, string>()
  const announced = signal<boolean | null>(false)
  const kept = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  }
  const offered = () => createOffer({ http, store, announced, supports: () => false, user, storage: () => kept })
  const offer = offered()
  return { api: apiOver({ http, store, user, offer }), store, offer, asked, me, announced, offered, user }
}

test('a collection that is not there is asked for once, and is empty', async () => {
  const { api, offer, asked, offered } = await open('ada')
  expect(await api(scheduleEvents).fetchAll({ from: '2026-01-01' })).toEqual({ ok: true, data: [] })
  expect(await api(scheduleEvents).fetchAll({ from: '2026-02-01' })).toEqual({ ok: true, data: [] })
  expect(await api(scheduleEvents).fetchPage({ page: 1 })).toMatchObject({ ok: true, data: { data: [] } })
  expect(await api(scheduleEvents).fetch(4)).toMatchObject({ ok: false, status: 404 })
  expect(asked).toEqual(['GET /api/schedule_events'])
  expect(offer.has(scheduleEvents)).toBe(false)
  // The next page of the session knows it.
  expect(offered().has(scheduleEvents)).toBe(false)
})

test('a collection below a parent is missing only where the parent can be read', async () => {
  const { api, offer } = await open('ada')
  expect(await api(dailyLogs, { project_id: 999 }).fetchAll()).toMatchObject({ ok: false, status: 404 })
  expect(offer.lacks(dailyLogs)).toBe(false)
  expect(await api(dailyLogs, { project_id: 1 }).fetchAll()).toEqual({ ok: true, data: [] })
  expect(offer.lacks(dailyLogs)).toBe(true)
})

test('whether a collection is there is found out by whoever needs it, below some parent if need be', async () => {
  const { offer, asked } = await open('ada')
  expect([offer.has(customers), offer.has(rfis), asked]).toEqual([true, true, []])
  expect([offer.has(timecards), offer.has(punchItems), offer.has(attachments)]).toEqual(Array(3).fill(undefined))
  await eventually(() =>
    expect([offer.has(timecards), offer.has(punchItems), offer.has(attachments)]).toEqual(Array(3).fill(false)),
  )
  const requests = asked.length
  expect([offer.has(timecards), offer.takes(timecards, 'submit')]).toEqual([false, false])
  expect(asked).toHaveLength(requests)
})

test('a server that announces what it can do has everything', async () => {
  const { offer, announced, asked } = await open('ada')
  announced.value = true
  expect([offer.has(scheduleEvents), offer.takes(users, 'invite'), offer.tells(rfis, 'due_date')]).toEqual([
    true,
    true,
    true,
  ])
  expect(asked).toEqual([])
})

test('actions, queries and fields are those of the specification', async () => {
  const { api, offer, asked } = await open('ada')
  expect(offer.takes(users, 'edit')).toBe(true)
  expect([offer.takes(users, 'invite'), offer.takes(rfis, 'resolve'), offer.takes(rfis, 'history')]).toEqual([
    false,
    true,
    false,
  ])
  expect([offer.tells(rfis, 'due_date'), offer.tells(rfis, 'title')]).toEqual([false, true])
  expect(await api(projects).ask('next_number')).toEqual({ ok: true, data: '2403' })
  expect(await api(rfis, { project_id: 1 }).ask('next_number')).toEqual({ ok: true, data: '3' })
  expect(await api(timeEntries).ask('missing', { day: '2026-01-05' })).toMatchObject({ ok: false, status: 404 })
  expect(asked).toEqual(['GET /api/projects/next_number', 'GET /api/projects/1/rfis/next_number'])
})

test('what is read across parents is read below each, and acts there', async () => {
  const { api, asked } = await open('pia')
  const answer = await api.across(rfis).fetchAll({ view: 'open' })
  expect(answer.ok && answer.data.map(({ number, project_id }) => [project_id, number])).toEqual([
    [1, 1],
    [1, 2],
  ])
  // A list sends the filters that are not set as well.
  const page = await api.across(rfis).fetchPage({ page: 1, view: 'mine', project_id: '', sort_column: 'number' })
  expect(page.ok && page.data.data.map(({ title }) => title)).toEqual(['Which panel feeds the docks?'])
  expect(await api.across(rfis).fetch(2)).toMatchObject({
    ok: true,
    data: { title: 'Door hardware', cost_impact: 'none' },
  })
  expect(await api.across(rfis).act(1, 'mark_messages_viewed')).toMatchObject({ ok: true })
  expect(await api.across(rfis).ask('subscribed_and_unread')).toEqual({ ok: true, data: [] })
  expect(asked.filter((path) => path === 'GET /api/rfis' || /^POST \/api\/rfis\/\d/.test(path))).toEqual([])
  expect(asked).toContain('POST /api/projects/1/rfis/1/mark_messages_viewed')
})

test('nothing is tried, and what the server counted without a filter is not counted', async () => {
  const { api, asked } = await open('ada')
  expect(await api(customers).saveMany([{ name: 'Tried' }], { dryRun: true })).toEqual({ ok: true, data: [] })
  expect(asked).toEqual([])
  const page = await api(users).fetchPage({ page: 1, status: 'active' })
  expect(page.ok && [page.data.total, page.data.data.length]).toEqual([8, 8])
})

test('what a change empties is empty, also where the answer leaves out what is', async () => {
  const at = await start(dialects.sparse)
  const { api, store } = await open('ada', { at })
  await api(projects).fetch(1)
  await api(projects).act(1, 'archive')
  expect(store.of(projects).peek(1)?.archived_at).toEqual(expect.any(String))
  await api(projects).act(1, 'unarchive')
  expect(store.of(projects).peek(1)).toMatchObject({ archived_at: null, archived_id: null, name: 'Cold Storage' })
  await api(customers).fetch(1)
  await api(customers).save({ id: 1, phone_number: null })
  expect(store.of(customers).peek(1)).toMatchObject({ phone_number: null, email: 'office@harbor.example' })
  await at.stop()
})

test('messages are read below their RFI, and written there', async () => {
  const { api, store } = await open('cleo')
  const about = { messageable_type: 'rfis', messageable_id: 1 }
  const before = await api(messages, about).fetchAll()
  expect(before.ok && before.data.map(({ messageable_type, user_name }) => [messageable_type, user_name])).toEqual([
    ['rfis', 'Cleo Contact'],
  ])
  const saved = await api(messages, about).save({ content: 'And LP-4.' })
  expect(saved).toMatchObject({ ok: true, data: { messageable_type: 'rfis', messageable_id: 1, user_id: 7 } })
  expect(store.query({ entity: messages, where: about }).items.value).toHaveLength(2)
})

const spoken = Object.entries(dialects)
test.each(spoken)('time is entered in bulk on a %s server', async (_, dialect) => {
  const at = await start(dialect)
  const { api } = await open('finn', { at })
  const day = runningClock.day()
  const drafts = [{ user_id: 5, project_id: 1, cost_code_id: 2, date: day, hours: 3, type: 'standard' as const }]
  const saved = await api(timeEntries).saveMany(drafts)
  expect(saved).toMatchObject({ ok: true, data: [{ hours: 3, status: 'open', week_id: null }] })
  const all = await api(timeEntries).fetchAll({ from: day, to: day, user_id: 5 })
  expect(all.ok && all.data.map(({ hours }) => hours).sort()).toEqual([3, 7.5])
  await at.stop()
})

const people = ['ada', 'pia', 'olaf', 'finn', 'emma', 'carl', 'cleo']
const lists: readonly (readonly [Entity, string, Record<string, number | string>, string])[] = [
  [customers, 'customers', {}, 'name'],
  [projects, 'projects', {}, 'name'],
  [users, 'users', {}, 'name'],
  [contactTypes, 'contact_types', {}, 'name'],
  [phaseTypes, 'phase_types', {}, 'name'],
  [phases, 'phases', {}, 'name'],
  [customFields, 'custom_fields', {}, 'name'],
  [customFieldOptions, 'custom_field_options', {}, 'name'],
  [timeEntries, 'time_entries', {}, 'notes'],
  [costCodes, 'cost_codes', { project_id: 1 }, 'name'],
  [rfis, 'rfis', { project_id: 1 }, 'title'],
  [messages, 'messages', { messageable_type: 'rfis', messageable_id: 1 }, 'content'],
]

/** What of a row differs from before, apart from its stamp. */
const changedIn = (before: object, after: object) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      name !== 'updated_at' &&
      String(JSON.stringify(Reflect.get(before, name))) !== String(JSON.stringify(Reflect.get(after, name))),
  )
/** Values that a server without types takes to be the same; what is empty need not be there. */
const loosely = (row: object) =>
  Object.fromEntries(
    Object.entries(write(row, { sparse: true }) as object).map(([name, value]: [string, unknown]) => [
      name,
      JSON.parse(JSON.stringify(value ?? null), (_, one: unknown) =>
        one === true || one === '1'
          ? 1
          : one === false || one === '0'
            ? 0
            : typeof one === 'string' && !Number.isNaN(Number(one)) && one.trim()
              ? Number(one)
              : typeof one === 'string'
                ? one.replace(/T00:00:00.*$/, '')
                : one,
      ),
    ]),
  )

const everyone = spoken.flatMap(([name, dialect]) => people.map((person) => ({ name, dialect, person })))
test.each(everyone)('$person on a $name server edits every entity, and nothing else of it changes', async (one) => {
  const { dialect, person } = one
  const at = await start(dialect)
  const { api } = await open(person, { at })
  for (const [entity, table, params, field] of lists) {
    const resource = (api as (one: Entity, parents: object) => ReturnType<typeof api>)(entity, params)
    const answer = await resource.fetchAll()
    const [record] = answer.ok ? answer.data : []
    if (!record) continue
    const row = at.tables[table]?.find(({ id }) => id === record.id)
    const before = loosely(row ?? {})
    const saved = await resource.save({ id: record.id, [field]: 'Changed' })
    expect(saved.ok, `${table} of ${person}`).toBe(true)
    const after = loosely(at.tables[table]?.find(({ id }) => id === record.id) ?? {})
    const filled = Object.keys(params).filter((name) => name !== 'messageable_type')
    expect(
      changedIn(before, after).filter((name) => !filled.includes(name) && name !== 'messageable_type'),
      table,
    ).toEqual([field])
  }
  await at.stop()
})
