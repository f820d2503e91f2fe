import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import Pusher from 'pusher-js'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSigner } from '../auth/crypto.ts'
import { createHub, type Hub } from './hub.ts'
import { PONG_TIMEOUT, QUIET } from './protocol.ts'
import { attachSockets } from './sockets.ts'
import { eventually } from '../../../tests/eventually.ts'
import { isBrief } from '../../../tests/tier.ts'

const KEY = 'plumbline'
const sign = createSigner('secret')
const soon = (check: () => unknown) => eventually(() => void check())

let hub: Hub
let port: number
let time: number
/** What the server has read of its sockets, and dealt with. */
const received: string[] = []
beforeEach(async () => {
  time = 0
  received.length = 0
  hub = createHub({ key: KEY, sign, random: Math.random, now: () => time, mostConnections: 3 })
  const connect: Hub['connect'] = (socket, asked) => {
    const connection = hub.connect(socket, asked)
    if (!connection) return null
    const receive = async (text: string) => {
      await connection.receive(text)
      received.push(text)
    }
    return { ...connection, receive }
  }
  const server = createServer((_, response) => response.end('here'))
  const closeSockets = attachSockets(server, { ...hub, connect }, { allowed: new Set() })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  onTestFinished(() => {
    closeSockets()
    server.close()
  })
})

/** The stock client, listening to `private-customers.1`. */
function browser() {
  const pusher = new Pusher(KEY, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, answer) =>
        answer(null, { auth: `${KEY}:${sign(`${socketId}:${channelName}`)}` }),
    },
  })
  const heard: unknown[] = []
  const states: string[] = []
  const errors: unknown[] = []
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current))
  pusher.connection.bind('error', ({ error }: { error?: { data?: { code: number } } }) =>
    errors.push(error?.data?.code),
  )
  pusher.subscribe('private-customers.1').bind('saved', (data: unknown) => heard.push(data))
  onTestFinished(() => pusher.disconnect())
  return { pusher, heard, states, errors }
}
const listening = (count = 1) => soon(() => expect(hub.listeners('customers')).toHaveLength(count))

describe('the stock client', () => {
  test('answers our pings, however often, and stays', async () => {
    const { states, heard } = browser()
    await listening()
    for (let round = 0; round < 3; round++) {
      time += QUIET
      hub.tick()
      // Its answer begins silence anew: no second question is due until then.
      const pongs = () => received.filter((text) => text.includes('pusher:pong')).length
      await soon(() => expect(pongs()).toBe(round + 1))
      time += PONG_TIMEOUT - 100
      hub.tick()
      hub.publish(['private-customers.1'], 'saved', JSON.stringify({ round }))
      await soon(() => expect(heard).toHaveLength(round + 1))
      expect(pongs()).toBe(round + 1)
    }
    expect(states).not.toContain('disconnected')
    expect(states.filter((state) => state === 'connected')).toHaveLength(1)
    expect(hub.size).toBe(1)
  })

  test('hears a message of any size whole', async () => {
    const { heard } = browser()
    await listening()
    const around = (middle: number) => Array.from({ length: 140 }, (_, n) => middle - 120 + n)
    const said = [...around(126), ...around(65_536), 200_000].map((size) => 'é'.repeat(size % 7).padEnd(size, 'x'))
    for (const [n, text] of said.entries()) {
      hub.publish(['private-customers.1'], 'saved', JSON.stringify({ text }))
      // Far from what a socket may hold back.
      if (n % 20 === 0) await soon(() => expect(heard).toHaveLength(n + 1))
    }
    await soon(() => expect(heard).toHaveLength(said.length))
    expect(heard).toEqual(said.map((text) => ({ text })))
  })

  test('comes back at once, with its channels, when the server asks for it', async () => {
    const { states, errors } = browser()
    await listening()
    hub.reconnectAll()
    await listening()
    expect(states.filter((state) => state === 'connected')).toHaveLength(2)
    // For codes from 4200 on the client does not pause first.
    expect(errors.filter(Boolean)).toEqual([4200])
  })

  test.runIf(!isBrief)('comes back after a moment when there was no room for it', async () => {
    const others = [1, 2, 3].map(() => hub.connect({ send: () => {}, close: () => {} }, { key: KEY, protocol: '7' }))
    const { states, errors } = browser()
    await soon(() => expect(errors).toContain(4100))
    expect(states).not.toContain('connected')
    others[0]?.closed()
    await listening()
    expect(states.at(-1)).toBe('connected')
  })

  test('stays away once its session has ended', async () => {
    const { pusher, states, errors } = browser()
    await listening()
    hub.own(pusher.connection.socket_id, { user_id: 1, session: 's' })
    hub.endSession('s')
    await soon(() => expect(pusher.connection.state).toBe('disconnected'))
    // For codes below 4100 the client gives up: it does not begin to connect again.
    expect(errors.filter(Boolean)).toEqual([expect.toSatisfy((code: number) => code >= 4000 && code < 4100)])
    expect([states.at(-1), hub.size]).toEqual(['disconnected', 0])
  })
})

/** A socket below websockets, which says what it likes and reads only when told to. */
function raw(path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  return socket
}

test('a reader that does not read is cut off, and nobody else notices', async () => {
  const { heard } = browser()
  await listening()
  const slow = raw(`/app/${KEY}?protocol=7`)
  let told = ''
  slow.on('data', (bytes) => (told += bytes))
  const id = await eventually(() => {
    const [, found] = /socket_id\\":\\"(\d+\.\d+)/.exec(told) ?? []
    if (!found) throw new Error('It has not been greeted.')
    return found
  })
  slow.pause()
  const channel = 'private-customers.1'
  const text = JSON.stringify({
    event: 'pusher:subscribe',
    data: { channel, auth: `${KEY}:${await sign(`${id}:${channel}`)}` },
  })
  const bytes = Buffer.from(text)
  const masked = Buffer.concat([
    Buffer.from([0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 255, 0, 0, 0, 0]),
    bytes,
  ])
  slow.write(masked)
  await soon(() => expect(hub.size).toBe(2))
  const data = JSON.stringify({ model: { id: 1, notes: 'x'.repeat(100_000) } })
  let sent = 0
  for (; hub.size > 1 && sent < 1000; sent++) {
    hub.publish([channel], 'saved', data)
    await new Promise((done) => setImmediate(done))
  }
  expect(hub.size).toBe(1)
  await soon(() => expect(heard).toHaveLength(sent))
})

test('an upgrade that is refused and torn off ends nothing but itself', async () => {
  for (const path of ['/elsewhere', '/apps', '/']) {
    const socket = raw(path)
    await new Promise((done) => socket.once('connect', done))
    socket.resetAndDestroy()
    const read = raw(path)
    let told = ''
    read.on('data', (bytes) => (told += bytes))
    await new Promise((done) => read.once('close', done))
    expect(told).toMatch(/^HTTP\/1\.1 404/)
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
})
