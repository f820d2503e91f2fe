import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'

/**
 * Bytes per frame, above which the socket is closed (1009); below it, the hub answers messages that are too long
 * itself.
 */
const MOST_FRAME = 64 * 1024
/** Bytes waiting for a slow reader, above which it is disconnected; its browser reconnects and fetches again. */
const MOST_BUFFERED = 4 * 1024 * 1024
/** How often the hub looks for silent sockets, in milliseconds. */
const EVERY = 5000

/** How many different origins are told of, so that nobody fills the log with them. */
const MOST_TOLD = 100

/** Which pages may connect, besides those of the host that a request came to. */
export interface Origins {
  readonly allowed: ReadonlySet<string>
  /** Told of each origin that is refused, once. */
  readonly refused?: (origin: string, host: string | undefined) => void
}

/** Serves the hub over websockets at `/app/{key}`, on the port of the HTTP server. */
export function attachSockets(server: Server, hub: Hub, { allowed, refused }: Origins): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_FRAME, clientTracking: true })

  const frameOf = createFrames()

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage, stream: Duplex) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const connection = hub.connect(
      {
        send(text) {
          if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate()
          else if (socket.readyState === WebSocket.OPEN) stream.write(frameOf(text))
        },
        close: (code, reason) => socket.close(code, reason),
      },
      { key: keyIn(url.pathname), protocol: url.searchParams.get('protocol') },
    )
    // A malformed frame closes only its own socket.
    socket.on('error', () => socket.terminate())
    if (!connection) return
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003, 'Text only.')
      // By default, `ws` delivers a message as a single Buffer.
      else void connection.receive(String(data))
    })
    socket.on('close', () => connection.closed())
  })

  const told = new Set<string>()
  function tell(origin: string, host: string | undefined) {
    if (told.has(origin) || told.size >= MOST_TOLD) return
    told.add(origin)
    refused?.(origin, host)
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { origin, host } = request.headers
    const from = origin === undefined ? undefined : URL.parse(origin)
    const welcome = origin === undefined || from?.host === host || allowed.has(origin)
    if (!welcome && origin !== undefined) tell(origin, host)
    if (!welcome || !/^\/app([/?]|$)/.test(request.url ?? '')) {
      // Node removes its own error listener before the upgrade event; without this one, an error would crash the
      // process.
      socket.on('error', () => socket.destroy())
      socket.once('finish', () => socket.destroy())
      socket.end(`HTTP/1.1 ${welcome ? '404 Not Found' : '403 Forbidden'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request, socket))
  })

  const timer = setInterval(() => hub.tick(), EVERY)
  timer.unref()
  return () => {
    clearInterval(timer)
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/**
 * Builds text frames (RFC 6455, section 5.2), one for all sockets that are sent the same text. `ws` would build one for each
 * socket and write it in two parts: a save that a thousand sockets hear would need 10 % more processor time.
 */
function createFrames(): (text: string) => Buffer {
  let last: { text: string; frame: Buffer } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, frame: textFrame(text) }
    return last.frame
  }
}

/** The first byte of a frame that is a whole message of text. */
const WHOLE_TEXT = 0x81

function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text)
  const at = size < 126 ? 2 : size < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(at + size)
  frame[0] = WHOLE_TEXT
  if (at === 2) frame[1] = size
  else if (at === 4) {
    frame[1] = 126
    frame.writeUInt16BE(size, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(size), 2)
  }
  frame.write(text, at)
  return frame
}

/** The app key in a path; null if there is none, and a key that cannot be decoded matches no app. */
function keyIn(pathname: string): string | null {
  const [, key] = /^\/app\/([^/]+)\/?$/.exec(pathname) ?? []
  if (key === undefined) return null
  try {
    return decodeURIComponent(key)
  } catch {
    return ''
  }
}
