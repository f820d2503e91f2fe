import { isObject } from '#lib/is-object.ts'

type Fetch = typeof globalThis.fetch

interface Waiting {
  readonly input: string
  readonly init: RequestInit | undefined
  readonly answer: PromiseWithResolvers<Response>
}

/** The longest wait for others that are asked for at the same time, in milliseconds. */
const WAIT = 10
/** As many as the server takes. */
const MOST = 40
/** Answers of a server that does not know it, or takes fewer. */
const UNKNOWN = [404, 405, 422]
/** What `index.html` fetches before any script has run. */
const APART = /^\/api\/(app|user)$/

/** The answers by their places; undefined where the text is something else. */
function answersIn(text: string): (Response | undefined)[] {
  const whole: unknown = JSON.parse(text)
  const answers = isObject(whole) && Array.isArray(whole.answers) ? whole.answers : []
  return answers.map((answer: unknown) => {
    if (!isObject(answer) || typeof answer.status !== 'number') return undefined
    const { status, tag, body } = answer
    const headers = { 'Content-Type': 'application/json', ...(typeof tag === 'string' && { ETag: tag }) }
    return new Response(bodiless.includes(status) ? null : JSON.stringify(body), { status, headers })
  })
}
const bodiless = [204, 304]

/**
 * Sends reads that are asked for at the same time as one request, as long as `isOffered` says so (rule together): on a slow
 * connection each request is a wait of its own.
 */
export function together(send: Fetch, { baseURL, isOffered }: { baseURL: string; isOffered: () => boolean }): Fetch {
  let waiting: Waiting[] = []
  const alone = ({ input, init, answer }: Waiting) => send(input, init).then(answer.resolve, answer.reject)

  async function sendAll(all: readonly Waiting[]): Promise<unknown> {
    const [first] = all
    if (!first || all.length === 1) return first && alone(first)
    const reads = all.map(({ input, init }) => {
      const tag = new Headers(init?.headers).get('If-None-Match')
      return { path: input.slice(baseURL.length), ...(tag !== null && { tag }) }
    })
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ reads })
    const sent = await send(`${baseURL}/api/together`, { method: 'POST', credentials: 'include', headers, body })
    if (UNKNOWN.includes(sent.status)) return all.map(alone)
    const whole = await sent.text()
    // Who is refused, is refused each of them.
    const refusal = () => new Response(whole, { status: sent.status, headers: sent.headers })
    const parts = sent.ok ? answersIn(whole) : []
    return all.forEach(({ answer }, at) => {
      const part = sent.ok ? parts[at] : refusal()
      if (part) answer.resolve(part)
      else answer.reject(new TypeError('The answer to several reads has too few.'))
    })
  }
  function flush() {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MOST) {
      const some = all.slice(from, from + MOST)
      sendAll(some).catch((error: unknown) => some.forEach(({ answer }) => answer.reject(error)))
    }
  }
  return (input, init) => {
    const isRead = !init?.signal && (init?.method ?? 'GET') === 'GET' && init?.priority !== 'low'
    const isOurs = typeof input === 'string' && input.startsWith(`${baseURL}/api/`)
    if (!isRead || !isOurs || APART.test(input.slice(baseURL.length)) || !isOffered()) return send(input, init)
    if (!waiting.length) setTimeout(flush, WAIT)
    const answer = Promise.withResolvers<Response>()
    waiting.push({ input, init, answer })
    return answer.promise
  }
}
