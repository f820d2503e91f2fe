import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { weekdayOf } from '#lib/days.ts'
import { runningClock } from '../clock/clock.ts'
import { setOf } from '../drawings.fixture.ts'
import { eventually } from '../eventually.ts'
import { sampleFolder, startServer, type Started } from './server.ts'
import { signIn } from './stock-axios.ts'
import { listenTo } from './stock-echo.ts'

type Client = Awaited<ReturnType<typeof signIn>>

let server: Started
let admin: Client
let manager: Client
let live: Awaited<ReturnType<typeof listenTo>>

beforeAll(async () => {
  server = await startServer({ dataDir: await sampleFolder() })
  const url = `http://localhost:${server.port}`
  admin = await signIn(url, 'admin@plumbline.test')
  manager = await signIn(url, 'manager@plumbline.test')
  const channels = ['folders', 'documents', 'punch_items', 'tasks', 'daily_logs', 'schedule_events']
  live = await listenTo(server, manager, [...channels, 'daily_log_entries', 'drawings', 'drawing_sheets'])
})
afterAll(async () => {
  live.leave()
  await server.stop()
})

const hears = (channel: string, event: 'saved' | 'deleted', id: number) => live.hears(channel, event, { id })
/** The data of an answer that succeeded. */
const given = ({ status, data }: { status: number; data: unknown }): ReturnType<typeof JSON.parse> => {
  expect([status, data], JSON.stringify(data)).toEqual([
    expect.toSatisfy((code: number) => code < 300),
    expect.anything(),
  ])
  return data
}

describe.each<[string, string, object, object]>([
  ['punch items', 'api/projects/1/punch_items', { title: 'Plate missing' }, { title: 'Two plates missing' }],
  ['tasks', 'api/projects/1/tasks', { title: 'Pull feeders' }, { title: 'Pull all feeders' }],
  [
    'schedule events',
    'api/schedule_events',
    {
      kind: 'calendar',
      title: 'Walk',
      all_day: true,
      start_date: runningClock.day(400),
      end_date: runningClock.day(400),
      type: 'meeting',
    },
    { title: 'Long walk' },
  ],
  [
    'daily logs',
    'api/projects/1/daily_logs',
    { date: '2001-02-03', work_performed: 'Conduit' },
    { work_performed: 'Conduit and wire' },
  ],
])('a stock client with %s', (_, at, draft, change) => {
  const channel = at.split('/').at(-1) ?? ''

  test('creates, reads, lists, pages, changes and deletes them, and another hears of each change', async () => {
    const { http } = admin
    const made = await http.post(at, draft)
    expect([made.status, made.data.errors]).toEqual([201, undefined])
    const { id } = made.data
    await hears(channel, 'saved', id)
    expect((await http.get(`${at}/${id}`)).data).toMatchObject({ id })
    expect((await http.get(at)).data.map((one: { id: number }) => one.id)).toContain(id)
    const page = await http.get(at, { params: { page: 1, per_page: 1 } })
    expect(page.data).toMatchObject({ current_page: 1, per_page: 1, data: [expect.anything()] })
    const changed = await http.patch(`${at}/${id}`, { ...made.data, ...change })
    expect([changed.status, changed.data]).toEqual([200, expect.objectContaining(change)])
    expect((await http.post(`${at}/store_many`, { data: [{ id, ...change }] })).data).toMatchObject([{ id }])
    expect((await http.delete(`${at}/${id}`)).status).toBe(204)
    await hears(channel, 'deleted', id)
    expect((await http.get(`${at}/${id}`)).status).toBe(404)
  })
})

describe('a stock client takes the steps of', () => {
  const make = async (at: string, draft: object) => given(await admin.http.post(at, draft))
  const step = async (at: string, id: number, action: string, body = {}) =>
    given(await admin.http.post(`${at}/${id}/${action}`, body))

  test('a punch item', async () => {
    const at = '/api/projects/1/punch_items'
    const { id } = await make(at, { title: 'Cover missing' })
    expect((await step(at, id, 'complete')).completed_at).toEqual(expect.any(String))
    const { status, data } = await admin.http.post(`${at}/${id}/reject`, {})
    expect([status, Object.values(data.errors).flat()]).toEqual([422, ['Add a reason for rejecting.']])
    expect(await step(at, id, 'reject', { reason: 'Crooked' })).toMatchObject({ completed_at: null })
    await step(at, id, 'complete')
    expect((await step(at, id, 'close')).closed_at).toEqual(expect.any(String))
    expect(await step(at, id, 'reopen')).toMatchObject({ closed_at: null })
    await live.hears('punch_items', 'saved', { id, rejected_reason: 'Crooked' })
    expect((await admin.http.delete(`${at}/${id}`)).status).toBe(204)
  })

  test('a task', async () => {
    const at = '/api/projects/1/tasks'
    const { id, checklist } = await make(at, { title: 'Label panels', checklist: [{ text: 'LP-1' }, { text: 'LP-2' }] })
    const ticked = await step(at, id, 'tick', { line: checklist[0].id, done: true })
    expect(ticked.checklist[0].done_at).toEqual(expect.any(String))
    expect((await step(at, id, 'complete')).completed_at).toEqual(expect.any(String))
    expect(await step(at, id, 'reopen')).toMatchObject({ completed_at: null })
    await live.hears('tasks', 'saved', { id, title: 'Label panels' })
  })

  test('a daily log', async () => {
    const at = '/api/projects/1/daily_logs'
    const { id } = await make(at, { date: '2001-02-04' })
    const entry = await make(`/api/daily_logs/${id}/entries`, { type: 'note', body: 'Cold' })
    const of = `/api/daily_logs/${id}/entries/${entry.id}`
    expect(given(await admin.http.patch(of, { ...entry, body: 'Very cold' }))).toMatchObject({ body: 'Very cold' })
    expect((await step(at, id, 'complete')).completed_at).toEqual(expect.any(String))
    expect((await admin.http.patch(`${at}/${id}`, { work_performed: 'More' })).status).toBe(422)
    expect(await step(at, id, 'reopen', { reason: 'Forgot the delivery' })).toMatchObject({ completed_at: null })
    expect((await step(at, id, 'share')).shared_at).toEqual(expect.any(String))
    expect(await step(at, id, 'unshare')).toMatchObject({ shared_at: null })
    expect((await admin.http.delete(of)).status).toBe(204)
    await hears('daily_log_entries', 'deleted', entry.id)
  })

  test('an assignment', async () => {
    const at = '/api/schedule_events'
    const people = given(await admin.http.get('/api/users'))
    const person = people.find(({ schedulable }: { schedulable: boolean }) => schedulable)
    // A Tuesday and the day after: one of them may be a holiday, which is asked about, and one is a work day.
    const tuesday = 401 + ((9 - weekdayOf(runningClock.day(401))) % 7)
    const days = { start_date: runningClock.day(tuesday), end_date: runningClock.day(tuesday + 1) }
    const confirmed = ['time_off', 'ratio', 'double_booking']
    const { id } = await make(at, { kind: 'assignment', user_id: person.id, project_id: 1, ...days, confirmed })
    const moved = await step(at, id, 'shift', { days: 1, confirmed })
    expect(moved.start_date).not.toBe(days.start_date)
    const body = { ids: [id], confirmed }
    const [published] = given(await admin.http.post(`${at}/publish`, body))
    expect(published).toMatchObject({ id, published_at: expect.any(String) })
    await live.hears('schedule_events', 'saved', { id, published_at: expect.any(String) })
  })
})

test('a stock client keeps documents: in folders, in versions, locked, moved and deleted', async () => {
  const { http } = admin
  const at = '/api/projects/1/documents'
  const folder = given(await http.post('/api/projects/1/folders', { name: 'Of a client' }))
  await hears('folders', 'saved', folder.id)
  const renamed = given(await http.patch(`/api/projects/1/folders/${folder.id}`, { ...folder, name: 'Of a client 2' }))
  expect(renamed.name).toBe('Of a client 2')
  const fileOf = (text: string) => {
    const form = new FormData()
    form.append('folder_id', String(folder.id))
    form.append('file', new Blob([text]), 'panels of a client.txt')
    return form
  }
  const sent = await http.post(at, fileOf('Panel schedule'))
  expect([sent.status, sent.data.name, sent.data.version]).toEqual([201, 'panels of a client.txt', 1])
  const { id } = sent.data
  await hears('documents', 'saved', id)
  expect((await http.get(`/api/documents/${id}/file`)).data).toBe('Panel schedule')
  expect(given(await http.post(`${at}/${id}/upload_version`, fileOf('Newer')))).toMatchObject({ version: 2 })
  const versions = given(await http.get(`/api/documents/${id}/versions`))
  expect(versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  const old = { version_id: versions[1].id }
  expect(given(await http.post(`/api/documents/${id}/restore_version`, old))).toMatchObject({ version: 3 })
  expect((await http.get(`/api/documents/${id}/file`)).data).toBe('Panel schedule')
  expect(given(await http.post(`${at}/${id}/lock`)).locked_at).toEqual(expect.any(String))
  expect((await manager.http.patch(`${at}/${id}`, { name: 'mine.txt' })).status).toBe(403)
  expect(given(await http.post(`${at}/${id}/unlock`))).toMatchObject({ locked_at: null })
  const other = given(await http.post('/api/projects/1/folders', { name: 'Another of a client' }))
  expect(given(await http.post(`${at}/${id}/move`, { folder_id: other.id }))).toMatchObject({ folder_id: other.id })
  expect((await http.delete(`${at}/${id}`)).status).toBe(204)
  await hears('documents', 'deleted', id)
  for (const one of [folder, other]) expect((await http.delete(`/api/projects/1/folders/${one.id}`)).status).toBe(204)
})

test('a stock client sends a set of drawings, publishes its sheets, and shares them', async () => {
  const { http } = admin
  const at = '/api/projects/1/drawings'
  const form = new FormData()
  form.append('file', new Blob([setOf({ number: 'Z9.1', title: 'ONE LINE' })]), 'Bulletin of a client.pdf')
  const sent = await http.post(at, form)
  expect([sent.status, sent.data.name]).toEqual([201, 'Bulletin of a client'])
  const { id } = sent.data
  await eventually(async () => expect((await http.get(`${at}/${id}`)).data.state).toBe('review'))
  const [page] = given(await http.get(`/api/drawings/${id}/revisions`))
  expect(page).toMatchObject({ number: 'Z9.1', drawing_sheet_id: null })
  given(await http.patch(`/api/drawing_revisions/${page.id}`, { ...page, number: 'Z9.2' }))
  expect(given(await http.post(`${at}/${id}/publish`))).toMatchObject({ state: 'published' })
  const sheets = given(await http.get('/api/projects/1/drawing_sheets', { params: { drawing_id: id } }))
  expect(sheets).toMatchObject([{ number: 'Z9.2', title: 'One line', drawing_id: id, current_revision_id: page.id }])
  await live.hears('drawing_sheets', 'saved', { id: sheets[0].id, drawing_id: id })
  expect(given(await http.post(`${at}/${id}/share`)).shared_at).toEqual(expect.any(String))
  const detail = given(await http.get('/api/projects/1'))
  const listed = given(await http.get(at))
  const ids = (list: { id: number }[]) => list.map((one) => one.id).sort()
  expect(ids(detail.drawings)).toEqual(ids(listed))
})
