import type { Id } from '../../core/access/access.ts'
import { sameText } from '../auth/crypto.ts'
import {
  ACTIVITY_TIMEOUT,
  BURST,
  codes,
  MOST_CHANNELS,
  MOST_CONNECTIONS,
  MOST_MESSAGE,
  PER_SECOND,
  PONG_TIMEOUT,
  QUIET,
  VERSION,
} from './protocol.ts'

/** The server's end of a websocket, independent of the websocket library. */
export interface Socket {
  send(text: string): void
  close(code: number, reason: string): void
}

/** The user and session of a connection, known once it has been authorized for a channel. */
export interface Owner {
  readonly user_id: Id
  readonly session: string
}

export interface Connection {
  readonly id: string
  receive(text: string): Promise<void>
  closed(): void
}

export interface Hub {
  /**
   * Greets a new socket in Pusher's protocol 7, or refuses it with Pusher's codes; `key` is null for a path without
   * one.
   */
  connect(socket: Socket, asked: { key: string | null; protocol: string | null }): Connection | null
  /** Assigns a socket to a user and session, so that it closes when the session ends. */
  own(socketId: string, owner: Owner): void
  /** The users who listen to a prefix, without duplicates. */
  listeners(prefix: string): Id[]
  /** All listeners, by prefix. */
  allListeners(): ReadonlyMap<string, readonly Id[]>
  /** Sends an event to everyone on these channels but one socket; `data` is JSON, which the protocol sends as text. */
  publish(channels: readonly string[], event: string, data: string, except?: string): void
  /** Notes when something with this prefix changed, which is reported to later subscribers. */
  noteChange(prefix: string): void
  endUser(user: Id, except?: string | null): void
  endSession(session: string): void
  readonly size: number
  /** Pings silent sockets and closes those that did not answer the last ping; call it every few seconds. */
  tick(): void
  /** Makes every browser reconnect, and so fetch what it may have missed. */
  reconnectAll(): void
  close(): void
}

interface Held extends Connection {
  readonly socket: Socket
  readonly channels: Set<string>
  owner?: Owner
  /** When the last message arrived, in milliseconds, and whether a ping has been sent since. */
  heard: number
  asked: boolean
  /** How many messages it could send when the last one arrived (token bucket). */
  allowance: number
}

interface HubOptions {
  key: string
  sign: (text: string) => string
  random: () => number
  /** The current time in milliseconds. */
  now?: () => number
  mostConnections?: number
  /** Called when someone starts or stops listening to a prefix. */
  onListeners?: (prefix: string) => void
}

interface State extends Required<HubOptions> {
  readonly connections: Map<string, Held>
  readonly channels: Map<string, Set<Held>>
  readonly byPrefix: Map<string, Map<Id, number>>
  /** When each prefix last changed; changes before this process started are unknown. */
  readonly changed: Map<string, number>
  readonly began: number
}

/** The text as a socket id if it has the format of one, otherwise undefined. */
export const socketIdIn = (text: unknown): string | undefined =>
  typeof text === 'string' && /^\d{1,20}\.\d{1,20}$/.test(text) ? text : undefined

const channelName = /^private-(\w+)\.(\d+)$/
export const parseChannel = (channel: string): { prefix: string; user_id: Id } | null => {
  const [, prefix, id] = channelName.exec(channel) ?? []
  return prefix && id ? { prefix, user_id: Number(id) } : null
}

const tell = (socket: Socket, event: string, data: unknown, channel?: string) =>
  socket.send(
    JSON.stringify({
      event,
      ...(channel && { channel }),
      data: typeof data === 'string' ? data : JSON.stringify(data),
    }),
  )
const fail = (socket: Socket, code: number, message: string) => tell(socket, 'pusher:error', { code, message })

function count({ byPrefix, onListeners }: State, channel: string, by: 1 | -1) {
  const parsed = parseChannel(channel)
  if (!parsed) return
  const users = byPrefix.get(parsed.prefix) ?? new Map<Id, number>()
  byPrefix.set(parsed.prefix, users)
  const left = (users.get(parsed.user_id) ?? 0) + by
  const was = users.has(parsed.user_id)
  if (left > 0) users.set(parsed.user_id, left)
  else users.delete(parsed.user_id)
  if (was !== left > 0) onListeners(parsed.prefix)
}

function leave(hub: State, connection: Held, channel: string) {
  if (!connection.channels.delete(channel)) return
  const members = hub.channels.get(channel)
  members?.delete(connection)
  if (!members?.size) hub.channels.delete(channel)
  count(hub, channel, -1)
}

async function subscribe(hub: State, connection: Held, data: unknown) {
  const { key, sign, connections, channels, now, changed, began } = hub
  const { channel, auth } = (typeof data === 'object' && data !== null ? data : {}) as {
    channel?: unknown
    auth?: unknown
  }
  const parsed = typeof channel === 'string' ? parseChannel(channel) : null
  if (typeof channel !== 'string' || !parsed)
    return fail(connection.socket, codes.unauthorized, 'Only private channels of this app can be joined.')
  const wanted = `${key}:${sign(`${connection.id}:${channel}`)}`
  if (typeof auth !== 'string' || !sameText(auth, wanted))
    return fail(connection.socket, codes.unauthorized, `Invalid signature for ${channel}.`)
  if (connection.channels.size >= MOST_CHANNELS)
    return fail(connection.socket, codes.overCapacity, 'Too many channels on one connection.')
  // The socket may have closed while the signature was being checked.
  if (connections.get(connection.id) !== connection) return
  if (!connection.channels.has(channel)) {
    connection.channels.add(channel)
    const members = channels.get(channel) ?? new Set()
    channels.set(channel, members.add(connection))
    count(hub, channel, 1)
  }
  // Our extension of the protocol: a client that fetched before subscribing can tell whether its data is outdated.
  const changed_ago = now() - (changed.get(parsed.prefix) ?? began)
  tell(connection.socket, 'pusher_internal:subscription_succeeded', { changed_ago }, channel)
}

/** Counts a message; false when the socket has exceeded its rate limit. */
function allow({ now }: State, connection: Held): boolean {
  const moment = now()
  const earned = ((moment - connection.heard) / 1000) * PER_SECOND
  connection.allowance = Math.min(BURST, connection.allowance + earned) - 1
  connection.heard = moment
  connection.asked = false
  return connection.allowance >= 0
}

async function receive(hub: State, connection: Held, text: string) {
  // Ignore messages that arrive after the socket was closed.
  if (hub.connections.get(connection.id) !== connection) return
  if (!allow(hub, connection)) return closeOne(hub, connection, codes.overCapacity, 'Too many messages.')
  if (text.length > MOST_MESSAGE) return fail(connection.socket, codes.rejected, 'That message is too large.')
  let message: { event?: unknown; data?: unknown }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) throw new Error('not an object')
    message = parsed
    if (typeof message.data === 'string' && message.data.startsWith('{')) message.data = JSON.parse(message.data)
  } catch {
    return fail(connection.socket, codes.reconnect, 'That message is not valid JSON.')
  }
  switch (message.event) {
    case 'pusher:ping':
      return tell(connection.socket, 'pusher:pong', {})
    case 'pusher:subscribe':
      return subscribe(hub, connection, message.data)
    case 'pusher:unsubscribe': {
      const channel = (message.data as { channel?: unknown } | undefined)?.channel
      return typeof channel === 'string' ? leave(hub, connection, channel) : undefined
    }
    case 'pusher:pong':
      return undefined
    default:
      return fail(connection.socket, codes.rejected, 'Only the server speaks on these channels.')
  }
}

function drop(hub: State, connection: Held) {
  hub.connections.delete(connection.id)
  for (const channel of connection.channels) leave(hub, connection, channel)
}

function closeOne(hub: State, connection: Held, code: number, reason: string) {
  drop(hub, connection)
  connection.socket.close(code, reason)
}

const closeAll = (hub: State, reason: string) => {
  for (const connection of hub.connections.values()) closeOne(hub, connection, codes.reconnect, reason)
}

const end = (hub: State, which: (owner: Owner) => boolean) => {
  for (const connection of hub.connections.values())
    if (connection.owner && which(connection.owner)) closeOne(hub, connection, codes.unauthorized, 'Signed out.')
}

/** Lets a socket in, unless it asks for something that is not here. */
function connect(hub: State, socket: Socket, asked: Parameters<Hub['connect']>[1]) {
  const refuse = (code: number, message: string) => {
    fail(socket, code, message)
    socket.close(code, message)
    return null
  }
  if (asked.key === null) return refuse(codes.noSuchPath, 'Path not found.')
  if (asked.key !== hub.key) return refuse(codes.noSuchApp, 'App key does not exist.')
  if (asked.protocol === null) return refuse(codes.noVersion, 'No protocol version was asked for.')
  if (!/^\d+$/.test(asked.protocol)) return refuse(codes.noVersionNumber, 'The protocol version is no number.')
  if (Number(asked.protocol) !== VERSION) return refuse(codes.otherVersion, 'Only protocol 7 is spoken here.')
  if (hub.connections.size >= hub.mostConnections) return refuse(codes.overCapacity, 'Too many connections.')
  const part = () => Math.floor(hub.random() * 1e9)
  const held: Held = {
    id: `${part()}.${part()}`,
    socket,
    channels: new Set(),
    heard: hub.now(),
    asked: false,
    allowance: BURST,
    receive: (text) => receive(hub, held, text),
    closed: () => drop(hub, held),
  }
  hub.connections.set(held.id, held)
  tell(socket, 'pusher:connection_established', { socket_id: held.id, activity_timeout: ACTIVITY_TIMEOUT })
  return held
}

/** The live hub: Pusher protocol 7 for private channels, in memory. */
export function createHub({ now = Date.now, ...options }: HubOptions): Hub {
  const hub: State = {
    mostConnections: MOST_CONNECTIONS,
    onListeners: () => {},
    ...options,
    now,
    connections: new Map(),
    channels: new Map(),
    byPrefix: new Map(),
    changed: new Map(),
    began: now(),
  }
  const { connections, channels, byPrefix, changed } = hub
  return {
    connect: (socket, asked) => connect(hub, socket, asked),
    own(socketId, owner) {
      const connection = connections.get(socketId)
      // A socket that belongs to another user cannot be taken over by naming its id.
      if (connection && (connection.owner?.user_id ?? owner.user_id) === owner.user_id) connection.owner = owner
    },
    listeners: (prefix) => [...(byPrefix.get(prefix)?.keys() ?? [])],
    allListeners: () => new Map([...byPrefix].map(([prefix, users]) => [prefix, [...users.keys()]])),
    publish(names, event, data, except) {
      // The data, by far the longest part, is made into a JSON string once for all channels.
      const end = `,"event":${JSON.stringify(event)},"data":${JSON.stringify(data)}}`
      for (const name of names) {
        const members = channels.get(name)
        if (!members) continue
        const text = `{"channel":${JSON.stringify(name)}${end}`
        for (const connection of members) if (connection.id !== except) connection.socket.send(text)
      }
    },
    noteChange: (prefix) => void changed.set(prefix, now()),
    endUser: (user, except = null) => end(hub, (owner) => owner.user_id === user && owner.session !== except),
    endSession: (session) => end(hub, (owner) => owner.session === session),
    get size() {
      return connections.size
    },
    tick() {
      for (const connection of connections.values()) {
        const silent = now() - connection.heard
        if (connection.asked && silent >= QUIET + PONG_TIMEOUT)
          closeOne(hub, connection, codes.noPong, 'Pong reply not received in time.')
        else if (!connection.asked && silent >= QUIET) {
          connection.asked = true
          tell(connection.socket, 'pusher:ping', {})
        }
      }
    },
    reconnectAll: () => closeAll(hub, 'Please connect again.'),
    close: () => closeAll(hub, 'The server is restarting.'),
  }
}
