import type { Context } from 'hono'

/** Text in an encoding that the client accepts, or null where it accepts none of ours. */
export type Compress = (
  text: string,
  accepted: string,
) => Promise<{ encoding: string; bytes: Uint8Array<ArrayBuffer> } | null>

/** Shorter answers fit a packet or two anyway, in characters. */
const WORTHWHILE = 1024

interface AnswerOptions {
  /** Whether it may hold a secret: beside what the asker wrote, its compressed length would tell that (BREACH). */
  readonly secret?: boolean | undefined
  /** Whether to mark it, so that it is sent again only when it has changed. */
  readonly tagged?: boolean
}

/** Answers with JSON, compressed where that is worthwhile. */
export type Answer = (c: Context, data: unknown, options?: AnswerOptions) => Promise<Response>

export const createAnswer =
  (compress: Compress | undefined): Answer =>
  async (c, data, { secret = false, tagged = false } = {}) => {
    const text = JSON.stringify(data)
    if (tagged && text.length >= WORTHWHILE) {
      const tag = await tagOf(text)
      c.header('ETag', tag)
      if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    }
    c.header('Content-Type', 'application/json')
    if (!compress || secret || text.length < WORTHWHILE) return c.body(text)
    c.header('Vary', 'Accept-Encoding', { append: true })
    const packed = await compress(text, c.req.header('accept-encoding') ?? '')
    if (!packed) return c.body(text)
    c.header('Content-Encoding', packed.encoding)
    return c.body(packed.bytes)
  }

/** A weak ETag: the encoding may differ, the data do not. Half of a SHA-256 leaves no chance of two alike. */
async function tagOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `W/"${btoa(String.fromCharCode(...hash.subarray(0, 16)))}"`
}
