import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { ACTIVITY_TIMEOUT, type Hub } from './hub.ts'

const MOST_FRAME = 64 * 1024
/** A reader this far behind is cut off; its browser comes back and fetches anew. */
const MOST_BUFFERED = 4 * 1024 * 1024

/** Carries the hub over websockets at `/app/{key}`, on the port of the HTTP server. */
export function attachSockets(server: Server, hub: Hub, allowedOrigins: ReadonlySet<string>): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_FRAME, clientTracking: true })
  const alive = new WeakSet<object>()

  sockets.on('connection', (socket, request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const connection = hub.connect(
      {
        send(text) {
          if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate()
          else socket.send(text)
        },
        close: (code, reason) => socket.close(code, reason),
      },
      { key: keyIn(url.pathname), protocol: url.searchParams.get('protocol') },
    )
    // A broken frame ends its own socket and nothing else.
    socket.on('error', () => socket.terminate())
    if (!connection) return
    alive.add(socket)
    socket.on('message', (data, isBinary) => {
      alive.add(socket)
      if (isBinary) socket.close(4200, 'Text only.')
      // Frames of ws arrive whole, as one Buffer, unless its settings say otherwise.
      else void connection.receive(String(data))
    })
    socket.on('pong', () => alive.add(socket))
    socket.on('close', () => connection.closed())
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin, host } = request.headers
    const from = origin === undefined ? undefined : URL.parse(origin)
    const welcome = origin === undefined || from?.host === host || allowedOrigins.has(origin)
    if (!welcome || !request.url?.startsWith('/app/')) {
      socket.end(`HTTP/1.1 ${welcome ? '404 Not Found' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request))
  })

  // Whoever has not been heard of through a whole round is gone.
  const timer = setInterval(
    () => {
      for (const socket of sockets.clients) {
        if (!alive.delete(socket)) socket.terminate()
        else socket.ping()
      }
    },
    (ACTIVITY_TIMEOUT * 1000) / 2,
  )
  timer.unref()
  return () => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/** The app key a path names; one that cannot be decoded is no key of ours. */
function keyIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/app/'.length))
  } catch {
    return ''
  }
}
