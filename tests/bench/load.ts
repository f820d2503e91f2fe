import { connect } from 'node:net'

/** Returns the text of a connection's next request. */
export type Requests = () => string

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly next: Requests
  /** The expected status of every response; any other ends the run. */
  readonly status: number
}

export interface Measured {
  readonly count: number
  /** Responses per second. */
  readonly rate: number
  /** Milliseconds from the last byte of the request to that of the response. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** The text of an HTTP/1.1 request with the headers of a browser. */
export function requestText(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    accept: 'application/json',
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`
}

/** The value at this share of the sorted values, 0.5 for the median. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Keeps `connections` keep-alive connections busy for `seconds`, one request in flight on each. A library would do, but
 * none tells milliseconds with decimals and costs so little that the server beside it is what is measured.
 * @throws at the first answer of another status, with its text.
 */
export async function load({ url, connections, seconds, next, status }: Load): Promise<Measured> {
  const { hostname, port } = new URL(url)
  const until = performance.now() + seconds * 1000
  const took: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = await open(hostname, Number(port))
      while (performance.now() < until) {
        const sent = performance.now()
        const answer = await line.ask(next())
        took.push(performance.now() - sent)
        if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text()}`)
      }
      line.close()
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  const sorted = Float64Array.from(took).sort()
  const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)]
  return { count: took.length, rate: took.length / elapsed, p50, p95, p99 }
}

interface Answer {
  readonly status: number
  text(): string
}

/** Opens a keep-alive connection that sends one request at a time. */
export async function open(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('error', fail)
  })
  let held: Buffer = Buffer.alloc(0)
  let waiting: { done: (answer: Answer) => void; fail: (error: Error) => void } | undefined
  socket.on('data', (chunk: Buffer) => {
    held = held.length ? Buffer.concat([held, chunk]) : chunk
    const end = endOf(held)
    if (end < 0 || !waiting) return
    const whole = held.subarray(0, end)
    held = held.subarray(end)
    const { done } = waiting
    waiting = undefined
    done({ status: Number(whole.toString('latin1', 9, 12)), text: () => whole.toString() })
  })
  let gone: Error | undefined
  const lost = (error?: Error) => {
    gone ??= error ?? new Error('The server closed a connection.')
    waiting?.fail(gone)
  }
  socket.on('error', lost)
  socket.on('close', () => lost())
  return {
    ask: (text: string) =>
      new Promise<Answer>((done, fail) => {
        if (gone) return fail(gone)
        waiting = { done, fail }
        socket.write(text)
      }),
    close: () => socket.destroy(),
  }
}

/** The end of the first response in these bytes, or -1 if it is incomplete. */
function endOf(bytes: Buffer): number {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const headers = bytes.toString('latin1', 0, head)
  const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return bytes.length < end ? -1 : end
  }
  if (/\r\ntransfer-encoding: chunked/i.test(headers)) {
    const end = bytes.indexOf('0\r\n\r\n', head + 4)
    return end < 0 ? -1 : end + 5
  }
  return head + 4
}
