import type { Server, ServerResponse } from 'node:http'

/** Milliseconds that running requests get to finish; then their connections are closed. */
const REQUESTS = 3500
/** Milliseconds after which the process ends, whatever is still running. */
const WHOLE = 4800

export interface Shutdown {
  /** Counts a request as running until it is answered or has failed. */
  watch<T>(answer: T): T
  /**
   * Takes no more connections, lets running requests finish, closes everything and ends the process with `code`. What
   * hangs (an upload that stopped coming, a connection kept alive) delays that by at most 5 s.
   */
  stop(code: number): void
}

/** Ends a server in order. `first` runs at once, `last` when no request is running any more; the process exits after it. */
export function createShutdown(
  server: Server,
  {
    first,
    last,
    exit,
  }: { first: () => void; last: () => Promise<void>; exit: (code: number, error?: unknown) => void },
): Shutdown {
  const running = new Set<PromiseLike<unknown>>()
  const open = new Set<ServerResponse>()
  let stopping = false
  server.prependListener('request', (_, response: ServerResponse) => {
    open.add(response)
    if (stopping) response.shouldKeepAlive = false
    response.once('close', () => {
      open.delete(response)
      if (stopping) server.closeIdleConnections()
    })
  })

  async function finish(code: number) {
    const closed = new Promise((done) => server.close(done))
    const late = setTimeout(() => server.closeAllConnections(), REQUESTS)
    // A connection that is kept alive would otherwise outlast the request it is answering now.
    for (const response of open) response.shouldKeepAlive = false
    first()
    await closed
    clearTimeout(late)
    await Promise.allSettled(running)
    await last()
    exit(code)
  }

  return {
    watch(answer) {
      if (!(answer instanceof Promise)) return answer
      running.add(answer)
      const done = () => void running.delete(answer)
      answer.then(done, done)
      return answer
    },
    stop(code) {
      if (stopping) return
      stopping = true
      setTimeout(() => exit(code === 0 ? 1 : code, new Error('Stopping took too long.')), WHOLE).unref()
      finish(code).catch((error: unknown) => exit(1, error))
    },
  }
}
