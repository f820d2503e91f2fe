import type { Context } from 'hono'

/** Text in an encoding that the client accepts, or null where it accepts none of ours. */
export type Compress = (
  text: string,
  accepted: string,
) => Promise<{ encoding: string; bytes: Uint8Array<ArrayBuffer> } | null>

/** Shorter answers fit a packet or two anyway, in characters. */
const WORTHWHILE = 1024

/**
 * Answers with JSON, compressed where that is worthwhile.
 * @param secret whether it may hold a secret: beside what the asker wrote, its compressed length would tell that (BREACH)
 */
export type Answer = (c: Context, data: unknown, secret?: boolean) => Promise<Response>

export const createAnswer =
  (compress: Compress | undefined): Answer =>
  async (c, data, secret = false) => {
    const text = JSON.stringify(data)
    c.header('Content-Type', 'application/json')
    if (!compress || secret || text.length < WORTHWHILE) return c.body(text)
    c.header('Vary', 'Accept-Encoding', { append: true })
    const packed = await compress(text, c.req.header('accept-encoding') ?? '')
    if (!packed) return c.body(text)
    c.header('Content-Encoding', packed.encoding)
    return c.body(packed.bytes)
  }
