import type { Context } from 'hono'
import { isObject } from '../../core/entity/parse.ts'
import { Refusal } from './errors.ts'

/**
 * The request's body as an object: JSON, or a form as browsers and stock clients post one; empty is {}.
 * @throws Refusal 400 when it is neither, 415 for a form with files, which only uploads take
 */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  // Not even read: a form with files may be longer than anything else is taken.
  if (c.req.header('content-type')?.startsWith('multipart/')) throw new Refusal(415)
  const text = await c.req.text()
  if (text.trim() === '') return {}
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON.')
  }
  if (!isObject(body)) throw new Refusal(400, 'The request body must be a JSON object.')
  return body
}
