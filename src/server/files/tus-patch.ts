import { Readable } from 'node:stream'
import type { Context as HonoContext } from 'hono'
import { Refusal } from '../http/errors.ts'
import { RESUMABLE_MS, type Incoming } from './incoming.ts'
import { DRAIN, type UploadLocks } from './upload-locks.ts'
import type { UploadRow } from './upload-rows.ts'

const GONE = 'This upload is no longer there. Choose the file again.'

interface Deps {
  readonly incoming: Incoming
  readonly locks: UploadLocks
  readonly now: () => Date
  /** The upload, if it belongs to the person who asks. @throws Refusal 404 */
  find(id: string): Promise<UploadRow>
}

/** Whether a request is an ordinary PATCH of the protocol, which needs none of its rarer rules. */
export const isPlainPatch = ({ req }: HonoContext): boolean =>
  req.method === 'PATCH' &&
  req.header('tus-resumable') === '1.0.0' &&
  req.header('content-type') === 'application/offset+octet-stream' &&
  req.header('upload-length') === undefined &&
  /^\d+$/.test(req.header('upload-offset') ?? '')

/** The connection broke, or another request continues the upload. */
class BrokenOff extends Error {}

/** Lets another request that wants the lock stop one that waits for more of its body. */
class Stop {
  #stopped = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: ((error: BrokenOff) => void) | undefined
  /** Stops the request soon: what its sender sent before the connection broke may still be on its way to here. */
  readonly ask = (): void => {
    this.#timer ??= setTimeout(() => this.#stop(), DRAIN)
  }
  #stop() {
    this.#stopped = true
    this.#waiting?.(new BrokenOff('Another request continues this upload.'))
  }
  /** The request is over: nothing is left to stop. */
  end(): void {
    clearTimeout(this.#timer)
  }
  /** @throws BrokenOff when the sender breaks off, or when someone asks to stop */
  next(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    // Not a race with a promise that outlives it: that would hold on to every chunk.
    return new Promise((done, fail) => {
      this.#waiting = fail
      if (this.#stopped) this.#stop()
      chunks.next().then(done, (cause: unknown) => fail(new BrokenOff('The sender broke off.', { cause })))
    })
  }
}

/**
 * The request's body, straight from the socket where there is one: each stream between the two would hold chunks of its
 * own and pass every one of them on. If it ends early, the connection is left as it is, for the answer.
 */
async function* bodyOf(c: HonoContext, stop: Stop): AsyncGenerator<Uint8Array> {
  const bindings: { incoming?: unknown } = Object(c.env)
  const body = bindings.incoming instanceof Readable ? bindings.incoming : c.req.raw.body
  if (!body) return
  const chunks: AsyncIterator<Uint8Array> =
    body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body.values({ preventCancel: true })
  try {
    for (let next = await stop.next(chunks); !next.done; next = await stop.next(chunks)) yield next.value
  } finally {
    // Lets the HTTP server read the rest, since browsers read an answer only after they have sent everything. It is not
    // awaited: a read of a connection that is silent does not end.
    void chunks.return?.().catch(() => {})
  }
}

/** No more than what is missing of the file. @throws Refusal 413 */
async function* atMost(missing: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let came = 0
  for await (const chunk of chunks) {
    came += chunk.byteLength
    if (came > missing) throw new Refusal(413, 'This is more than the file was said to have.')
    yield chunk
  }
}

/**
 * Takes the bytes of a PATCH. What came before it broke off is kept.
 * @throws Refusal with the status that the protocol has for it, `Locked` and `LockLost`
 */
export async function takePatch(c: HonoContext, id: string, { incoming, locks, now, find }: Deps): Promise<Response> {
  await find(id)
  const stop = new Stop()
  const lock = await locks.lock(id, c.req.raw.signal, stop.ask)
  try {
    const row = await find(id)
    const expires = Date.parse(row.created_at) + RESUMABLE_MS
    if (expires < now().getTime()) throw new Refusal(410, GONE)
    const offset = Number(c.req.header('upload-offset'))
    if (offset !== row.saved.size) throw new Refusal(409, 'The upload has another offset by now.')
    const missing = (row.size ?? 0) - offset
    if (Number(c.req.header('content-length') ?? 0) > missing)
      throw new Refusal(413, 'This is more than the file was said to have.')
    const received = await incoming.append(row, atMost(missing, bodyOf(c, stop)), offset, lock.token)
    return c.body(null, 204, {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(received),
      'Cache-Control': 'no-store',
      ...(received !== row.size && { 'Upload-Expires': new Date(expires).toUTCString() }),
    })
  } catch (error) {
    if (error instanceof BrokenOff) throw new Refusal(423, 'This upload was broken off. Go on where it is.')
    throw error
  } finally {
    stop.end()
    await lock.release()
  }
}
