import { expect, test, vi } from 'vitest'
import { createHttp } from './http.ts'
import { call } from './result.ts'

const anything = (body: unknown) => body ?? null

/** A network of bare answers, one status after another, that remembers what was asked. */
function network(...statuses: number[]) {
  const asked: { url: string; method: string; headers: Headers; body: unknown }[] = []
  const fetch = vi.fn<typeof globalThis.fetch>((input, init) => {
    asked.push({
      url: String(input),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: init?.body,
    })
    return Promise.resolve(new Response(null, { status: statuses[asked.length - 1] ?? 204 }))
  })
  return { asked, fetch }
}
const create = (world: ReturnType<typeof network>, more: Partial<Parameters<typeof createHttp>[0]> = {}) =>
  createHttp({
    baseURL: 'http://api.test',
    socketId: () => '12.34',
    fetch: world.fetch,
    cookies: () => 'theme=dark; XSRF-TOKEN=abc%3D%3D; other=1',
    ...more,
  })

test('every request carries the socket id, and those that change something the anti-forgery token', async () => {
  const world = network()
  const http = create(world)
  await http('/api/gardens')
  await http('/api/gardens', { method: 'POST', body: { name: 'Rose' } })
  const [read, write] = world.asked
  expect(read?.headers.get('X-XSRF-TOKEN')).toBeNull()
  expect(write?.headers.get('X-XSRF-TOKEN')).toBe('abc==')
  expect(write?.body).toBe('{"name":"Rose"}')
  for (const { url, headers } of world.asked) {
    expect(url).toBe('http://api.test/api/gardens')
    expect(headers.get('X-Socket-Id')).toBe('12.34')
    expect(headers.get('Accept')).toBe('application/json')
  }
  expect(world.fetch.mock.calls.every(([, init]) => init?.credentials === 'include')).toBe(true)
})

test('a token that has run out is fetched anew and the request sent once more, with the new token', async () => {
  const world = network(419, 204, 204)
  const tokens = ['old', 'new']
  const http = create(world, { cookies: () => `XSRF-TOKEN=${tokens.shift()}` })
  expect(await call(http, '/api/gardens', { method: 'POST', body: { name: 'Rose' } }, anything)).toMatchObject({
    ok: true,
  })
  expect(world.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST http://api.test/api/gardens',
    'GET http://api.test/sanctum/csrf-cookie',
    'POST http://api.test/api/gardens',
  ])
  expect(world.asked[2]?.headers.get('X-XSRF-TOKEN')).toBe('new')
  expect(world.asked[2]?.body).toBe('{"name":"Rose"}')
})

test('it is sent once more only once, and nothing else is retried', async () => {
  const world = network(419, 204, 419)
  expect(await call(create(world), '/x', { method: 'POST' }, anything)).toMatchObject({ ok: false, status: 419 })
  expect(world.asked).toHaveLength(3)
  const broken = network(503)
  expect(await call(create(broken), '/x', {}, anything)).toMatchObject({ ok: false, status: 503 })
  expect(broken.asked).toHaveLength(1)
})

test('no answer is a failure of status 0', async () => {
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  expect(await call(http, '/x', {}, anything)).toEqual({ ok: false, status: 0, message: '', errors: {} })
})

test('a failure carries the message and the field errors, and nothing that only looks like them', async () => {
  const body = { message: 'No.', errors: { name: ['Taken.', 7], size: 'Too big.', odd: { a: 1 } } }
  const http = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: () => Promise.resolve(Response.json(body, { status: 422 })),
  })
  expect(await call(http, '/x', {}, anything)).toEqual({
    ok: false,
    status: 422,
    message: 'No.',
    errors: { name: ['Taken.'], size: ['Too big.'] },
  })
})

test('being told that nobody is signed in is passed on', async () => {
  const onUnauthorized = vi.fn<() => void>()
  await call(create(network(401), { onUnauthorized }), '/x', {}, anything)
  await call(create(network(403), { onUnauthorized }), '/x', {}, anything)
  expect(onUnauthorized).toHaveBeenCalledOnce()
  // The token may have ended with the session.
  await call(create(network(419, 204, 401), { onUnauthorized }), '/x', { method: 'POST' }, anything)
  expect(onUnauthorized).toHaveBeenCalledTimes(2)
})

test.each([
  ['the connection breaks', new TypeError('network error')],
  ['nobody waits for it any more', new DOMException('The user aborted a request.', 'AbortError')],
])('an answer that ends on its way because %s is no answer, and no rejection', async (_, why) => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'))
      controller.error(why)
    },
  })
  const headers = { 'content-type': 'application/json' }
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, { headers }))
  const http = createHttp({ baseURL: 'http://api.test', socketId: () => undefined, fetch })
  expect(await call(http, '/api/gardens', {}, anything)).toEqual({ ok: false, status: 0, message: '', errors: {} })
})

test('an error of our own is none of the network', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  const http = createHttp({ baseURL: 'http://api.test', socketId: () => undefined, fetch })
  const broken = () => {
    throw new TypeError('a mistake')
  }
  await expect(call(http, '/api/gardens', {}, broken)).rejects.toThrow('a mistake')
})
