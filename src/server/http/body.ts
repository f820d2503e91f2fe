import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isObject } from '../../core/entity/parse.ts'
import { Refusal } from './errors.ts'

const MOST_BYTES = 1024 * 1024
const limited = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new Refusal(413)
  },
})

/** Takes bodies of at most 1 MB. Forms with files have their own limit, where they are taken; nothing else reads one. */
export const limitBody: MiddlewareHandler = (c, next) => {
  const bare = c.req.method === 'GET' || c.req.method === 'HEAD'
  // A body that says its length is not counted as it comes: the connection takes no more of it than that.
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  const short = length <= MOST_BYTES && c.req.header('transfer-encoding') === undefined
  return bare || short || c.req.header('content-type')?.startsWith('multipart/') ? next() : limited(c, next)
}

/**
 * The request's body as an object: JSON, or a form as browsers and stock clients post one. Empty, malformed and other
 * JSON is {}, as Laravel reads it, so that required fields answer 422.
 * @throws Refusal 415 for a form with files, which only uploads take
 */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  // Not even read: a form with files may be longer than anything else is taken.
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
