import type { Context } from 'hono'
import { isObject } from '../../core/entity/parse.ts'
import { Refusal } from './errors.ts'

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
