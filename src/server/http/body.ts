import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isObject } from '../../lib/is-object.ts'
import { Refusal } from './errors.ts'
import { resume } from './own-time.ts'

const MOST_BYTES = 1024 * 1024
/** More than the largest request of ours has: 500 records with each of their fields. */
const MOST_KEYS = 30_000
const MOST_DEPTH = 20
const limited = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new Refusal(413)
  },
})

/**
 * Limits bodies to 1 MB. Forms with files have their own limit in the upload routes, the only ones that read them, and
 * so do resumable uploads and mails, below these paths.
 */
export const limitBody =
  (...uploads: readonly string[]): MiddlewareHandler =>
  (c, next) => {
    const bare = c.req.method === 'GET' || c.req.method === 'HEAD'
    // A body with a Content-Length need not be counted, because the connection never delivers more than that.
    const length = Number(c.req.header('content-length') ?? Number.NaN)
    const short = length <= MOST_BYTES && c.req.header('transfer-encoding') === undefined
    const isUpload = uploads.some((path) => c.req.path === path || c.req.path.startsWith(`${path}/`))
    return bare || short || isUpload || c.req.header('content-type')?.startsWith('multipart/')
      ? next()
      : limited(c, next)
  }

/**
 * Whether a text of JSON has more keys or goes deeper than any request of ours. Parsing a megabyte of keys, and looking
 * at each of them, holds everybody up for a tenth of a second; counting them takes a few milliseconds.
 */
export function isOverloaded(json: string): boolean {
  let depth = 0
  let keys = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (quoted) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) quoted = false
    } else if (char === QUOTE) quoted = true
    else if (char === COLON && ++keys > MOST_KEYS) return true
    else if ((char === BRACE || char === BRACKET) && ++depth > MOST_DEPTH) return true
    else if (char === BRACE + 2 || char === BRACKET + 2) depth--
  }
  return false
}
const QUOTE = 0x22
const COLON = 0x3a
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b

/**
 * Reads the request's body as an object, from JSON or from a form as posted by browsers and common clients. As in
 * Laravel, empty, malformed or non-object JSON becomes {}, so that missing required fields answer 422.
 * @throws Refusal 415 for a form with files, which only uploads take; 413 for more keys or levels than any request has
 */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  // Refused without reading it, because the body limit does not apply to forms with files.
  if (c.req.header('content-type')?.startsWith('multipart/')) throw new Refusal(415)
  const text = await c.req.text()
  resume()
  if (text.trim() === '') return {}
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    const fields = new URLSearchParams(text)
    if (fields.size > MOST_KEYS) throw new Refusal(413)
    return Object.fromEntries(fields)
  }
  if (isOverloaded(text)) throw new Refusal(413)
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}
