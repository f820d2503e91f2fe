import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountFirstAdmin } from '#server/auth/first-admin.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'
import { askers, createCast, type Cast, type TestWorld } from './cast.ts'
import { endpointsOf, truthOf, type Endpoint, type Truth } from './endpoints.ts'
import { nasty } from './hostile-text.ts'
import { runs, someOf } from '../tier.ts'
import { ask, requestsTo, type Asked } from './requests.ts'

/** What an error response must not contain: paths of code, names of software, SQL or internals. */
const telling = [
  /\n\s+at \S/,
  /node_modules|node:\w+|file:\/\//,
  /\/(src|modules|tests|home|usr|tmp)\//,
  /\.[cm]?tsx?\b/,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bdelete from\b|\bupdate\b.+\bset\b/i,
  /sqlite|postgres|kysely|\bpg_|\bzod\b|\bhono\b|multipasta/i,
  /\b\w*(Error|Exception)\b|\bRefusal\b|\bDryRun\b|\bUnexpected token\b/,
  /\[object|\bundefined\b|\bNaN\b|\bis not a function\b|\bCannot read\b/,
]

describe.each(enginesOfTier)('every endpoint on $engine', ({ openSample }) => {
  let world: TestWorld
  let cast: Cast
  let endpoints: Endpoint[]
  let truth: Map<string, Truth[]>
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    mountFirstAdmin(world.app.routes, world.app)
    cast = await createCast(world)
    endpoints = endpointsOf(world)
    truth = await truthOf(world)
  })
  afterAll(() => world.close())

  function expectForeseen(asked: Asked, { status, headers, text }: Awaited<ReturnType<typeof ask>>) {
    expect(world.errors.splice(0).map((error) => (error instanceof Error ? error.stack : error))).toEqual([])
    expect(status).toBeLessThan(500)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src '")
    if (asked.path.startsWith('/api/')) expect(headers.get('cache-control')).toMatch(/no-store|private/)
    if (status < 400 || asked.method === 'HEAD') return
    const page = headers.get('content-type')?.startsWith('text/html')
    if (!page) expect(JSON.parse(text).message).toMatch(/\w/)
    const sent = [JSON.stringify(asked), decodeURIComponent(asked.path), ...nasty].join('\n')
    const words = page ? text.replace(/<style>[^]*<\/style>/, '') : text
    for (const pattern of telling) {
      const [told] = pattern.exec(words) ?? []
      if (told !== undefined && !sent.includes(told)) expect(words).not.toMatch(pattern)
    }
  }

  test('is found, both of modules and of the server itself', () => {
    const paths = endpoints.map(({ method, path }) => `${method} ${path}`)
    for (const path of [
      'POST /login',
      'POST /broadcasting/auth',
      'POST /reset-password',
      'POST /setup-admin',
      'POST /api/rfis/:messageable_id{[0-9]+}/messages/:id{[0-9]+}/make_official',
      'GET /api/projects/:attachable_id{[0-9]+}/attachments/:id{[0-9]+}/file',
      'POST /api/timecards/:id{[0-9]+}/approve',
      'GET /api/payroll_batches/preview',
    ])
      expect(paths).toContain(path)
    expect(paths.length).toBeGreaterThan(290)
  })

  test('handles any request from anyone with an intended response that reveals no internals', async () => {
    for (const endpoint of someOf(endpoints))
      await fc.assert(
        fc
          .asyncProperty(fc.constantFrom(...askers), requestsTo(endpoint, truth), async (asker, asked) => {
            expectForeseen(asked, await ask(cast.clientOf(asker), asked))
          })
          .afterEach(() => (endpoint.method === 'GET' ? undefined : cast.restore())),
        { numRuns: runs(1) },
      )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
