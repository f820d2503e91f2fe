import type { Server, ServerResponse } from 'node:http'

/** Milliseconds that running requests get to finish, before their connections are closed. */
const REQUESTS = 3500
/** Milliseconds after which the process exits, whatever is still running. */
const WHOLE = 4800

export interface Shutdown {
  /** Counts a request as running until its promise settles. */
  watch<T>(answer: T): T
  /**
   * Stops accepting connections, lets running requests finish, closes everything and exits with `code`. A stalled
   * upload or a keep-alive connection delays that by 5 s at most.
   */
  stop(code: number): void
}

/** What a shutdown does around the requests that are running. */
interface Around {
  /** Runs immediately. */
  first(): void
  /** Hears how many requests were still running when their time was up. */
  brokeOff(requests: number): void
  /** Runs once no request is running. */
  last(): Promise<void>
  /** Ends the process. */
  exit(code: number, error?: unknown): void
}

/** Shuts a server down gracefully, and then ends the process. */
export function createShutdown(server: Server, { first, brokeOff, last, exit }: Around): Shutdown {
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
    const late = setTimeout(() => {
      brokeOff(open.size)
      server.closeAllConnections()
    }, REQUESTS)
    // Otherwise a keep-alive connection would stay open after its current request.
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
