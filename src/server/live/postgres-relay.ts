import pg from 'pg'
import type { Id } from '../../core/access/access.ts'
import { isObject } from '../../lib/is-object.ts'
import { troubleOf } from '../db/trouble.ts'
import type { OpenRelay, RelayHandlers } from './relay.ts'

const CHANNEL = 'plumbline_live'
/** Message size in bytes; PostgreSQL limits a notification to 8000. */
const MOST_BYTES = 7500
/** How often a process announces itself, in milliseconds; it counts as dead after three times as long. */
const HEARTBEAT = 20_000
const RETRY = 1000
/** A connection that does not answer for this long is closed, in milliseconds. */
const LONGEST_WAIT = 10_000

type Message =
  | { kind: 'hello' }
  | { kind: 'bye' }
  | { kind: 'listeners'; prefix: string; users: Id[]; more: boolean }
  | { kind: 'events'; ids: Id[] }
  | { kind: 'end-user'; user: Id; except: string | null }
  | { kind: 'end-session'; session: string }

/** Messages that must arrive even if late; listener lists need not, as they are announced periodically. */
const lasting: readonly Message['kind'][] = ['end-user', 'end-session']

interface Peer {
  heard: number
  readonly prefixes: Map<string, readonly Id[]>
}

/** Splits a list so that each message fits into one notification. */
function* chunks<T>(items: readonly T[], room: number): Generator<T[]> {
  let chunk: T[] = []
  let size = 0
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item)) + 1
    if (chunk.length && size + bytes > room) {
      yield chunk
      chunk = []
      size = 0
    }
    chunk.push(item)
    size += bytes
  }
  if (chunk.length) yield chunk
}

/** Connects the processes that share a PostgreSQL database through LISTEN and NOTIFY. */
export function openPostgresRelay(connectionString: string, log: (error: unknown) => void): OpenRelay {
  return async (handlers: RelayHandlers) => {
    const self = crypto.randomUUID()
    const peers = new Map<string, Peer>()
    let client: pg.Client | null = null
    let closed = false
    let lastSend = Promise.resolve()
    /** Messages kept until the connection is back. */
    const unsent: Message[] = []

    const textOf = (message: Message) => JSON.stringify({ from: self, ...message })
    const keep = (message: Message) => void (lasting.includes(message.kind) && unsent.push(message))
    const send = (message: Message) => {
      lastSend = lastSend.then(async () => {
        const sender = client
        if (!sender) return keep(message)
        try {
          await sender.query('select pg_notify($1, $2)', [CHANNEL, textOf(message)])
        } catch (error) {
          log(error)
          if (troubleOf(error) !== 'away') return
          keep(message)
          // Closing triggers `lost`, unless that has already run.
          await sender.end().catch(log)
        }
      })
    }
    const announce = (prefix: string, users: readonly Id[]) => {
      // A list too long for one message is split: the first part replaces the previous list, the others add to it.
      const lists = [...chunks(users, MOST_BYTES - 200)]
      for (const [at, some] of (lists.length ? lists : [[]]).entries())
        send({ kind: 'listeners', prefix, users: some, more: at > 0 })
    }
    let hinted: Id[] = []
    /** Everything committed while the last hint was being sent goes into the next one. */
    const sendHinted = () => {
      lastSend = lastSend.then(() => {
        const ids = hinted
        hinted = []
        for (const some of chunks(ids, MOST_BYTES - 200)) send({ kind: 'events', ids: some })
      })
    }
    const announceAll = () => {
      send({ kind: 'hello' })
      for (const [prefix, users] of handlers.listeners()) announce(prefix, users)
    }

    function hear(text: string | undefined) {
      const message: unknown = JSON.parse(text ?? 'null')
      if (!isObject(message) || typeof message.from !== 'string' || message.from === self) return
      const known = peers.get(message.from)
      const peer = known ?? { heard: 0, prefixes: new Map() }
      peer.heard = Date.now()
      peers.set(message.from, peer)
      // Safe because only processes of this program write to the channel.
      const received = message as unknown as Message
      switch (received.kind) {
        case 'hello':
          // Announce our listeners to a new process; from a known one, hello is only a heartbeat.
          if (!known) for (const [prefix, users] of handlers.listeners()) announce(prefix, users)
          return
        case 'bye':
          return void peers.delete(message.from)
        case 'listeners':
          return void peer.prefixes.set(
            received.prefix,
            received.more ? [...(peer.prefixes.get(received.prefix) ?? []), ...received.users] : received.users,
          )
        case 'events':
          return handlers.events(received.ids)
        case 'end-user':
          return handlers.endUser(received.user, received.except)
        case 'end-session':
          return handlers.endSession(received.session)
      }
    }

    async function connect() {
      const next = new pg.Client({
        connectionString,
        keepAlive: true,
        connectionTimeoutMillis: LONGEST_WAIT,
        query_timeout: LONGEST_WAIT,
      })
      next.on('notification', ({ payload }) => {
        try {
          hear(payload)
        } catch (error) {
          log(error)
        }
      })
      const lost = (error?: unknown) => {
        if (closed || client !== next) return
        client = null
        handlers.lost()
        if (error) log(error)
        void reconnect()
      }
      next.on('error', lost)
      next.on('end', () => lost())
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      client = next
      announceAll()
      for (const message of unsent.splice(0)) send(message)
    }
    async function reconnect() {
      while (!closed && !client) {
        await new Promise((done) => setTimeout(done, RETRY))
        await connect().then(handlers.missed, log)
      }
    }

    await connect()
    const timer = setInterval(() => {
      announceAll()
      for (const [id, { heard }] of peers) if (Date.now() - heard > 3 * HEARTBEAT) peers.delete(id)
    }, HEARTBEAT)
    timer.unref()

    return {
      get connected() {
        return client !== null
      },
      listeners: (prefix) => [...peers.values()].flatMap(({ prefixes }) => prefixes.get(prefix) ?? []),
      announce,
      hint(ids) {
        if (!hinted.length) queueMicrotask(sendHinted)
        hinted.push(...ids)
      },
      endUser: (user, except) => send({ kind: 'end-user', user, except }),
      endSession: (session) => send({ kind: 'end-session', session }),
      async close() {
        send({ kind: 'bye' })
        await lastSend
        closed = true
        clearInterval(timer)
        await client?.end()
      },
    }
  }
}
