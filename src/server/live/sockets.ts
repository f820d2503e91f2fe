import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'

/** Bytes of one frame, beyond which the socket itself is closed (1009); the hub refuses shorter ones with a message. */
const MOST_FRAME = 64 * 1024
/** A reader this far behind is cut off; its browser comes back and fetches anew. */
const MOST_BUFFERED = 4 * 1024 * 1024
/** How often the hub looks for silent sockets, in milliseconds. */
const EVERY = 5000

/** Carries the hub over websockets at `/app/{key}`, on the port of the HTTP server. */
export function attachSockets(server: Server, hub: Hub, allowedOrigins: ReadonlySet<string>): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_FRAME, clientTracking: true })

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
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'Text only.')
      // Frames of ws arrive whole, as one Buffer, unless its settings say otherwise.
      else void connection.receive(String(data))
    })
    socket.on('close', () => connection.closed())
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin, host } = request.headers
    const from = origin === undefined ? undefined : URL.parse(origin)
    const welcome = origin === undefined || from?.host === host || allowedOrigins.has(origin)
    if (!welcome || !/^\/app([/?]|$)/.test(request.url ?? '')) {
      // Node takes its own listener off before it hands a socket over: an unheard error would end the process.
      socket.on('error', () => socket.destroy())
      socket.once('finish', () => socket.destroy())
      socket.end(`HTTP/1.1 ${welcome ? '404 Not Found' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request))
  })

  const timer = setInterval(() => hub.tick(), EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/** The app key a path names, or null for one that names none; a key that cannot be decoded is none of ours. */
function keyIn(pathname: string): string | null {
  const [, key] = /^\/app\/([^/]+)\/?$/.exec(pathname) ?? []
  if (key === undefined) return null
  try {
    return decodeURIComponent(key)
  } catch {
    return ''
  }
}
