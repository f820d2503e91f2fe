import type { Frame } from './protocol.ts'

/** What Pusher's client uses of a WebSocket, connected to the hub of the demo's worker. */
export const socketThrough = (connect: (url: string, port: MessagePort) => void) =>
  class {
    readyState: number = WebSocket.CONNECTING
    readonly bufferedAmount = 0
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null
    onerror: ((error: unknown) => void) | null = null
    readonly #port: MessagePort

    constructor(url: string) {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.addEventListener('message', ({ data }: MessageEvent<Frame>) => {
        if (typeof data === 'string') return this.onmessage?.({ data })
        this.#end(data)
      })
      port1.start()
      connect(url, port2)
      queueMicrotask(() => {
        this.readyState = WebSocket.OPEN
        this.onopen?.()
      })
    }
    send(text: string): void {
      this.#port.postMessage(text, [])
    }
    close(code = 1000, reason = ''): void {
      if (this.readyState === WebSocket.CLOSED) return
      this.#port.postMessage(null, [])
      this.#end({ code, reason })
    }
    #end({ code, reason }: { code: number; reason: string }) {
      this.readyState = WebSocket.CLOSED
      this.#port.close()
      this.onclose?.({ code, reason, wasClean: true })
    }
  }
