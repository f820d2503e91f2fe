import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openService } from '#server/live/service.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { removeFolders, sampleFolder, startServer } from './server.ts'
import { APP, createService } from './service.ts'
import { signIn } from './stock-axios.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

let service: Awaited<ReturnType<typeof createService>>
beforeAll(async () => {
  service = await createService()
})
afterAll(() => {
  service.close()
  removeFolders()
})

describe('live events through a Pusher-compatible service', () => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<string, Client & { user: { id: number } }>()
  const at = (mailbox: string) => {
    const person = people.get(mailbox)
    if (!person) throw new Error(`${mailbox} is not signed in.`)
    return person
  }
  const told = async () => {
    await world.app.settled()
    return service.told()
  }
  /** The mailboxes of the recipients, sorted. */
  const toldWhom = (events: { channel: string }[]) => {
    const ids = new Set(events.map(({ channel }) => Number(channel.split('.')[1])))
    return [...people].flatMap(([mailbox, { user }]) => (ids.has(user.id) ? [mailbox] : [])).sort()
  }
  beforeAll(async () => {
    const pusher = openService({ ...APP, at: { host: '127.0.0.1', port: service.port, tls: false } }, [5, 5])
    world = await createTestWorld({ database: await sampleSqlite(), service: pusher })
    for (const mailbox of ['admin', 'office', 'foreman', 'customer', 'contact'])
      people.set(mailbox, await world.signIn(`${mailbox}@plumbline.test`))
  })
  beforeEach(async () => {
    await told()
    service.requests.length = 0
  })
  afterAll(async () => {
    expect(service.refusals).toEqual([])
    await world.close()
  })

  test('a save is sent in one signed batch to all signed-in users who may see it, except the originating socket', async () => {
    const { data } = await at('admin').post('/api/customers', { name: 'Told Inc' }, { 'x-socket-id': '12.34' })
    const events = await told()
    expect(service.requests).toEqual([`/apps/${APP.appId}/batch_events`])
    expect(toldWhom(events)).toEqual(['admin', 'foreman', 'office'])
    for (const event of events)
      expect(event).toMatchObject({ name: 'saved', socket_id: '12.34', model: { id: data.id, name: 'Told Inc' } })
  })

  test('guests receive events of their own projects, deletions when losing access, and nothing else', async () => {
    const admin = at('admin')
    await admin.patch('/api/projects/2', { name: 'Unseen' })
    expect(toldWhom(await told())).toEqual(['admin', 'foreman', 'office'])
    await admin.patch('/api/projects/1', { name: 'Seen' })
    expect(toldWhom(await told())).toEqual(['admin', 'customer', 'foreman', 'office'])
    const { data: customer } = await admin.post('/api/customers', { name: 'Another' })
    await told()
    await admin.patch('/api/projects/1', { customer_id: customer.id })
    const left = (await told()).filter(({ channel }) => channel === `private-projects.${at('customer').user.id}`)
    expect(left).toMatchObject([{ name: 'deleted', model: { id: 1 } }])
    expect(Object.keys(left[0].model)).toEqual(['id', 'updated_at'])
  })

  test('users who signed out or were deactivated receive no more events', async () => {
    const leaving = await world.signIn('manager@plumbline.test')
    const heard = async () => {
      await at('admin').post('/api/customers', { name: `Who hears ${Math.random()}` })
      return (await told()).map(({ channel }) => channel)
    }
    expect(await heard()).toContain(`private-customers.${leaving.user.id}`)
    await leaving.post('/logout')
    expect(await heard()).not.toContain(`private-customers.${leaving.user.id}`)
    const again = await world.signIn('manager@plumbline.test')
    await at('admin').patch(`/api/users/${again.user.id}`, { active: false })
    await told()
    expect(await heard()).not.toContain(`private-customers.${leaving.user.id}`)
  })

  test('many events are split into batches of ten, in order', async () => {
    const data = Array.from({ length: 25 }, (_, number) => ({ name: `Batch ${number}` }))
    const { data: saved } = await at('admin').post('/api/customers/store_many', { data })
    const mine = (await told()).filter(({ channel }) => channel === `private-customers.${at('admin').user.id}`)
    expect(mine.map(({ model }) => model.id)).toEqual(saved.map(({ id }: { id: number }) => id))
    expect(service.requests.length).toBe(Math.ceil((25 * 3) / 10))
  })

  test('a record that exceeds the event size is sent as its id', async () => {
    const item = { title: 'Long', description: 'é'.repeat(9000) }
    const { status, data } = await at('admin').post('/api/default_punch_items', item)
    expect(status).toBe(201)
    const events = await told()
    expect(toldWhom(events)).toEqual(['admin', 'foreman', 'office'])
    for (const { name, model } of events) expect([name, model]).toEqual(['saved', { id: data.id }])
  })

  test('events are retried while the service is unavailable; a longer outage is logged, and saving continues', async () => {
    service.fail(2)
    const { status } = await at('admin').post('/api/customers', { name: 'Patience' })
    expect(status).toBe(201)
    expect(toldWhom(await told())).toEqual(['admin', 'foreman', 'office'])
    expect(world.errors).toEqual([])
    service.fail(3)
    expect((await at('admin').post('/api/customers', { name: 'Unheard' })).status).toBe(201)
    await told()
    expect(world.errors.splice(0)).toHaveLength(1)
    await at('admin').post('/api/customers', { name: 'Heard again' })
    expect((await told()).map(({ model }) => model.name)).toEqual(['Heard again', 'Heard again', 'Heard again'])
  })

  test('channels are signed with the app’s secret', async () => {
    const channel_name = `private-customers.${at('office').user.id}`
    const { data } = await at('office').post('/broadcasting/auth', { socket_id: '12.34', channel_name })
    const signed = createHmac('sha256', APP.secret).update(`12.34:${channel_name}`).digest('hex')
    expect(data).toEqual({ auth: `${APP.key}:${signed}` })
    expect(
      (await at('office').post('/broadcasting/auth', { socket_id: '12.34', channel_name: 'private-customers.1' }))
        .status,
    ).toBe(403)
  })
})

test.runIf(!isBrief)(
  'a configured server process uses the service, announces it to browsers, and has no sockets itself',
  async () => {
    const server = await startServer({
      args: ['--api-only'],
      dataDir: await sampleFolder(),
      env: {
        BROADCAST: 'pusher',
        PUSHER_APP_ID: APP.appId,
        PUSHER_APP_KEY: APP.key,
        PUSHER_APP_SECRET: APP.secret,
        PUSHER_HOST: '127.0.0.1',
        PUSHER_PORT: String(service.port),
        PUSHER_SCHEME: 'http',
      },
    })
    service.told()
    const { http } = await signIn(server.url, 'admin@plumbline.test')
    const about = await http.get('/api/app')
    expect(about.data).toMatchObject({
      pusher_key: APP.key,
      live: { host: '127.0.0.1', port: service.port, tls: false },
    })
    expect(JSON.stringify(about.data)).not.toContain(APP.secret)
    expect(about.headers['content-security-policy']).toContain(`ws://127.0.0.1:${service.port}`)
    await http.post('/api/customers', { name: 'From a real process' })
    await eventually(() =>
      expect(service.told()).toMatchObject([{ name: 'saved', model: { name: 'From a real process' } }]),
    )
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/${APP.key}?protocol=7`)
    await new Promise((done) => socket.addEventListener('error', done))
    expect(await server.stop()).toBe(0)
  },
)
