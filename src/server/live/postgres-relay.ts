import pg from 'pg'
import type { Id } from '../../core/access/access.ts'
import { isObject } from '../../lib/is-object.ts'
import { troubleOf } from '../db/trouble.ts'
import type { OpenRelay, Relay, RelayHandlers } from './relay.ts'

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

interface Deps {
  readonly connectionString: string
  readonly log: (error: unknown) => void
  readonly handlers: RelayHandlers
}

interface State extends Deps {
  readonly self: string
  readonly peers: Map<string, Peer>
  /** Messages kept until the connection is back. */
  readonly unsent: Message[]
  client: pg.Client | null
  closed: boolean
  lastSend: Promise<void>
  hinted: Id[]
}

const textOf = ({ self }: State, message: Message) => JSON.stringify({ from: self, ...message })

const keep = ({ unsent }: State, message: Message) => void (lasting.includes(message.kind) && unsent.push(message))

const send = (relay: State, message: Message) => {
  relay.lastSend = relay.lastSend.then(async () => {
    const sender = relay.client
    if (!sender) return keep(relay, message)
    try {
      await sender.query('select pg_notify($1, $2)', [CHANNEL, textOf(relay, message)])
    } catch (error) {
      relay.log(error)
      if (troubleOf(error) !== 'away') return
      keep(relay, message)
      // Closing triggers `lost`, unless that has already run.
      await sender.end().catch(relay.log)
    }
  })
}

const announce = (relay: State, prefix: string, users: readonly Id[]) => {
  // A list too long for one message is split: the first part replaces the previous list, the others add to it.
  const lists = [...chunks(users, MOST_BYTES - 200)]
  for (const [at, some] of (lists.length ? lists : [[]]).entries())
    send(relay, { kind: 'listeners', prefix, users: some, more: at > 0 })
}

/** Everything committed while the last hint was being sent goes into the next one. */
const sendHinted = (relay: State) => {
  relay.lastSend = relay.lastSend.then(() => {
    const ids = relay.hinted
    relay.hinted = []
    for (const some of chunks(ids, MOST_BYTES - 200)) send(relay, { kind: 'events', ids: some })
  })
}

const announceAll = (relay: State) => {
  send(relay, { kind: 'hello' })
  for (const [prefix, users] of relay.handlers.listeners()) announce(relay, prefix, users)
}

function hear(relay: State, text: string | undefined) {
  const { self, peers, handlers } = relay
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
      if (!known) for (const [prefix, users] of handlers.listeners()) announce(relay, prefix, users)
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

async function connect(relay: State) {
  const { connectionString, log, handlers, unsent } = relay
  const next = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_WAIT,
    query_timeout: LONGEST_WAIT,
  })
  next.on('notification', ({ payload }) => {
    try {
      hear(relay, payload)
    } catch (error) {
      log(error)
    }
  })
  const lost = (error?: unknown) => {
    if (relay.closed || relay.client !== next) return
    relay.client = null
    handlers.lost()
    if (error) log(error)
    void reconnect(relay)
  }
  next.on('error', lost)
  next.on('end', () => lost())
  await next.connect()
  await next.query(`listen ${CHANNEL}`)
  relay.client = next
  announceAll(relay)
  for (const message of unsent.splice(0)) send(relay, message)
}

async function reconnect(relay: State) {
  while (!relay.closed && !relay.client) {
    await new Promise((done) => setTimeout(done, RETRY))
    await connect(relay).then(relay.handlers.missed, relay.log)
  }
}

async function open(deps: Deps): Promise<Relay> {
  const peers = new Map<string, Peer>()
  const relay: State = {
    ...deps,
    self: crypto.randomUUID(),
    peers,
    unsent: [],
    client: null,
    closed: false,
    lastSend: Promise.resolve(),
    hinted: [],
  }
  await connect(relay)
  const timer = setInterval(() => {
    announceAll(relay)
    for (const [id, { heard }] of peers) if (Date.now() - heard > 3 * HEARTBEAT) peers.delete(id)
  }, HEARTBEAT)
  timer.unref()

  return {
    get connected() {
      return relay.client !== null
    },
    listeners: (prefix) => [...peers.values()].flatMap(({ prefixes }) => prefixes.get(prefix) ?? []),
    announce: (prefix, users) => announce(relay, prefix, users),
    hint(ids) {
      if (!relay.hinted.length) queueMicrotask(() => sendHinted(relay))
      relay.hinted.push(...ids)
    },
    endUser: (user, except) => send(relay, { kind: 'end-user', user, except }),
    endSession: (session) => send(relay, { kind: 'end-session', session }),
    async close() {
      send(relay, { kind: 'bye' })
      await relay.lastSend
      relay.closed = true
      clearInterval(timer)
      await relay.client?.end()
    },
  }
}

/** Connects the processes that share a PostgreSQL database through LISTEN and NOTIFY. */
export const openPostgresRelay =
  (connectionString: string, log: (error: unknown) => void): OpenRelay =>
  (handlers) =>
    open({ connectionString, log, handlers })
