import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { signIn } from './stock-axios.ts'

afterAll(removeFolders)

let server: Started
let cookie: string
beforeAll(async () => {
  server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
  const { cookies } = await signIn(server.url, 'admin@plumbline.test')
  cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => server.stop())

/** The bytes as they travelled, which no client has unpacked. */
const get = (path: string, encoding?: string) =>
  new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((done, fail) => {
    const headers = { cookie, accept: 'application/json', ...(encoding && { 'accept-encoding': encoding }) }
    request(`${server.url}${path}`, { headers }, (answer) => {
      void buffer(answer).then((bytes) => done({ headers: answer.headers, bytes }), fail)
    })
      .on('error', fail)
      .end()
  })

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, zstd;q=0, *', 'gzip', gunzipSync],
] as const)('lists are compressed for who accepts "%s"', async (accepted, encoding, unpack) => {
  const plain = await get('/api/users')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await get('/api/users', accepted)
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'application/json' })
  expect(packed.headers.vary).toContain('Accept-Encoding')
  expect(packed.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 4)
  expect(JSON.parse(unpack(packed.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
})

test('short answers, secrets, and clients that refuse get them as they are', async () => {
  for (const [path, accepted] of [
    ['/api/company_settings', 'zstd'],
    ['/api/calendar_feeds?search=x', 'zstd'],
    // Pay.
    ['/api/report_mails/answer?report=job-cost', 'zstd'],
    ['/api/users', 'identity'],
    ['/api/users', 'zstd;q=0'],
  ] as const) {
    const { headers, bytes } = await get(path, accepted)
    expect(headers['content-encoding'], path).toBeUndefined()
    expect(() => JSON.parse(bytes.toString())).not.toThrow()
  }
  // It would be long enough.
  for (const path of ['/api/calendar_feeds', '/api/report_mails/answer?report=job-cost'])
    expect((await get(path, 'zstd')).bytes.byteLength).toBeGreaterThan(1024)
})
