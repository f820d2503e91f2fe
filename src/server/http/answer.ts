import type { Context } from 'hono'
import { inSlices } from '../files/turns.ts'
import { isPieces, listInPieces, type Pieces } from './json.ts'

/** Text in an encoding that the client accepts, or null where it accepts none of ours. */
export type Compress = (
  text: Uint8Array,
  accepted: string,
) => Promise<{ encoding: string; bytes: Uint8Array<ArrayBuffer> } | null>

/** Shorter answers fit a packet or two anyway, in bytes. */
const WORTHWHILE = 1024

interface AnswerOptions {
  /** Whether it may hold a secret: beside what the asker wrote, its compressed length would tell that (BREACH). */
  readonly secret?: boolean | undefined
  /** Whether to mark it, so that it is sent again only when it has changed. */
  readonly tagged?: boolean
}

/** Answers with JSON, compressed where that is worthwhile. What is long is made in pieces, with turns of others between. */
export type Answer = (c: Context, data: unknown, options?: AnswerOptions) => Promise<Response>

/** What a log says of a request whose sender is gone, as nginx does. */
const GONE = 499

/** The bytes of all pieces; null when nobody waits for them any more. */
async function bytesOf(pieces: Pieces, gone: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    if (gone.aborted) return null
    const part = encoder.encode(piece)
    parts.push(part)
    size += part.length
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

async function* whole(data: unknown): Pieces {
  yield JSON.stringify(data)
}

const piecesOf = (data: unknown): Pieces => {
  if (isPieces(data)) return data
  return Array.isArray(data) ? listInPieces(inSlices(data)) : whole(data)
}

export const createAnswer =
  (compress: Compress | undefined): Answer =>
  async (c, data, { secret = false, tagged = false } = {}) => {
    const bytes = await bytesOf(piecesOf(data), c.req.raw.signal)
    if (!bytes) return new Response(null, { status: GONE })
    if (tagged && bytes.length >= WORTHWHILE) {
      const tag = await tagOf(bytes)
      c.header('ETag', tag)
      if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    }
    c.header('Content-Type', 'application/json')
    if (!compress || secret || bytes.length < WORTHWHILE) return c.body(bytes)
    c.header('Vary', 'Accept-Encoding', { append: true })
    const packed = await compress(bytes, c.req.header('accept-encoding') ?? '')
    if (!packed) return c.body(bytes)
    c.header('Content-Encoding', packed.encoding)
    return c.body(packed.bytes)
  }

/** A weak ETag: the encoding may differ, the data do not. Half of a SHA-256 leaves no chance of two alike. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `W/"${btoa(String.fromCharCode(...hash.subarray(0, 16)))}"`
}
