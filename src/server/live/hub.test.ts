import { describe, expect, test } from 'vitest'
import { createHub } from './hub.ts'
import { BURST, codes, MOST_CHANNELS, PER_SECOND, PONG_TIMEOUT, QUIET } from './protocol.ts'

const KEY = 'plumbline'
const sign = (text: string) => `signed ${text}`

/** A hub whose clock the test moves, and sockets that note what they are told. */
function world(options: { mostConnections?: number } = {}) {
  let time = 0
  const hub = createHub({ key: KEY, sign, random: Math.random, now: () => time, ...options })
  function open(asked: { key: string | null; protocol: string | null } = { key: KEY, protocol: '7' }) {
    const said: { event: string; data: Record<string, unknown> }[] = []
    const closed: number[] = []
    const connection = hub.connect(
      {
        send: (text) => {
          const { event, data } = JSON.parse(text)
          said.push({ event, data: JSON.parse(data) })
        },
        close: (code) => void closed.push(code),
      },
      asked,
    )
    const say = async (event: string, data: unknown = {}) => connection?.receive(JSON.stringify({ event, data }))
    return {
      closed,
      connection,
      /** What was said since one last asked. */
      heard: () => said.splice(0),
      say,
      async join(prefix: string, user = 1) {
        const channel = `private-${prefix}.${user}`
        await say('pusher:subscribe', { channel, auth: `${KEY}:${await sign(`${connection?.id}:${channel}`)}` })
        return channel
      },
    }
  }
  const pass = (ms: number) => {
    time += ms
    hub.tick()
  }
  return { hub, open, pass }
}

describe('who is let in', () => {
  test.each([
    ['no app key', { key: null, protocol: '7' }, codes.noSuchPath],
    ['another app’s key', { key: 'other', protocol: '7' }, codes.noSuchApp],
    ['no version', { key: KEY, protocol: null }, codes.noVersion],
    ['a version that is no number', { key: KEY, protocol: 'seven' }, codes.noVersionNumber],
    ['an empty version', { key: KEY, protocol: '' }, codes.noVersionNumber],
    ['an older version', { key: KEY, protocol: '6' }, codes.otherVersion],
    ['a version yet to come', { key: KEY, protocol: '8' }, codes.otherVersion],
  ])('%s is answered and closed with its code', (_, asked, code) => {
    const { hub, open } = world()
    const line = open(asked)
    expect(line.connection).toBeNull()
    expect(line.heard()).toMatchObject([{ event: 'pusher:error', data: { code } }])
    expect(line.closed).toEqual([code])
    expect(hub.size).toBe(0)
  })

  test('a full process sends the next one away for a while, until someone has gone', () => {
    const { hub, open } = world({ mostConnections: 2 })
    const first = open()
    open()
    expect(open().closed).toEqual([codes.overCapacity])
    first.connection?.closed()
    expect(open().closed).toEqual([])
    expect(hub.size).toBe(2)
  })
})

describe('silence', () => {
  test('whoever says nothing is asked once, and closed when no answer comes in time', async () => {
    const { hub, open, pass } = world()
    const line = open()
    await line.join('customers')
    line.heard()
    pass(QUIET - 1)
    expect(line.heard()).toEqual([])
    pass(1)
    pass(PONG_TIMEOUT - 1)
    expect(line.heard()).toEqual([{ event: 'pusher:ping', data: {} }])
    expect(line.closed).toEqual([])
    pass(1)
    expect(line.closed).toEqual([codes.noPong])
    expect([hub.size, hub.listeners('customers')]).toEqual([0, []])
  })

  test.each(['pusher:pong', 'pusher:ping', 'pusher:unsubscribe'])(
    '%s is an answer, and silence begins anew',
    async (event) => {
      const { open, pass } = world()
      const line = open()
      for (let round = 0; round < 5; round++) {
        pass(QUIET)
        pass(PONG_TIMEOUT - 1)
        await line.say(event)
      }
      expect(line.heard().filter((one) => one.event === 'pusher:ping')).toHaveLength(5)
      expect(line.closed).toEqual([])
    },
  )

  test('telling someone something is no sign of life of theirs', async () => {
    const { hub, open, pass } = world()
    const line = open()
    const channel = await line.join('customers')
    for (let second = 0; second * 1000 < QUIET + PONG_TIMEOUT; second++) {
      hub.publish([channel], 'saved', '{}')
      pass(1000)
    }
    expect(line.closed).toEqual([codes.noPong])
  })
})

describe('limits', () => {
  test('a page may join every channel at once, and talk at its rate for ever', async () => {
    const { open, pass } = world()
    const line = open()
    for (let at = 0; at < MOST_CHANNELS; at++) await line.join(`things_${at}`)
    pass(60_000)
    for (let second = 0; second < 60; second++) {
      for (let at = 0; at < PER_SECOND; at++) await line.say('pusher:pong')
      pass(1000)
    }
    expect(line.heard().filter(({ event }) => event === 'pusher:error')).toEqual([])
    expect(line.closed).toEqual([])
  })

  test('one that talks beyond all measure is sent away for a while, and heard no more', async () => {
    const { hub, open } = world()
    const line = open()
    for (let at = 0; at < BURST; at++) await line.say('pusher:pong')
    expect(line.closed).toEqual([])
    await line.say('pusher:ping')
    await line.say('pusher:ping')
    expect(line.closed).toEqual([codes.overCapacity])
    expect(line.heard().map(({ event }) => event)).toEqual(['pusher:connection_established'])
    expect(hub.size).toBe(0)
  })

  test('one channel too many, a message too long and an event of a client’s own are refused, and the rest goes on', async () => {
    const { hub, open } = world()
    const line = open()
    for (let at = 0; at < MOST_CHANNELS; at++) await line.join(`things_${at}`)
    line.heard()
    await line.join('more')
    await line.say('pusher:pong', 'x'.repeat(20_000))
    await line.say('client-typing', {})
    await line.connection?.receive('{')
    await line.say('pusher:ping')
    expect(line.heard().map(({ event, data }) => data.code ?? event)).toEqual([
      codes.overCapacity,
      codes.rejected,
      codes.rejected,
      codes.reconnect,
      'pusher:pong',
    ])
    expect([hub.listeners('more'), line.closed]).toEqual([[], []])
  })
})

test('an ended session is closed for good, a restart only until the next try', () => {
  const { hub, open } = world()
  const [gone, stays] = [open(), open()]
  hub.own(gone.connection?.id ?? '', { user_id: 1, session: 'a' })
  hub.own(stays.connection?.id ?? '', { user_id: 1, session: 'b' })
  hub.endUser(1, 'b')
  expect([gone.closed, stays.closed]).toEqual([[codes.unauthorized], []])
  hub.reconnectAll()
  expect(stays.closed).toEqual([codes.reconnect])
  expect(hub.size).toBe(0)
})
