import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../harness.ts'

const CHUNK = 64 * 1024

interface Cut {
  readonly url: string
  readonly path: string
  readonly offset: number
  readonly bytes: Uint8Array
  /** Ends the connection after this many bytes, in the middle of the request; it is finished without it. */
  readonly after?: number
  /** Called when that many bytes are on their way, instead of ending the connection. */
  readonly onCut?: () => void
}

/** Sends the rest of an upload over a connection of its own; resolves with the status, or null if the line was cut. */
export function sendRest(client: Client, { url, path, offset, bytes, after, onCut }: Cut): Promise<number | null> {
  const rest = bytes.subarray(offset)
  return new Promise((done) => {
    const sending = request(url + path, {
      method: 'PATCH',
      headers: {
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(rest.byteLength),
      },
    })
    sending.on('error', () => done(null))
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? null))
    })
    const closed = new Promise((gone) => sending.once('close', gone))
    const most = after ?? rest.byteLength
    void (async () => {
      for (let at = 0; at < most && !sending.destroyed; at += CHUNK) {
        const chunk = rest.subarray(at, Math.min(at + CHUNK, most))
        if (!sending.write(chunk)) await Promise.race([once(sending, 'drain'), closed])
      }
      if (after === undefined) return sending.end()
      if (onCut) return onCut()
      // What was written is on its way to the server before the connection is torn down.
      await wait(20)
      sending.destroy()
    })()
  })
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
