import type { Context, Hono } from 'hono'
import { isObject } from '../../lib/is-object.ts'
import type { AllServices } from '../services.ts'
import { readBody } from './body.ts'
import { invalid } from './errors.ts'
import { listOfPieces, objectInPieces, type Pieces } from './json.ts'

const PATH = '/api/together'
/** Reads in one request; the start of the app asks for fewer than twenty. */
const MOST = 40
/** What goes for the request around the reads alone. */
const ofTheWhole = ['content-type', 'content-length', 'accept-encoding', 'if-none-match']

/** A read that is asked for, with the tag of the answer that its asker has. */
interface Asked {
  readonly path: string
  readonly tag: string | null
}

const isInApi = (path: string) => /^\/api\/\w/.test(path) && URL.parse(path, 'http://-')?.pathname.startsWith('/api/')

/** Only addresses of this API: a read is not a way to anywhere else. */
function askedIn(reads: unknown): Asked[] {
  const asked = (Array.isArray(reads) ? reads : []).flatMap((read: unknown): Asked[] => {
    if (!isObject(read) || typeof read.path !== 'string' || !isInApi(read.path)) return []
    return [{ path: read.path, tag: typeof read.tag === 'string' && /^[\x21-\x7e]+$/.test(read.tag) ? read.tag : null }]
  })
  if (!Array.isArray(reads) || !asked.length || asked.length < reads.length || asked.length > MOST)
    throw invalid({ reads: [`Reads must be 1 to ${MOST} paths below /api.`] })
  return asked
}

/** The text of an answer as it comes, so that what is long is never here whole. */
async function* textOf({ body }: Response): Pieces {
  if (body) yield* body.pipeThrough(new TextDecoderStream())
  else yield 'null'
}

/**
 * Mounts POST /api/together: answers several reads in one request, each as its own address would, with its status, its tag
 * and its body. It is no GET, so that no page of another host can have anybody ask.
 */
export function mountTogether(app: Hono, { answer, guard }: Pick<AllServices, 'answer' | 'guard'>): void {
  /** Asks when the answers before have been sent, as many large ones at once would fill the memory. */
  async function* read(c: Context, { path, tag }: Asked): Pieces {
    const headers = new Headers(c.req.raw.headers)
    for (const name of ofTheWhole) headers.delete(name)
    if (tag !== null) headers.set('If-None-Match', tag)
    const { signal } = c.req.raw
    const one = await app.fetch(new Request(new URL(path, c.req.url), { headers, signal }), c.env)
    const isJson = one.headers.get('content-type')?.startsWith('application/json')
    // A file is read by itself.
    if (!isJson && one.body) {
      await one.body.cancel()
      yield* objectInPieces({ status: 406, tag: null, body: null })
    } else yield* objectInPieces({ status: one.status, tag: one.headers.get('etag'), body: textOf(one) })
  }
  app.post(PATH, async (c) => {
    guard.userOf(c)
    const { reads } = await readBody(c)
    const answers = askedIn(reads).map((asked) => read(c, asked))
    return answer(c, objectInPieces({ answers: listOfPieces(answers) }))
  })
}
