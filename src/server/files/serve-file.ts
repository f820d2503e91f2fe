import type { Context } from 'hono'
import { Refusal } from '../http/errors.ts'
import { disposition, type FileStore, type Presentation } from './file-store.ts'
import { rangeIn } from './ranges.ts'

/** A file of the store, and how it is served. */
export interface ServedFile extends Presentation {
  readonly path: string
  /** In bytes; null where it was never noted, which rules out ranges. */
  readonly size: number | null
  /** False where another file will be served at this address later. */
  readonly lasting?: boolean
  /** Names this version in place of the path in the store; everyone may see it, and caches between may keep it. */
  readonly publicAs?: string
}

/**
 * Serves a file from the store, or the range of it that the request asks for. Files never change under their path, so
 * the path identifies the content.
 */
export async function serveFile(c: Context, store: FileStore, file: ServedFile): Promise<Response> {
  const { path, size, mime, lasting = true, publicAs } = file
  const etag = `"${publicAs ?? path}"`
  const scope = publicAs === undefined ? 'private' : 'public'
  const headers = {
    // Files are only detected as text if they are UTF-8.
    'Content-Type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
    'Content-Disposition': disposition(file),
    ...(size !== null && { 'Accept-Ranges': 'bytes' }),
    ETag: etag,
    // Nothing in the file may execute, whatever it claims to be.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': lasting ? `${scope}, max-age=31536000, immutable` : `${scope}, no-cache`,
    // The response cached for one user must not be used for the next one who signs in to the same browser.
    Vary: publicAs === undefined ? 'Origin, Cookie' : 'Origin',
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const condition = c.req.header('if-range')
  const wanted = condition === undefined || condition === etag ? c.req.header('range') : undefined
  const range = size === null ? null : rangeIn(wanted, size)
  if (range === 'unsatisfiable')
    throw new Refusal(416, 'There is nothing in that range.', undefined, {
      headers: { 'Content-Range': `bytes */${size}` },
    })
  const bytes = await store.read(path, range ?? undefined)
  if (!bytes) throw new Refusal(404, 'This file is missing in the file store.')
  if (!range) return c.body(bytes, 200, { ...headers, ...(size !== null && { 'Content-Length': String(size) }) })
  return c.body(bytes, 206, {
    ...headers,
    'Content-Length': String(range.end - range.start + 1),
    'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
  })
}
