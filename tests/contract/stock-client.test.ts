import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import Echo from 'laravel-echo'
import Pusher from 'pusher-js'
import { runningClock } from '../clock/clock.ts'
import { eventually } from '../eventually.ts'
import { startServer, type Started } from './server.ts'
import { signIn } from './stock-axios.ts'

type Client = Awaited<ReturnType<typeof signIn>>

let server: Started
let admin: Client
let manager: Client
const heard: { channel: string; event: string; model: { id?: unknown } }[] = []
let echo: Echo<'pusher'>

const channels = ['documents', 'punch_items', 'tasks', 'daily_logs', 'schedule_events', 'drawings']

beforeAll(async () => {
  server = await startServer()
  const url = `http://localhost:${server.port}`
  admin = await signIn(url, 'admin@plumbline.test')
  manager = await signIn(url, 'manager@plumbline.test')
  const { id } = (await manager.http.get('/api/user')).data
  echo = new Echo({
    broadcaster: 'pusher',
    key: 'plumbline',
    cluster: '',
    withoutInterceptors: true,
    client: new Pusher('plumbline', {
      cluster: '',
      wsHost: 'localhost',
      wsPort: server.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, answer) =>
          void manager.http
            .post('/broadcasting/auth', { socket_id: socketId, channel_name: channelName })
            .then(({ data }) => answer(null, data)),
        transport: 'ajax',
        endpoint: '',
      },
    }),
  })
  const joined = channels.map(
    (channel) =>
      new Promise<void>((resolve) => {
        echo
          .private(`${channel}.${id}`)
          .listen('.saved', ({ model }: { model: object }) => heard.push({ channel, event: 'saved', model }))
          .listen('.deleted', ({ model }: { model: object }) => heard.push({ channel, event: 'deleted', model }))
          .subscribed(() => resolve())
      }),
  )
  await Promise.all(joined)
})
afterAll(async () => {
  echo.disconnect()
  await server.stop()
})

const hears = (channel: string, event: string, id: number) =>
  eventually(() =>
    expect(heard).toContainEqual(expect.objectContaining({ channel, event, model: expect.objectContaining({ id }) })),
  )

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

test('a stock client sends documents and drawings in forms, and reads them', async () => {
  const { http } = admin
  const [folder] = (await http.get('/api/projects/1/folders')).data
  const form = new FormData()
  form.append('folder_id', String(folder.id))
  form.append('file', new Blob(['Panel schedule']), 'panels of a client.txt')
  const sent = await http.post('/api/projects/1/documents', form)
  expect([sent.status, sent.data.name]).toEqual([201, 'panels of a client.txt'])
  await hears('documents', 'saved', sent.data.id)
  expect((await http.get(`/api/documents/${sent.data.id}/file`)).data).toBe('Panel schedule')
  const drawings = await http.get('/api/projects/1/drawings')
  const detail = (await http.get('/api/projects/1')).data
  expect(drawings.data.length).toBeGreaterThan(0)
  expect(detail.drawings.map(({ id }: { id: number }) => id).sort()).toEqual(
    drawings.data.map(({ id }: { id: number }) => id).sort(),
  )
  expect((await http.get('/api/projects/1/drawing_sheets')).data[0]).toMatchObject({ project_id: 1 })
})
