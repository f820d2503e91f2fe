import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isObject } from '../../lib/is-object.ts'
import { Refusal } from './errors.ts'

const MOST_BYTES = 1024 * 1024
const limited = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new Refusal(413)
  },
})

/**
 * Limits bodies to 1 MB. Forms with files have their own limit in the upload routes, the only ones that read them, and
 * so do resumable uploads, below the path `uploads`.
 */
export const limitBody =
  (uploads: string): MiddlewareHandler =>
  (c, next) => {
    const bare = c.req.method === 'GET' || c.req.method === 'HEAD'
    // A body with a Content-Length need not be counted, because the connection never delivers more than that.
    const length = Number(c.req.header('content-length') ?? Number.NaN)
    const short = length <= MOST_BYTES && c.req.header('transfer-encoding') === undefined
    const isUpload = c.req.path === uploads || c.req.path.startsWith(`${uploads}/`)
    return bare || short || isUpload || c.req.header('content-type')?.startsWith('multipart/')
      ? next()
      : limited(c, next)
  }

/**
 * Reads the request's body as an object, from JSON or from a form as posted by browsers and common clients. As in
 * Laravel, empty, malformed or non-object JSON becomes {}, so that missing required fields answer 422.
 * @throws Refusal 415 for a form with files, which only uploads take
 */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  // Refused without reading it, because the body limit does not apply to forms with files.
  if (c.req.header('content-type')?.startsWith('multipart/')) throw new Refusal(415)
  const text = await c.req.text()
  if (text.trim() === '') return {}
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}
