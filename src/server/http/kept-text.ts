import type { Context } from 'hono'
import { tagOf, type Compress } from './answer.ts'

const encodings = ['zstd', 'br', 'gzip'] as const

/**
 * Answers with a text that seldom changes: it is encoded, marked and compressed once for all who ask, and sent again only to
 * those who have another.
 */
export function createKeptText(type: string, compress: Compress | undefined) {
  type Packed = ReturnType<Compress>
  let kept: { text: string; bytes: Uint8Array<ArrayBuffer>; tag: string; packed: Map<string, Packed> } | undefined
  return async (c: Context, text: string): Promise<Response> => {
    if (kept?.text !== text) {
      const bytes = new TextEncoder().encode(text)
      kept = { text, bytes, tag: await tagOf(bytes), packed: new Map() }
    }
    const { bytes, tag, packed } = kept
    c.header('Cache-Control', 'no-cache, private')
    c.header('ETag', tag)
    c.header('Vary', 'Accept-Encoding', { append: true })
    if (c.req.header('if-none-match') === tag) return c.body(null, 304)
    c.header('Content-Type', type)
    const accepted = c.req.header('accept-encoding') ?? ''
    const wanted = compress && encodings.find((name) => accepted.includes(name))
    if (!compress || wanted === undefined) return c.body(bytes)
    const packing = packed.get(wanted) ?? compress(bytes, wanted)
    packed.set(wanted, packing)
    const found = await packing
    if (!found) return c.body(bytes)
    c.header('Content-Encoding', found.encoding)
    return c.body(found.bytes)
  }
}
