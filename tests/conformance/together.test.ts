import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

interface Answer {
  status: number
  tag: string | null
  body: unknown
}

describe.each(enginesOfTier)('several reads in one request on $engine (rule together)', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let foreman: Client
  let customer: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    foreman = await world.signIn('foreman@plumbline.test')
    customer = await world.signIn('customer@plumbline.test')
  })
  afterAll(() => world.close())

  async function ask(by: Client, ...reads: { path: string; tag?: string }[]): Promise<Answer[]> {
    const { status, data } = await by.post('/api/together', { reads })
    expect(status).toBe(200)
    return data.answers
  }
  const paths = ['/api/users', '/api/rfis?view=mine', '/api/projects/999999', '/api/projects?page=1&per_page=2']

  test('each is answered as its own address answers whoever asks, in their order', async () => {
    for (const by of [foreman, customer]) {
      const answers = await ask(by, ...paths.map((path) => ({ path })))
      const alone = await Promise.all(paths.map((path) => by.get(path)))
      expect(answers).toEqual(
        alone.map(({ status, headers, data }) => ({ status, tag: headers.get('ETag'), body: data })),
      )
      expect(answers.map(({ status }) => status)).toContain(404)
    }
    const [staff, guests] = [await ask(foreman, { path: '/api/users' }), await ask(customer, { path: '/api/users' })]
    expect(guests).not.toEqual(staff)
  })

  test('what the asker has already is not sent again', async () => {
    const path = '/api/users'
    const [first] = await ask(foreman, { path })
    expect(first?.tag).toMatch(/^W\//)
    const tagged = { path, ...(first?.tag && { tag: first.tag }) }
    expect(await ask(foreman, tagged, { path })).toMatchObject([{ status: 304, body: null }, { status: 200 }])
  })

  test('it reads, and nothing else: no other server, no file, no page, nothing beyond the API', async () => {
    const refused = (reads: unknown) => foreman.post('/api/together', { reads })
    for (const reads of [
      undefined,
      [],
      'x',
      [null],
      [{ path: 'https://elsewhere.test/api/users' }],
      [{ path: '//elsewhere.test/api/users' }],
      [{ path: '/user/devices' }],
      [{ path: '/api//elsewhere.test' }],
      [{ path: '/api/../sanctum/csrf-cookie' }],
      [{ path: '/api/users/../../sanctum/csrf-cookie' }],
      Array.from({ length: 41 }, () => ({ path: '/api/users' })),
    ])
      expect((await refused(reads)).status, JSON.stringify(reads)).toBe(422)
    const answers = await ask(foreman, { path: '/api/together' }, { path: '/api/docs' }, { path: '/api/users' })
    expect(answers.map(({ status }) => status)).toEqual([405, 406, 200])
    const forged = { 'x-xsrf-token': 'x' }
    expect((await foreman.post('/api/together', { reads: [{ path: '/api/users' }] }, forged)).status).toBe(419)
  })

  test('nobody reads who is not signed in', async () => {
    const nobody = world.client()
    await nobody.get('/sanctum/csrf-cookie')
    expect((await nobody.post('/api/together', { reads: [{ path: '/api/users' }] })).status).toBe(401)
  })
})
