import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

interface Line {
  readonly browser: WebSocket
  readonly server: WebSocket
  /** Frames of events on their way to the browser, while they are held back. */
  held: string[]
  frozen: boolean
  /** True while what comes from the server is lost: the connection is dead, and nobody has noticed. */
  deaf: boolean
}

const isEvent = (text: string) => /^\{"event":"(saved|deleted)"/.test(text)

/**
 * Stands between browsers' sockets and the server's, and does to frames what networks, proxies and sleeping phones do.
 * A frame cannot be lost on a connection that lives on: where some are, the connection ends with them.
 */
export async function createFaultyRelay(target: () => number) {
  const lines = new Set<Line>()
  let open = true
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => {})
    if (!open) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (browser) => {
      const upstream = new WebSocket(`ws://127.0.0.1:${target()}${request.url}`)
      const line: Line = { browser, server: upstream, held: [], frozen: false, deaf: false }
      lines.add(line)
      const early: string[] = []
      browser.on('message', (data) => {
        if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data))
        else early.push(String(data))
      })
      upstream.on('open', () => {
        for (const text of early.splice(0)) upstream.send(text)
      })
      upstream.on('message', (data) => {
        const text = String(data)
        if (line.deaf) return
        if (line.frozen) line.held.push(text)
        else browser.send(text)
      })
      const end = () => {
        lines.delete(line)
        browser.terminate()
        upstream.terminate()
      }
      for (const side of [browser, upstream]) {
        side.on('close', end)
        side.on('error', end)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  function cut() {
    for (const { browser, server: upstream } of lines) {
      browser.terminate()
      upstream.terminate()
    }
  }
  const thaw = (arrange: (events: string[]) => string[]) => {
    for (const line of lines) {
      const events = arrange(line.held.filter(isEvent))
      for (const text of [...line.held.filter((one) => !isEvent(one)), ...events]) line.browser.send(text)
      line.held = []
      line.frozen = false
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Whatever the server says from now on is lost, until `cut`. */
    goDeaf: () => lines.forEach((line) => void (line.deaf = true)),
    /** Ends every connection; browsers come back by themselves. */
    cut,
    /** No connection can be made until `welcome`. */
    refuse: () => void (open = false),
    welcome: () => void (open = true),
    /** Holds back what the server says until `thaw`, which hands it on as it arranges it. */
    freeze: () => lines.forEach((line) => void (line.frozen = true)),
    thaw,
    close() {
      cut()
      sockets.close()
      server.close()
    },
  }
}
