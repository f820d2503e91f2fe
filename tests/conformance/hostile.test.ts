import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entity } from '#core/entity/entity.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { hostileText as text, hostileValue as value } from '../security/hostile-text.ts'
import { runs } from '../tier.ts'

describe.each(enginesOfTier)('hostile requests on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  let entities: readonly Entity[]
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    entities = world.app.services.catalog.entities.filter(({ endpoint }) => !endpoint.includes('{'))
  })
  afterAll(() => world.close())

  const entityOf = (name: string) => world.app.services.catalog.entity(name)
  const names = ({ fields, computed }: Entity) => [
    ...Object.keys(fields),
    ...Object.keys(computed),
    'id',
    'updated_at',
    'x',
  ]
  const anEntity = fc.nat().map((at) => {
    const entity = entities[at % entities.length]
    if (!entity) throw new Error('There are no entities.')
    return entity.name
  })
  /** Expects a response that the server intended: no internal error, and a message for users. */
  async function foreseen(send: () => ReturnType<Client['send']>) {
    const { status, data } = await send()
    expect(world.errors).toEqual([])
    expect(status).toBeLessThan(500)
    if (status >= 400) expect(data.message).toEqual(expect.any(String))
  }

  test('bodies of any content are accepted or refused without an internal error', async () => {
    const bodies = anEntity.chain((name) =>
      fc.tuple(fc.constant(name), fc.dictionary(fc.constantFrom(...names(entityOf(name))), value, { maxKeys: 6 })),
    )
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom('POST', 'PATCH', 'many'),
        fc.integer({ min: 1, max: 5 }),
        async ([name, body], verb, id) => {
          // The test must not deactivate its own user.
          if (name === 'user') delete body.active
          const path = `/${entityOf(name).endpoint}`
          await foreseen(() =>
            verb === 'many'
              ? admin.post(`${path}/store_many`, { data: [body, { ...body, id: 60 }] })
              : admin.send(verb, verb === 'POST' ? path : `${path}/${name === 'user' ? id + 5 : id}`, body),
          )
        },
      ),
      { numRuns: runs(250) },
    )
  })

  test('bodies of any shape are accepted or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        anEntity,
        fc.oneof(text, fc.json()),
        fc.constantFrom('', '/store_many', '/1/archive'),
        async (name, body, more) => {
          await foreseen(() => admin.send('POST', `/${entityOf(name).endpoint}${more}`, body === '' ? ' ' : body))
        },
      ),
      { numRuns: runs(100) },
    )
  })

  test('queries of any content are answered or refused', async () => {
    const keys = (entity: Entity) => {
      const known = ['search', 'page', 'per_page', 'sort_column', 'sort_direction', 'status', ...names(entity)]
      return [...known, ...known.map((name) => `${name}[]`), ...known.map((name) => `filters[${name}]`), '__proto__']
    }
    const queries = anEntity.chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.array(
          fc.tuple(
            fc.constantFrom(...keys(entityOf(name))),
            text.filter((one) => one.isWellFormed() && one.length < 5000),
          ),
          { maxLength: 5 },
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(queries, async ([name, query]) => {
        await foreseen(() => admin.get(`/${entityOf(name).endpoint}?${new URLSearchParams(query)}`))
      }),
      { numRuns: runs(250) },
    )
  })

  test('paths of any content are answered or refused', async () => {
    const part = text.filter((one) => one.isWellFormed() && one.length < 2000).map(encodeURIComponent)
    await fc.assert(
      fc.asyncProperty(
        anEntity,
        part,
        fc.oneof(part, fc.constantFrom('history', 'archive', 'store_many')),
        async (name, one, two) => {
          for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
            await foreseen(() =>
              admin.send(method, `/${entityOf(name).endpoint}/${one}/${two}`, method === 'GET' ? undefined : {}),
            )
        },
      ),
      { numRuns: runs(60) },
    )
  })

  test('headers of any content are answered or refused', async () => {
    const header = fc
      .oneof(fc.constantFrom('x'.repeat(300), 'ä', "'", '1.1', ''), fc.string())
      .filter((one) => /^[\x20-\xff]*$/.test(one))
    await fc.assert(
      fc.asyncProperty(header, header, header, async (key, socket, origin) => {
        const headers = { 'idempotency-key': key, 'x-socket-id': socket, origin }
        await foreseen(() => admin.post('/api/customers', { name: 'Headed' }, headers))
      }),
      { numRuns: runs(50) },
    )
  })

  test('sign-in handles any input without an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (email, password) => {
        const visitor = world.client()
        await visitor.get('/sanctum/csrf-cookie')
        await foreseen(() => visitor.post('/login', { email, password }))
      }),
      { numRuns: runs(60) },
    )
  })

  test('the body of an action does not change fields of the record', async () => {
    const { data: entries } = await admin.get('/api/time_entries')
    expect(entries[0].date).toEqual(expect.any(String))
    for (const body of [{ date: '0000-00-00' }, { date: { a: 1 }, user_id: [1] }, { date: '2020-01-05', user_id: 'x' }])
      for (const action of ['review', 'unreview'])
        await foreseen(() => admin.post(`/api/time_entries/${entries[0].id}/${action}`, body))
  })

  test.each([undefined, null, {}, 'x', -1, 1e300])('a message on the record %j is refused', async (messageable_id) => {
    const draft = { messageable_type: 'rfis', messageable_id, content: 'Hello?' }
    const many = await admin.post('/api/messages/store_many', { data: [draft] })
    expect([(await admin.post('/api/messages', draft)).status, many.status]).toEqual([404, 404])
    expect(world.errors).toEqual([])
  })

  test('afterwards the client is still signed in and the server is healthy', async () => {
    expect((await admin.get('/api/user')).status).toBe(200)
    // Not a kind of record for which the requests before may have made a custom field required.
    expect((await admin.post('/api/contact_types', { name: 'Still here' })).status).toBe(201)
    expect((await admin.get('/healthz')).status).toBe(200)
  })
})
