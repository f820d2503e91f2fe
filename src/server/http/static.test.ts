import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from './headers.ts'
import { mountStatic } from './static.ts'

const NAME = 'Cole & <Sons> $1'
const ESCAPED = 'Cole &amp; &lt;Sons&gt; $1'
const page = (more = '') =>
  `<title>Plumbline</title><meta name="application-name" content="" /><h1 class="a">\u00a0</h1><h1>Other</h1>${more}`
const app = new Hono()
let folder: string
let name = NAME

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-dist-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page())
  writeFileSync(join(folder, 'assets/a-1.js'), 'export {}')
  // As in the real server, which has middleware in front of it.
  app.use(securityHeaders({ https: false, outside: {}, shared: false }))
  mountStatic(app, folder, async () => name)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(['/', '/index.html', '/projects/1', '/welcome'])(
  '%s is the page, with the name of the company',
  async (path) => {
    const answer = await app.request(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const text = await answer.text()
    expect(text).toContain(`<title>${ESCAPED}</title>`)
    expect(text).toContain(`content="${ESCAPED}"`)
    expect(text).toContain(`<h1 class="a">${ESCAPED}</h1><h1>Other</h1>`)
  },
)

test('it is compressed for who takes that, and sent again only when it has changed', async () => {
  const answer = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
  expect(String(brotliDecompressSync(new Uint8Array(await answer.arrayBuffer())))).toContain(ESCAPED)
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
  expect((await app.request('/', { headers })).status).toBe(304)
  writeFileSync(join(folder, 'index.html'), page('<p>New</p>'))
  utimesSync(join(folder, 'index.html'), 1, 1)
  const next = await app.request('/', { headers })
  expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('<p>New</p>')])
  name = 'Renamed'
  expect(await (await app.request('/', { headers })).text()).toContain('<title>Renamed</title>')
})

test('files are kept for ever, and what is no file and no page is not found', async () => {
  const answer = await app.request('/assets/a-1.js')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/assets/none.js', '/favicon.ico', '/api/none'])
    expect((await app.request(path)).status).toBe(404)
})

test('a folder without a built front end is refused', () => {
  expect(() => mountStatic(new Hono(), join(folder, 'assets'), async () => name)).toThrow('npm run build')
})
