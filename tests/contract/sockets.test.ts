import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { createAxios, signIn } from './stock-axios.ts'
import { eventually } from '../eventually.ts'

let server: Started
beforeAll(async () => {
  server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
})
afterAll(async () => {
  await server.stop()
  removeFolders()
})

interface Frame {
  event: string
  channel?: string
  data: unknown
}

/** Opens a socket like pusher-js and records all received frames. */
function open(
  path = '/app/plumbline?protocol=7&client=js&version=8.6.0&flash=false',
  headers: Record<string, string> = {},
  url = server.url,
) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
  const frames: Frame[] = []
  socket.on('message', (text) => {
    const { data, ...frame } = JSON.parse(String(text))
    frames.push({ ...frame, data: typeof data === 'string' ? JSON.parse(data) : data })
  })
  const closed = new Promise<number>((done) => socket.on('close', done))
  const refused = new Promise<number | undefined>((done) => {
    socket.on('unexpected-response', (_, response) => done(response.statusCode))
    socket.on('error', () => {})
  })
  const heard = (event: string, channel?: string) =>
    eventually(() => {
      const frame = frames.find((one) => one.event === event && (channel === undefined || one.channel === channel))
      if (!frame) throw new Error(`${event} was not heard, but ${JSON.stringify(frames)}`)
      return frame
    })
  return {
    socket,
    frames,
    closed,
    refused,
    heard,
    say: (event: string, data: unknown = {}) => socket.send(JSON.stringify({ event, data })),
    async id() {
      const { data } = await heard('pusher:connection_established')
      return (data as { socket_id: string }).socket_id
    },
    close: () => socket.terminate(),
  }
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Signs in and opens a socket. Channels are joined like pusher-js does, with a form to /broadcasting/auth. */
async function connect(email: string) {
  const client = await signIn(server.url, email)
  const { data: user } = await client.http.get('/api/user')
  const line = open()
  const socket_id = await line.id()
  const authorise = (channel_name: string) =>
    client.http.post('/broadcasting/auth', new URLSearchParams({ socket_id, channel_name }).toString(), {
      headers: form,
    })
  return {
    ...line,
    http: client.http,
    user,
    socket_id,
    authorise,
    async join(prefix: string) {
      const channel = `private-${prefix}.${user.id}`
      const { data } = await authorise(channel)
      line.say('pusher:subscribe', { channel, auth: data.auth })
      await line.heard('pusher_internal:subscription_succeeded', channel)
      return channel
    },
  }
}

describe('the socket', () => {
  test('greets with protocol 7, a socket id and the activity timeout', async () => {
    const line = open()
    const { data } = await line.heard('pusher:connection_established')
    expect(data).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 120 })
    line.close()
  })

  test('answers a ping, with and without data', async () => {
    const line = open()
    await line.id()
    line.socket.send('{"event":"pusher:ping"}')
    expect((await line.heard('pusher:pong')).data).toEqual({})
    line.close()
  })

  test.each([
    ['an unknown app key', '/app/other?protocol=7', 4001],
    ['a key that only looks alike', '/app/plumbline%20?protocol=7', 4001],
    ['a path without a key', '/app/?protocol=7', 4005],
    ['a path with more behind the key', '/app/plumbline/more?protocol=7', 4005],
    ['a protocol that is no number', '/app/plumbline?protocol=x', 4006],
    ['an old protocol', '/app/plumbline?protocol=5', 4007],
    ['no protocol', '/app/plumbline', 4008],
  ])('%s is refused with its code', async (_, path, code) => {
    const line = open(path)
    expect((await line.heard('pusher:error')).data).toMatchObject({ code })
    expect(await line.closed).toBe(code)
  })

  test('cannot be opened from another site or at another path', async () => {
    expect(await open('/app/plumbline?protocol=7', { Origin: 'https://evil.example' }).refused).toBe(403)
    expect(await open('/elsewhere').refused).toBe(404)
  })

  test('is opened from the public address, which a proxy need not pass on, and a refused origin is logged once', async () => {
    const origin = 'http://localhost:9443'
    const env = { APP_URL: origin, FRONTEND_ORIGINS: 'https://app.example' }
    const proxied = await startServer({ args: ['--api-only'], dataDir: await sampleFolder(), env })
    const path = '/app/plumbline?protocol=7'
    for (const allowed of [origin, 'https://app.example', proxied.url]) {
      const line = open(path, { Origin: allowed }, proxied.url)
      expect((await line.heard('pusher:connection_established')).event).toBeTruthy()
      line.close()
    }
    for (const _ of ['first', 'again'])
      expect(await open(path, { Origin: 'http://localhost:9444' }, proxied.url).refused).toBe(403)
    await proxied.stop()
    const told = proxied.output().match(/.*"origin":"http:\/\/localhost:9444".*/g)
    expect(told).toEqual([expect.stringMatching(/set APP_URL to it if .*, or add it to FRONTEND_ORIGINS/)])
  })

  test.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['a list', '[1]'],
    ['nothing', ''],
    ['data that is no JSON', '{"event":"pusher:subscribe","data":"{"}'],
    ['a channel that is no text', '{"event":"pusher:subscribe","data":{"channel":{"a":1}}}'],
    ['a subscription to nothing', '{"event":"pusher:subscribe"}'],
    ['leaving nothing', '{"event":"pusher:unsubscribe","data":null}'],
    ['an event of its own', '{"event":"client-typing","channel":"private-customers.1","data":{}}'],
    ['an event that is no text', '{"event":{"__proto__":1}}'],
    ['much of it', JSON.stringify({ event: 'pusher:ping', data: 'x'.repeat(20_000) })],
  ])('survives a frame with %s, and so does the server', async (_, text) => {
    const line = open()
    await line.id()
    line.socket.send(text)
    line.say('pusher:ping')
    expect((await line.heard('pusher:pong')).data).toEqual({})
    line.close()
  })

  test('a path that cannot be decoded closes only that socket', async () => {
    const other = open()
    await other.id()
    const line = open('/app/%E0%A4%A?protocol=7')
    await Promise.race([line.closed, line.refused])
    expect((await createAxios(server.url).http.get('/healthz')).status).toBe(200)
    other.say('pusher:ping')
    await other.heard('pusher:pong')
    other.close()
  })

  test('binary and oversized frames close only that socket', async () => {
    const other = open()
    await other.id()
    const binary = open()
    await binary.id()
    binary.socket.send(Buffer.from([0, 255, 1]))
    expect(await binary.closed).toEqual(expect.any(Number))
    const huge = open()
    await huge.id()
    huge.socket.send('x'.repeat(1024 * 1024))
    expect(await huge.closed).toBe(1009)
    other.say('pusher:ping')
    await other.heard('pusher:pong')
    other.close()
  })
})

describe('channels', () => {
  test('users may subscribe to their own, with the server’s signature', async () => {
    const person = await connect('office@plumbline.test')
    const { status, data } = await person.authorise(`private-customers.${person.user.id}`)
    expect(status).toBe(200)
    expect(data.auth).toMatch(/^plumbline:[0-9a-f]{64}$/)
    await person.join('projects')
    person.close()
  })

  test.each([
    ['another’s', (id: number) => `private-customers.${id + 1}`],
    ['one of no entity', (id: number) => `private-secrets.${id}`],
    ['a public one', (id: number) => `customers.${id}`],
    ['a presence one', (id: number) => `presence-customers.${id}`],
    ['one with more behind it', (id: number) => `private-customers.${id}.1`],
    ['one in other writing', (id: number) => `private-customers.0${id}x`],
  ])('%s is refused', async (_, name) => {
    const person = await connect('manager@plumbline.test')
    expect((await person.authorise(name(person.user.id))).status).toBe(403)
    person.close()
  })

  test('cannot be joined without signing in', async () => {
    const { status } = await createAxios(server.url).http.post('/broadcasting/auth', {
      socket_id: '1.1',
      channel_name: 'private-customers.1',
    })
    expect(status).toBe(401)
  })

  test.each(['1', 'a.b', '1.1:private-projects.1', { $ne: 1 }, null])(
    'a socket id like %j is refused',
    async (socket_id) => {
      const { http } = await signIn(server.url, 'grant@plumbline.test')
      const { data: user } = await http.get('/api/user')
      expect(
        (await http.post('/broadcasting/auth', { socket_id, channel_name: `private-customers.${user.id}` })).status,
      ).toBe(403)
    },
  )

  test('a signature is valid only for its socket and channel', async () => {
    const one = await connect('sam@plumbline.test')
    const channel = `private-customers.${one.user.id}`
    const { data } = await one.authorise(channel)
    const thief = open()
    await thief.id()
    thief.say('pusher:subscribe', { channel, auth: data.auth })
    expect((await thief.heard('pusher:error')).data).toMatchObject({ code: 4009 })
    one.say('pusher:subscribe', { channel: `private-users.${one.user.id}`, auth: data.auth })
    expect((await one.heard('pusher:error')).data).toMatchObject({ code: 4009 })
    one.close()
    thief.close()
  })
})

describe('events', () => {
  test('one user’s changes reach the other as saved and deleted, but not the originating socket', async () => {
    const writer = await connect('admin@plumbline.test')
    const reader = await connect('foreman@plumbline.test')
    const mine = await writer.join('customers')
    const channel = await reader.join('customers')
    const headers = { 'X-Socket-Id': writer.socket_id }
    const made = await writer.http.post('/api/customers', { name: 'Told Inc' }, { headers })
    expect(await reader.heard('saved', channel)).toEqual({ event: 'saved', channel, data: { model: made.data } })
    const { status } = await writer.http.delete(`/api/customers/${made.data.id}`, { headers })
    expect(status).toBe(204)
    expect((await reader.heard('deleted', channel)).data).toMatchObject({ model: { id: made.data.id } })
    // Any event for the writer's socket would have arrived before this one.
    await writer.http.post('/api/customers', { name: 'From elsewhere' })
    expect(await writer.heard('saved', mine)).toMatchObject({ data: { model: { name: 'From elsewhere' } } })
    expect(writer.frames.filter(({ event }) => event === 'saved' || event === 'deleted')).toHaveLength(1)
    writer.close()
    reader.close()
  })

  test('after leaving a channel no more events arrive', async () => {
    const writer = await signIn(server.url, 'admin@plumbline.test')
    const reader = await connect('office@plumbline.test')
    const customers = await reader.join('customers')
    const projects = await reader.join('projects')
    reader.say('pusher:unsubscribe', { channel: customers })
    reader.say('pusher:ping')
    await reader.heard('pusher:pong')
    await writer.http.post('/api/customers', { name: 'Unheard' })
    await writer.http.patch('/api/projects/1', { name: 'Heard' })
    await reader.heard('saved', projects)
    expect(reader.frames.filter(({ channel, event }) => channel === customers && event === 'saved')).toEqual([])
    reader.close()
  })

  test('signing out closes the sockets of the session', async () => {
    const person = await connect('kim@plumbline.test').catch(() => connect('employee@plumbline.test'))
    await person.join('projects')
    expect((await person.http.post('/logout')).status).toBe(204)
    await person.closed
  })
})
