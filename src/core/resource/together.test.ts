import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { call, type Result } from './result.ts'

interface Sent {
  path: string
  body: string | null
}
type Answer = (sent: Sent) => Response | Promise<Response>

/** A client of a server that answers so, and what was sent to it. */
function clientOf(answer: Answer, isTogether = () => true) {
  const sent: Sent[] = []
  const http = createHttp({
    baseURL: 'http://api.test',
    socketId: () => undefined,
    cookies: () => '',
    isTogether,
    fetch: async (input, init) => {
      const one = { path: String(input).slice('http://api.test'.length), body: init?.body ? String(init.body) : null }
      sent.push(one)
      return answer(one)
    },
  })
  const read = (path: string, headers: Record<string, string> = {}): Promise<Result<unknown>> =>
    call(http, path, { headers }, (body, head) => (body ? { body, tag: head?.get('ETag') ?? null } : undefined))
  return { sent, read }
}
const json = (value: unknown, status = 200) => Response.json(value, { status })
/** Answers each read with its own path. */
const echo: Answer = ({ path, body }) => {
  if (path !== '/api/together') return json({ path })
  const { reads }: { reads: { path: string; tag?: string }[] } = JSON.parse(body ?? '')
  return json({
    answers: reads.map((one) =>
      one.tag ? { status: 304, tag: one.tag, body: null } : { status: 200, tag: 'W/"1"', body: { path: one.path } },
    ),
  })
}

test('reads of the same moment go as one request, each with its own answer and tag', async () => {
  const { sent, read } = clientOf(echo)
  const answers = await Promise.all([
    read('/api/users'),
    read('/api/tasks?view=mine'),
    read('/api/rfis', { 'If-None-Match': 'W/"0"' }),
  ])
  expect(sent.map(({ path }) => path)).toEqual(['/api/together'])
  expect(answers).toMatchObject([
    { ok: true, data: { body: { path: '/api/users' }, tag: 'W/"1"' } },
    { ok: true, data: { body: { path: '/api/tasks?view=mine' } } },
    { ok: false, status: 304 },
  ])
})

test('one alone, what the page has fetched before, and what changes something go by themselves', async () => {
  const { sent, read } = clientOf(echo)
  await read('/api/users')
  await Promise.all([read('/api/user'), read('/api/app'), read('/sanctum/csrf-cookie'), read('/api/tasks')])
  expect(sent.map(({ path }) => path).sort()).toEqual([
    '/api/app',
    '/api/tasks',
    '/api/user',
    '/api/users',
    '/sanctum/csrf-cookie',
  ])
})

test('a server that does not offer it, or no longer, is asked for each', async () => {
  const both = ['/api/tasks', '/api/users']
  const plain = clientOf(echo, () => false)
  await Promise.all(both.map((path) => plain.read(path)))
  expect(plain.sent.map(({ path }) => path)).toEqual(both)
  const older = clientOf((sent) => (sent.path === '/api/together' ? json({ message: '' }, 404) : echo(sent)))
  const answers = await Promise.all(both.map((path) => older.read(path)))
  expect(answers).toMatchObject(both.map((path) => ({ ok: true, data: { body: { path } } })))
})

test('where the whole fails, each of them fails so, and one that fails is alone with it', async () => {
  const both = (answer: Answer) => {
    const { read } = clientOf(answer)
    return Promise.all([read('/api/tasks'), read('/api/users')])
  }
  expect(await both(() => json({ message: 'Later.' }, 503))).toMatchObject([
    { status: 503, message: 'Later.' },
    { status: 503, message: 'Later.' },
  ])
  expect(await both(() => Promise.reject(new TypeError('no network')))).toMatchObject([{ status: 0 }, { status: 0 }])
  expect(await both(() => new Response('<html>'))).toMatchObject([{ ok: false }, { ok: false }])
  const one = { status: 200, tag: null, body: 1 }
  const refused = { status: 403, tag: null, body: { message: 'No.' } }
  expect(await both(() => json({ answers: [one, refused] }))).toMatchObject([
    { ok: true, data: { body: 1 } },
    { status: 403, message: 'No.' },
  ])
  expect(await both(() => json({ answers: [one] }))).toMatchObject([{ ok: true }, { ok: false }])
})
