import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, BASE, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import type { TestWorld } from './cast.ts'

let world: TestWorld
let admin: Client
beforeAll(async () => {
  world = await createTestWorld({ database: await sampleSqlite() })
  admin = await world.signIn('admin@plumbline.test')
})
afterAll(() => world.close())

test.each([
  '/api/user',
  '/forgot-password',
  '/reset-password?token=x',
  '/invite?token=x',
  '/healthz',
  '/nothing',
  '/api/x',
])('the response of %s is not cached and cannot be embedded', async (path) => {
  const { headers } = await admin.get(path)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const policy = headers.get('content-security-policy')
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    expect(policy).toContain(part)
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
})

test('behind TLS every response has HSTS for a year, including subdomains', async () => {
  const settings = { companyName: 'X', pusherKey: 'x', secureCookies: true, origins: ['https://app.example'] }
  const secure = await createTestWorld({ database: await sampleSqlite(), settings, sample: false })
  for (const path of ['/healthz', '/api/user', '/forgot-password', '/nothing']) {
    const { headers } = await secure.client().get(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-site')
  }
  await secure.close()
})

test('a cached file is revalidated for the next user, and text files have a charset', async () => {
  const at = '/api/projects/1/attachments'
  const { data: photo } = await upload(admin, at, { file: ['a.jpg', jpeg()] })
  const { data: notes } = await upload(admin, at, { file: ['notes.csv', 'Größe;Maß\n1;2\n'] })
  const [picture, text] = [photo, notes].map(({ id }) => admin.fetch(`${BASE}/api/attachments/${id}/file`))
  expect((await picture)?.headers.get('vary')?.split(', ')).toContain('Cookie')
  expect((await picture)?.headers.get('content-type')).toBe('image/jpeg')
  expect((await text)?.headers.get('content-type')).toBe('text/csv; charset=utf-8')
})

test.each([
  ['../../etc/passwd', 'passwd.jpg'],
  ['setup.exe', 'setup.exe.jpg'],
  ['page.html', 'page.html.jpg'],
  ['IMG_1', 'IMG_1.jpg'],
  ['site.JPEG', 'site.JPEG'],
  [`${'x'.repeat(300)}.exe`, `${'x'.repeat(251)}.jpg`],
  ['C:\\Windows\\evil.jpg', 'evil.jpg'],
  ['a"; filename="evil.html', 'a_; filename=_evil.html.jpg'],
  ['a\r\nSet-Cookie: b=c.jpg', 'aSet-Cookie_ b=c.jpg'],
])('a file named %j is downloaded with a safe name that matches its type', async (called, kept) => {
  const { status, data } = await upload(admin, '/api/projects/1/attachments', { file: [called, jpeg()] })
  expect([status, data.name]).toEqual([201, kept])
  const { headers } = await admin.fetch(`${BASE}/api/attachments/${data.id}/file?download`)
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.%!~-]+$/,
  )
})

describe('over a real connection', () => {
  let port = 0
  const server = serve(
    { fetch: (request) => world.app.fetch(request), port: 0, hostname: '127.0.0.1' },
    (at) => (port = at.port),
  )
  afterAll(() => void server.close())

  /** Sends raw bytes and returns the response until the server closes the connection. */
  const raw = (text: string) =>
    new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)))
      socket.on('close', () => done(answer)).on('error', fail)
    })
  const head = (method: string, path: string, ...lines: string[]) =>
    [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n')

  test.each(['TRACE', 'TRACK', 'CONNECT'])('%s is refused without echoing the request', async (method) => {
    const answer = await raw(head(method, '/api/user', 'X-Secret: mine'))
    expect(answer).not.toMatch(/^HTTP\/1\.1 (2|5)/)
    expect(answer).not.toContain('mine')
    expect(world.errors).toEqual([])
  })

  test.each([
    ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['chunks under another name', ['Transfer-Encoding: xchunked']],
    ['a header folded over two lines', ['X-A: b', ' c: d']],
  ])('a request with %s is refused, since proxies might parse it differently', async (_, lines) => {
    const answer = await raw(`${head('POST', '/login', ...lines)}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toContain('{"ok":true}')
  })
})
