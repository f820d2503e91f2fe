import { createHmac, randomInt } from 'node:crypto'
import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

export const APP = { key: 'stock-key', secret: 'stock-secret' }

const isFrame = (value: unknown): value is { event: string; data?: unknown } =>
  typeof value === 'object' && value !== null && 'event' in value

/** The signature by which a socket may join a private channel. */
export const authOf = (key: string, socket: string, channel: string): string =>
  `${key}:${createHmac('sha256', APP.secret).update(`${socket}:${channel}`).digest('hex')}`

/** A Pusher server, version 7 of the protocol: private channels, pings, and events to all but one socket. */
export function createLive(server: Server, key: string) {
  const sockets = new WebSocketServer({ noServer: true })
  const joined = new Map<WebSocket, { id: string; channels: Set<string> }>()
  server.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith(`/app/${key}`)) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (open) => connect(open))
  })

  function connect(socket: WebSocket) {
    const own = { id: `${randomInt(1e9)}.${randomInt(1e9)}`, channels: new Set<string>() }
    joined.set(socket, own)
    const send = (event: string, data: unknown, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel && { channel }) }))
    send('pusher:connection_established', { socket_id: own.id, activity_timeout: 120 })
    socket.on('close', () => joined.delete(socket))
    socket.on('message', (text) => {
      const frame: unknown = JSON.parse(String(text))
      if (!isFrame(frame)) return
      if (frame.event === 'pusher:ping') return send('pusher:pong', {})
      const { channel, auth } = Object(frame.data)
      if (typeof channel !== 'string') return
      if (frame.event === 'pusher:unsubscribe') return void own.channels.delete(channel)
      if (frame.event !== 'pusher:subscribe') return
      if (auth !== authOf(key, own.id, channel)) return send('pusher:error', { code: 4009, message: 'Not authorized' })
      own.channels.add(channel)
      send('pusher_internal:subscription_succeeded', {}, channel)
    })
  }

  return {
    /** Tells everyone on a channel, but not the sender. */
    tell(channel: string, event: string, data: object, except?: string) {
      const text = JSON.stringify({ event, channel, data: JSON.stringify(data) })
      for (const [socket, { id, channels }] of joined) if (channels.has(channel) && id !== except) socket.send(text)
    },
    close() {
      for (const socket of joined.keys()) socket.terminate()
      sockets.close()
    },
  }
}
