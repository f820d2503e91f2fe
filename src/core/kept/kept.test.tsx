import { signal } from '@preact/signals-react'
import { openDB } from 'idb'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { can, type CurrentUser } from '../access/access.ts'
import { defineEntity, type Entity, type RecordOf } from '../entity/entity.ts'
import { ref, date, embed, number, password, text } from '../entity/fields.ts'
import { filter } from '../query/filters.ts'
import { between } from '../query/where.ts'
import { createStore } from '../store/store.ts'
import { PREVIEWS } from './previews.ts'
import { createKept } from './kept.ts'
import { runningClock } from '../../../tests/clock/clock.ts'
import { eventually } from '../../../tests/eventually.ts'
import { luis } from './reader.fixture.ts'

const access = { view: can('view', 'users') }
const sites = defineEntity('site', {
  endpoint: 'api/sites',
  area: 'users',
  access,
  sort: 'name',
  fields: { name: text(), size: number().optional(), secret: password() },
  computed: { jobs: embed('job') },
  attachable: ['note'],
})
const jobs = defineEntity('job', {
  endpoint: 'api/sites/{site_id}/jobs',
  area: 'users',
  access,
  sort: 'name',
  fields: { site_id: ref('site'), name: text(), day: date() },
  filters: { from: filter(date(), (day) => ({ day: between(day, null) })) },
  attachable: ['note'],
})
const notes = defineEntity('note', {
  endpoint: 'api/{on_type}/{on_id}/notes',
  area: 'users',
  access,
  sort: 'text',
  fields: { on_type: text(), on_id: ref({ typedBy: 'on_type' }), text: text() },
})
const entities = [sites, jobs, notes]

let count = 0
let name = `kept test ${count}`
afterEach(() => {
  name = `kept test ${++count}`
})

/** A tab of a person's browser; all tabs of a test share its database. */
function open(person: CurrentUser | null = luis, described: readonly Entity[] = entities) {
  const store = createStore(described)
  const user = signal(person)
  const kept = createKept({ store, entities: described, user, name })
  onTestFinished(() => kept.flush())
  return { store, kept, user }
}
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString()
const record = <E extends Entity>(id: number, values: object, minute = 0) =>
  ({ id, created_at: at(0), updated_at: at(minute), deleted_at: null, ...values }) as unknown as RecordOf<E>
const site = (id: number, values: object = {}, minute = 0) =>
  record<typeof sites>(id, { name: `Site ${id}`, size: null, ...values }, minute)
const job = (id: number, site_id: number, values: object = {}) =>
  record<typeof jobs>(id, { site_id, name: `Job ${id}`, day: '2026-03-04', ...values })
const below = (site_id: number) => ({ $all: [{ site_id }] })
/** The raw rows of the device. */
async function rows() {
  const database = await openDB(name)
  onTestFinished(() => database.close())
  return { records: await database.getAll('records'), answers: await database.getAll('answers') }
}

test('what was read is there in the next visit, with the time it was true, before anything is asked', async () => {
  const first = open()
  first.store.of(sites).put([site(1), site(2)])
  first.store.answered(sites, {}, [1, 2], at(3))
  await first.kept.flush()
  const { store, kept } = open()
  const answer = store.query({ entity: sites })
  expect([answer.state.value, answer.items.value.length]).toEqual(['never', 0])
  await kept.restore(sites, {})
  expect([answer.state.value, answer.items.value.map(({ value }) => value.name)]).toEqual([
    'cached',
    ['Site 1', 'Site 2'],
  ])
  expect(answer.asOf.value).toBeGreaterThan(runningClock.now().getTime() - 60_000)
  expect(store.since(sites, {})).toBe(at(3))
})

test('every record of an entity is found, whatever it was an answer to, and none of another user’s', async () => {
  const first = open()
  first.store.of(sites).put([site(1), site(2)])
  first.store.of(jobs).put([job(3, 1)])
  await first.kept.flush()
  const { store, kept } = open()
  await kept.restoreAll(sites)
  expect([store.of(sites).all.value.map(({ value }) => value.id), store.of(jobs).all.value]).toEqual([[1, 2], []])
  expect(store.stateOf(sites, {})).toBe('never')
  const other = open({ ...luis, id: luis.id + 1 })
  await other.kept.restoreAll(sites)
  expect(other.store.of(sites).all.value).toEqual([])
})

test('of what a description keeps off devices nothing is written, neither records nor answers', async () => {
  const secret: typeof sites = { ...sites, offline: false }
  const { store, kept } = open(luis, [secret, jobs, notes])
  store.of(secret).put([site(1)])
  store.answered(secret, {}, [1])
  kept.keep(secret, 'asked sums', { data: { secret: 1 } })
  store.of(jobs).put([job(1, 1)])
  await kept.flush()
  const { records, answers } = await rows()
  expect([records.map(({ entity }) => entity), answers]).toEqual([['job'], []])
})

test('what came, changed or went after the answer is as it was last', async () => {
  const first = open()
  first.store.of(sites).put([site(1), site(2)])
  first.store.answered(sites, {}, [1, 2])
  first.store.of(sites).put([site(3), site(1, { name: 'Renamed' }, 5)], 'remote')
  first.store.of(sites).remove([2], 'remote')
  await first.kept.flush()
  const { store, kept } = open()
  await kept.restore(sites, {})
  expect(store.of(sites).all.value.map(({ value }) => value.name)).toEqual(['Renamed', 'Site 3'])
})

test('a narrower question is answered from a complete answer to a broader one; another is not', async () => {
  const first = open()
  first.store.of(jobs).put([job(1, 4), job(2, 4, { day: '2026-03-09' }), job(3, 5)])
  first.store.answered(jobs, below(4), [1, 2])
  await first.kept.flush()
  const { store, kept } = open()
  const late: object = { $all: [{ site_id: 4 }, { day: between('2026-03-05', null) }] }
  await kept.restore(jobs, late)
  await kept.restore(jobs, below(5))
  expect(store.of(jobs).all.value.map(({ value }) => value.id)).toEqual([2])
  expect([store.stateOf(jobs, late), store.stateOf(jobs, below(5))]).toEqual(['cached', 'never'])
})

test('one record is there with what came along with it', async () => {
  const first = open()
  first.store.of(sites).put([site(1, { jobs: [job(5, 1), job(6, 1)] })])
  first.store.answered(jobs, below(1), [5, 6])
  await first.kept.flush()
  const { store, kept } = open()
  await kept.restoreRecord(sites, 1)
  expect(store.of(sites).peek(1)?.name).toBe('Site 1')
  expect(store.of(jobs).all.value.map(({ value }) => value.id)).toEqual([5, 6])
  expect(store.query({ entity: sites, where: { id: 1 } }).asOf.value).not.toBeNull()
})

test('a record that is gone takes along everything below it, also what no list has loaded', async () => {
  const first = open()
  first.store.of(sites).put([site(1), site(2)])
  first.store.of(jobs).put([job(5, 1), job(6, 2)])
  const note = (id: number, type: string, on: number) =>
    record<typeof notes>(id, { on_type: type, on_id: on, text: 'Look' })
  first.store.of(notes).put([note(8, 'jobs', 5), note(9, 'jobs', 6), note(10, 'sites', 1)])
  await first.kept.flush()
  const second = open()
  second.kept.gone(sites, 1)
  await second.kept.flush()
  const left = (await rows()).records.map(({ entity, id }) => `${entity} ${id}`)
  expect(left.sort()).toEqual(['job 6', 'note 9', 'site 2'])
})

test('of two tabs the newer version of a record stays, whoever writes last', async () => {
  const [one, two] = [open(), open()]
  one.store.of(sites).put([site(1, { name: 'New', size: 4 }, 9)])
  await one.kept.flush()
  two.store.of(sites).put([site(1, { name: 'Old' }, 5)])
  await two.kept.flush()
  const [kept] = (await rows()).records
  expect(kept.record).toMatchObject({ name: 'New', size: 4 })
})

test('many records are written in parts, their answer with the last, and the newer version of each stays', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => at + 1)
  const [one, two] = [open(), open()]
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => begin.mockRestore())
  one.store.of(sites).put(ids.map((id) => site(id, { name: `New ${id}` }, 9)))
  one.store.answered(sites, {}, ids)
  await one.kept.flush()
  expect(begin.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(3)
  two.store.of(sites).put(ids.map((id) => site(id, { name: `Old ${id}` }, 5)))
  await two.kept.flush()
  const { store, kept } = open()
  await kept.restore(sites, {})
  const { items, state } = store.query({ entity: sites })
  expect(state.value).toBe('cached')
  expect(items.value.map(({ value }) => value.name).sort()).toEqual(ids.map((id) => `New ${id}`).sort())
})

test('nobody finds what another person has read, and signing out leaves nothing', async () => {
  const first = open()
  first.store.of(sites).put([site(1)])
  first.store.answered(sites, {}, [1])
  await first.kept.flush()
  const kim = open({ ...luis, id: 8 })
  await kim.kept.restore(sites, {})
  await kim.kept.restoreRecord(sites, 1)
  expect([kim.store.of(sites).all.value.length, kim.store.stateOf(sites, {})]).toEqual([0, 'never'])
  kim.store.of(sites).put([site(2)])
  await kim.kept.flush()
  // Files do not say whose they are.
  const keepFile = async () => (await caches.open(PREVIEWS)).put('/api/attachments/1/preview', new Response('picture'))
  await keepFile()
  await kim.kept.clear(8)
  expect((await rows()).records.map(({ owner, id }) => [owner, id])).toEqual([[8, 2]])
  expect(await caches.has(PREVIEWS)).toBe(false)
  await keepFile()
  await kim.kept.clear(8)
  expect(await caches.has(PREVIEWS)).toBe(true)
  kim.store.of(sites).put([site(3)])
  await kim.kept.clear()
  await kim.kept.flush()
  expect(await rows()).toEqual({ records: [], answers: [] })
  expect(await caches.has(PREVIEWS)).toBe(false)
})

test('what was kept under another description, or other rights, is fetched anew', async () => {
  const first = open()
  first.store.of(sites).put([site(1)])
  first.store.answered(sites, {}, [1], at(3))
  await first.kept.flush()
  const wider = defineEntity('site', {
    endpoint: 'api/sites',
    area: 'users',
    access,
    sort: 'name',
    fields: { name: text(), size: number().optional(), floors: number().optional() },
  })
  const promoted = { ...luis, permissions: { users: { edit: true } } }
  for (const [{ store, kept }, entity] of [
    [open(luis, [wider]), wider],
    [open(promoted), sites],
  ] as const) {
    await kept.restore(entity, {})
    await kept.restoreRecord(entity, 1)
    expect([store.stateOf(entity, {}), store.of(entity).peek(1), store.since(entity, {})]).toEqual([
      'never',
      undefined,
      null,
    ])
  }
})

test('passwords and records that are not sent yet never reach the device', async () => {
  const { store, kept } = open()
  store.of(sites).put([site(1, { secret: 'hunter2' }), site(-1)], 'local')
  await kept.flush()
  const { records } = await rows()
  expect(records.map(({ id }) => id)).toEqual([1])
  expect(JSON.stringify(records)).not.toContain('hunter2')
})

test('an answer that only the server can compute is kept, with the records it names', async () => {
  const first = open()
  first.store.of(sites).put([site(1), site(2)])
  first.kept.keep(sites, 'asked sum', { ids: [2], data: { hours: 4 } })
  await first.kept.flush()
  const { store, kept } = open()
  const value = await kept.value(sites, 'asked sum')
  expect([value?.data, value?.ids, store.of(sites).peek(2)?.name]).toEqual([{ hours: 4 }, [2], 'Site 2'])
  expect(await kept.value(sites, 'asked other')).toBeNull()
})

test('when the device is full the oldest answers go with their records, and the write is repeated', async () => {
  const first = open()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  onTestFinished(() => void vi.useRealTimers())
  first.store.of(jobs).put([job(1, 1), job(2, 2)])
  first.store.answered(jobs, below(1), [1])
  await first.kept.flush()
  vi.setSystemTime(Date.UTC(2026, 0, 2))
  for (const id of [2, 3, 4]) first.store.answered(jobs, below(id), id === 2 ? [2] : [])
  await first.kept.flush()
  const put = IDBObjectStore.prototype.put
  let isFull = true
  IDBObjectStore.prototype.put = function full(...given: Parameters<typeof put>) {
    if (!isFull) return put.apply(this, given)
    isFull = false
    throw new DOMException('full', 'QuotaExceededError')
  }
  onTestFinished(() => void (IDBObjectStore.prototype.put = put))
  first.store.of(jobs).put([job(9, 9)])
  await first.kept.flush()
  const { records, answers } = await rows()
  expect(records.map(({ id }) => id)).toEqual([2, 9])
  expect(answers.map(({ key }) => key)).toEqual([2, 3, 4].map((id) => JSON.stringify(below(id))))
})

test('what version 0.1.0 kept leaves the device', async () => {
  const old = await openDB('plumbline', 1, { upgrade: (database) => void database.createObjectStore('last-known') })
  old.close()
  const { store, kept } = open()
  store.of(sites).put([site(1)])
  await kept.flush()
  await eventually(async () =>
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain('plumbline'),
  )
})

test('an old tab does not keep a newer version of the app from upgrading the device', async () => {
  const { store, kept } = open()
  store.of(sites).put([site(1)])
  await kept.flush()
  const newer = await openDB(name, 2)
  onTestFinished(() => newer.close())
  expect(newer.version).toBe(2)
})
