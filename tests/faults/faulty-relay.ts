import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

interface Line {
  readonly browser: WebSocket
  readonly server: WebSocket
  /** Delayed frames of events for the browser. */
  held: string[]
  frozen: boolean
  /** True while frames from the server are dropped, as on a dead connection that has not been detected. */
  deaf: boolean
}

const isEvent = (text: string) => /^\{"event":"(saved|deleted)"/.test(text)

/**
 * A relay between browsers and the server that simulates faults of networks, proxies and sleeping phones. TCP does not lose
 * single frames, so after dropped frames the connection ends.
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
    /** Drops all frames from the server until `cut`. */
    goDeaf: () => lines.forEach((line) => void (line.deaf = true)),
    /** Closes every connection; browsers reconnect by themselves. */
    cut,
    /** Refuses connections until `welcome`. */
    refuse: () => void (open = false),
    welcome: () => void (open = true),
    /** Delays frames from the server until `thaw`, which delivers them in its own order. */
    freeze: () => lines.forEach((line) => void (line.frozen = true)),
    thaw,
    close() {
      cut()
      sockets.close()
      server.close()
    },
  }
}
