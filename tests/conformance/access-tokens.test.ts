import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { areaOf } from '#core/entity/entity.ts'
import { reaches } from '#lib/abilities.ts'
import { sha256 } from '#server/auth/crypto.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { TOKEN_REQUESTS } from '#server/http/token-limits.ts'
import { openPostgresRelay } from '#server/live/postgres-relay.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { eventually } from '../eventually.ts'
import { createClient, createTestWorld, type Client } from '../harness.ts'
import { samplePostgresUrl } from '../sample.ts'
import { people, type Person } from '../security/cast.ts'
import { isBrief, runs } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
const UNAUTHENTICATED = { message: 'Unauthenticated.' }

/** A program that has a token and nothing else. */
function program(world: Pick<World, 'app'>, plain: string) {
  const client = createClient(world.app)
  const send = (method: string, path: string, body?: unknown) =>
    client.send(method, path, body, { authorization: `Bearer ${plain}` })
  return {
    cookies: client.cookies,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
  }
}

interface Made {
  readonly id: number
  readonly plain: string
  readonly user_id: number
}
async function make(client: Client, day: string, abilities: readonly string[] = ['write']): Promise<Made> {
  const { status, data } = await client.post('/api/access_tokens', { name: 'Script', abilities, expires_on: day })
  expect([status, data]).toEqual([201, expect.objectContaining({ abilities, plain: expect.any(String) })])
  return data
}

describe.each(enginesOfTier)('access tokens on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: World
  const clients = new Map<Person, Client & { user: { id: number } }>()
  const as = (person: Person) => {
    const client = clients.get(person)
    if (!client) throw new Error(`${person} is not signed in.`)
    return client
  }
  const made = (person: Person, abilities?: readonly string[]) => make(as(person), clock.day(30), abilities)
  const stored = async () =>
    JSON.stringify(
      (
        await Promise.all(
          ['personal_access_tokens', 'events', 'idempotency_keys', 'jobs'].map((table) =>
            sql`select * from ${sql.table(table)}`.execute(world.app.services.database.kysely),
          ),
        )
      ).map(({ rows }) => rows),
    )

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const person of people) clients.set(person, await world.signIn(`${person}@plumbline.test`))
  })
  afterAll(() => world.close())

  test('are told once, kept as a hash, and used instead of a session', async () => {
    const key = { 'idempotency-key': 'made once' }
    const draft = { name: 'Power BI', abilities: ['read'], expires_on: clock.day(30) }
    const first = await as('manager').post('/api/access_tokens', draft, key)
    const { id, plain, user_id } = first.data
    expect(plain).toMatch(new RegExp(`^${id}\\|plb_[A-Za-z0-9]{40}$`))
    expect(user_id).toBe(as('manager').user.id)
    const secret = plain.split('|')[1]
    const again = await as('manager').get(`/api/access_tokens/${id}`)
    expect(again.data).toMatchObject({ name: 'Power BI', plain: null, last_used_at: null })
    expect(again.data).not.toHaveProperty('token')
    expect(JSON.stringify((await as('admin').get(`/api/access_tokens/${id}/history`)).data)).not.toContain(
      sha256(secret),
    )
    const rest = await stored()
    expect([rest.includes(secret), rest.includes(sha256(secret))]).toEqual([false, true])

    const script = program(world, plain)
    const me = await script.get('/api/user')
    expect(me.data).toMatchObject({ id: user_id, email: 'manager@plumbline.test' })
    expect(me.data.permissions.projects).toMatchObject({ view: true, edit: false })
    expect(me.data).not.toHaveProperty('token')
    expect([me.headers.getSetCookie(), script.cookies.size]).toEqual([[], 0])
    expect((await as('manager').get(`/api/access_tokens/${id}`)).data.last_used_at).toBe(clock.now().toISOString())
    expect((await as('manager').get('/api/access_tokens')).data.map((one: Made) => one.plain)).not.toContain(plain)
  })

  test('note their use once a minute, which is no change', async () => {
    const { id, plain } = await made('manager')
    const used = async () => {
      await program(world, plain).get('/api/user')
      const { last_used_at, updated_at } = (await as('manager').get(`/api/access_tokens/${id}`)).data
      return [last_used_at, updated_at]
    }
    const [first, changed] = await used()
    clock.pass({ seconds: 50 })
    expect(await used()).toEqual([first, changed])
    clock.pass({ seconds: 11 })
    expect(await used()).toEqual([clock.now().toISOString(), changed])
  })

  test('write without a token against forgery, which a session still needs', async () => {
    const { plain } = await made('manager')
    expect((await program(world, plain).post('/api/customers', { name: 'By a script' })).status).toBe(201)
    expect((await as('manager').post('/api/customers', { name: 'Forged' }, { 'x-xsrf-token': '' })).status).toBe(419)
    // The cookies of a browser count for nothing beside a token, neither its session nor what it may.
    const { data } = await made('employee', ['read']).then(async ({ plain: theirs }) =>
      as('admin').get('/api/user', { authorization: `Bearer ${theirs}` }),
    )
    expect(data.email).toBe('employee@plumbline.test')
  })

  test('are refused alike when they are wrong, revoked, expired or not theirs to hold', async () => {
    const { id, plain } = await made('office')
    const refused = async (text: string) => {
      const { status, data } = await program(world, text).get('/api/projects')
      return [status, data]
    }
    const other = `${plain.slice(0, -1)}${plain.endsWith('a') ? 'b' : 'a'}`
    for (const wrong of [other, `${id + 1000}|${plain.split('|')[1]}`, plain.split('|')[1] ?? '', 'x', '1|', "1|plb_'"])
      expect(await refused(wrong)).toEqual([401, UNAUTHENTICATED])
    expect((await program(world, plain).get('/api/projects')).status).toBe(200)
    expect((await as('office').delete(`/api/access_tokens/${id}`)).status).toBe(204)
    expect(await refused(plain)).toEqual([401, UNAUTHENTICATED])
  })

  test('work through their last day of the company, and not after it', async () => {
    const here = createTestClock()
    const own = await createTestWorld({ database: await openSample(here) })
    onTestFinished(() => own.close())
    const admin = await own.signIn('admin@plumbline.test')
    const { plain } = await make(admin, here.day(2))
    here.moveTo(here.day(2), '23:59')
    expect((await program(own, plain).get('/api/user')).status).toBe(200)
    here.pass({ minutes: 1 })
    expect((await program(own, plain).get('/api/user')).status).toBe(401)
    const draft = { name: 'Long', abilities: ['read'] }
    const late = await own.signIn('admin@plumbline.test')
    for (const [from, status] of [
      [-1, 422],
      [0, 201],
      [366, 201],
      [367, 422],
    ] as const)
      expect((await late.post('/api/access_tokens', { ...draft, expires_on: here.day(from) })).status).toBe(status)
    for (const abilities of [[], ['all'], ['*'], 'read', ['rfis:delete'], [1]])
      expect((await late.post('/api/access_tokens', { ...draft, abilities, expires_on: here.day() })).status).toBe(422)
  })

  test('may what their owner may at that moment, and nothing once that person has left', async () => {
    const { data: person } = await as('admin').post('/api/users', {
      name: 'Nia Vance',
      email: 'nia@plumbline.test',
      role: 'project_manager',
      password: 'nia knows her tools',
      password_confirmation: 'nia knows her tools',
    })
    const nia = createClient(world.app)
    await nia.signIn('nia@plumbline.test', 'nia knows her tools')
    const { plain } = await make(nia, clock.day(30))
    const script = program(world, plain)
    expect((await script.post('/api/customers', { name: 'While a manager' })).status).toBe(201)
    await as('admin').patch(`/api/users/${person.id}`, { role: 'employee' })
    expect((await script.post('/api/customers', { name: 'As an employee' })).status).toBe(403)
    expect((await script.get('/api/projects')).status).toBe(200)
    await as('admin').post(`/api/users/${person.id}/deactivate`)
    expect((await script.get('/api/projects')).status).toBe(401)
    await as('admin').post(`/api/users/${person.id}/activate`)
    expect((await script.get('/api/projects')).status).toBe(401)
  })

  test('that may only read are refused each way to change something', async () => {
    const { plain } = await made('admin', ['read', 'rfis:read'])
    const script = program(world, plain)
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['PATCH', '/api/projects/1'],
      ['PUT', '/api/projects/1'],
      ['DELETE', '/api/projects/1'],
      ['POST', '/api/projects/store_many'],
      ['POST', '/api/rfis/1/send'],
      ['POST', '/api/undo'],
      ['POST', '/api/uploads'],
    ] as const) {
      const { status, data } = await script.send(method, path, {})
      expect([path, status, data]).toEqual([path, 403, { message: 'This token may only read.' }])
    }
    expect((await script.get('/api/projects/1')).status).toBe(200)
  })

  test('do nothing about accounts, whoever has them', async () => {
    const { id, plain } = await made('admin')
    const script = program(world, plain)
    const me = as('admin').user.id
    for (const [method, path] of [
      ['GET', '/sanctum/csrf-cookie'],
      ['POST', '/login'],
      ['POST', '/logout'],
      ['POST', '/broadcasting/auth'],
      ['GET', '/api/access_tokens'],
      ['POST', '/api/access_tokens'],
      ['POST', '/api/access_tokens/add_integration'],
      ['DELETE', `/api/access_tokens/${id}`],
      ['GET', '/api/calendar_feeds'],
      ['POST', '/api/calendar_feeds/1/renew'],
      ['GET', '/api/push_devices'],
      ['GET', '/api/users/devices'],
      ['POST', '/api/users/sign_out_devices'],
      ['POST', '/api/users'],
      ['PATCH', `/api/users/${me}`],
      ['POST', `/api/users/${me}/sign_out`],
      ['POST', '/api/users/act_many'],
      ['DELETE', '/api/users/3'],
    ] as const) {
      const { status, headers } = await script.send(method, path, method === 'GET' ? undefined : {})
      expect([path, status, headers.getSetCookie()]).toEqual([path, 403, []])
    }
    expect((await script.get('/api/users')).status).toBe(200)
  })

  test('for one area reach nothing of others, also those of an administrator', async () => {
    const { plain } = await made('admin', ['timeEntries:read', 'customers:write'])
    const script = program(world, plain)
    expect((await script.get('/api/time_entries')).data.length).toBeGreaterThan(0)
    expect((await script.post('/api/customers', { name: 'Of one area' })).status).toBe(201)
    expect((await script.post('/api/time_entries', {})).status).toBe(403)
    for (const path of ['/api/projects', '/api/projects/1', '/api/rfis', '/api/users', '/api/company_settings'])
      expect([path, (await script.get(path)).status]).toEqual([path, 403])
    const found = (await script.get('/api/search?q=panel')).data
    expect(Object.keys(found.counts).filter((kind) => kind !== 'customer')).toEqual([])
    // What a job has is found by who may read it, without the job.
    const rfis = program(world, (await made('admin', ['rfis:read'])).plain)
    const idsIn = ({ data: all }: { data: readonly Made[] }) => all.map((one) => one.id)
    const theirs = idsIn(await rfis.get('/api/projects/1/rfis'))
    expect(theirs).toEqual(idsIn(await as('admin').get('/api/projects/1/rfis')))
    expect(theirs.length).toBeGreaterThan(0)
    expect((await rfis.get('/api/projects/1/attachments')).status).toBe(403)
    // Packages of a job have everything in them.
    const jobs = program(world, (await made('admin', ['projects:write'])).plain)
    expect((await jobs.get('/api/handovers')).status).toBe(403)
    for (const [path, of] of [
      ['/api/messages', 'messageable_type'],
      ['/api/attachments', 'attachable_type'],
    ] as const) {
      const { data } = await jobs.get(path)
      expect(
        data.filter((one: Record<string, unknown>) => !['projects', 'messages'].includes(String(one[of]))),
      ).toEqual([])
    }
  })

  test('never answer more than their owner is answered', async () => {
    const { catalog } = world.app.services
    const areas = [...new Set(catalog.entities.map((entity) => areaOf(entity)))]
    const lists = catalog.entities.flatMap((entity) =>
      [entity.endpoint, ...(entity.root ? [entity.root] : [])].flatMap((path) =>
        path.includes('{') ? [] : [{ entity, path: `/${path}` }],
      ),
    )
    const ability = fc.oneof(
      fc.constantFrom('read', 'write'),
      fc.tuple(fc.constantFrom(...areas), fc.constantFrom('read', 'write')).map((both) => both.join(':')),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...people),
        fc.uniqueArray(ability, { minLength: 1, maxLength: 4 }),
        async (person, abilities) => {
          const script = program(world, (await made(person, abilities)).plain)
          for (const { entity, path } of lists) {
            const own = await as(person).get(path)
            const { status, data } = await script.get(path)
            if (own.status !== 200 || !reaches(abilities, areaOf(entity), 'read')) {
              expect([path, abilities, status]).toEqual([path, abilities, 403])
              continue
            }
            if (status === 403) continue
            expect([path, status]).toEqual([path, 200])
            const byId = new Map<number, object>(own.data.map((one: Made) => [one.id, one]))
            for (const one of data) expect(byId.get(one.id)).toMatchObject(one)
          }
        },
      ),
      { numRuns: runs(20) },
    )
  })

  test('of a guest see what the guest sees', async () => {
    const script = program(world, (await made('customer')).plain)
    for (const path of ['/api/projects', '/api/rfis', '/api/users', '/api/customers', '/api/time_entries']) {
      const [own, theirs] = [await as('customer').get(path), await script.get(path)]
      expect([theirs.status, theirs.data]).toEqual([own.status, own.data])
    }
  })

  test('are their own people’s to name and end, and administrators’', async () => {
    const { id } = await made('manager', ['projects:read'])
    expect((await as('office').get(`/api/access_tokens/${id}`)).status).toBe(404)
    expect((await as('office').delete(`/api/access_tokens/${id}`)).status).toBe(404)
    const change = { name: 'Better', abilities: ['write'], expires_on: clock.day(300) }
    const { data } = await as('manager').patch(`/api/access_tokens/${id}`, change)
    expect(data).toMatchObject({ name: 'Better', abilities: ['projects:read'], expires_on: clock.day(30) })
    expect((await as('admin').get('/api/access_tokens')).data.map((one: Made) => one.id)).toContain(id)
    expect((await as('admin').delete(`/api/access_tokens/${id}`)).status).toBe(204)
  })

  describe('of an integration', () => {
    const draft = { name: 'Sage connector', role: 'office_staff', abilities: ['write'] }
    const add = (client: Client) =>
      client.post('/api/access_tokens/add_integration', { ...draft, expires_on: clock.day(90) })

    test('stay when people leave, act in its name, and end with it', async () => {
      const { status, data } = await add(as('admin'))
      expect([status, data.length]).toEqual([200, 1])
      const [{ plain, user_id, integration, user_name }] = data
      expect([integration, user_name]).toEqual([true, 'Sage connector'])
      const script = program(world, plain)
      const { data: customer } = await script.post('/api/customers', { name: 'From Sage' })
      expect((await as('admin').get(`/api/customers/${customer.id}/history`)).data[0].user_id).toBe(user_id)
      expect((await script.get('/api/user')).data).toMatchObject({ name: 'Sage connector', role: 'office_staff' })
      await as('admin').patch(`/api/users/${user_id}`, { permission_overrides: { customers: { create: false } } })
      expect((await script.post('/api/customers', { name: 'No more' })).status).toBe(403)
      await as('admin').delete(`/api/users/${user_id}`)
      expect((await script.get('/api/user')).status).toBe(401)
    })

    test('are made by administrators alone, and are nobody to sign in as or to choose', async () => {
      expect((await add(as('office'))).status).toBe(403)
      const [{ user_id }] = (await add(as('admin'))).data
      for (const change of [
        { has_access: true, email: 'sage@plumbline.test' },
        { schedulable: true },
        { track_time: true },
        { active: true },
      ])
        expect((await as('admin').patch(`/api/users/${user_id}`, change)).status).toBe(422)
      for (const step of ['invite', 'activate'])
        expect((await as('admin').post(`/api/users/${user_id}/${step}`)).status).toBe(422)
      expect((await as('manager').get(`/api/users/${user_id}`)).data).not.toHaveProperty('integration')
      const idsOf = async (status: string) =>
        (await as('admin').get(`/api/users?status=${status}`)).data.map((one: { id: number }) => one.id)
      expect(await idsOf('active')).not.toContain(user_id)
      expect(await idsOf('integration')).toContain(user_id)
      const forged = await as('admin').post('/api/users', {
        name: 'Not one',
        role: 'employee',
        has_access: false,
        integration: true,
      })
      expect(forged.data).toMatchObject({ integration: false })
      for (const bad of [
        { role: 'king' },
        { role: null },
        { expires_on: clock.day(-1) },
        { expires_on: 'never' },
        { name: '' },
      ])
        expect(
          (
            await as('admin').post('/api/access_tokens/add_integration', {
              ...draft,
              expires_on: clock.day(90),
              ...bad,
            })
          ).status,
        ).toBe(422)
    })
  })

  test('end where their owner is signed out everywhere', async () => {
    const { plain } = await made('foreman')
    expect((await program(world, plain).get('/api/user')).status).toBe(200)
    await as('admin').post(`/api/users/${as('foreman').user.id}/sign_out`)
    expect((await program(world, plain).get('/api/user')).status).toBe(401)
  })
})

describe.each(enginesOfTier)('limits of access tokens on $engine', ({ openSample }) => {
  test('are told with each answer, and shared by processes', async () => {
    const clock = createTestClock()
    const database = await openSample(clock)
    const [here, there] = [await createTestWorld({ database }), await createTestWorld({ database })]
    onTestFinished(() => here.close())
    const { plain } = await make(await here.signIn('manager@plumbline.test'), clock.day(1))
    const limits = async (world: World) => {
      const { status, headers } = await program(world, plain).get('/api/user')
      return [status, ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers.get(name))]
    }
    expect(await limits(here)).toEqual([200, '600', '599', null])
    expect((await program(here, plain).get('/api/rfis/999999')).headers.get('x-ratelimit-remaining')).toBe('598')
    for (let used = 2; used < TOKEN_REQUESTS.size; used++) await limits(here)
    expect(await limits(here)).toEqual([429, '600', '0', '60'])
    expect(await limits(there)).toEqual([200, '600', '599', null])
    await here.app.settleTime()
    await there.app.settleTime()
    expect(await limits(there)).toEqual([429, '600', '0', '60'])
    clock.pass({ seconds: 61 })
    expect(await limits(here)).toEqual([200, '600', '599', null])
  })

  test('refuse to look up guesses from one address', async () => {
    const world = await createTestWorld({ database: await openSample() })
    onTestFinished(() => world.close())
    const guess = async () => (await program(world, `1|plb_${'a'.repeat(40)}`).get('/api/user')).status
    const answers = []
    for (let at = 0; at < 101; at++) answers.push(await guess())
    expect([answers.slice(0, 100).every((status) => status === 401), answers.at(-1)]).toEqual([true, 429])
  })
})

test.runIf(!isBrief)('a token that is revoked in one process ends in the other at once', async () => {
  const url = await samplePostgresUrl()
  const open = () =>
    createTestWorld({ database: openPostgres(url, { max: 3 }), openRelay: openPostgresRelay(url, () => {}) })
  const [here, there] = [await open(), await open()]
  onTestFinished(async () => {
    await here.close()
    await there.close()
  })
  const admin = await here.signIn('admin@plumbline.test')
  const { id, plain } = await make(admin, here.clock.day(1))
  expect((await program(there, plain).get('/api/user')).status).toBe(200)
  await admin.delete(`/api/access_tokens/${id}`)
  await eventually(async () => expect((await program(there, plain).get('/api/user')).status).toBe(401))
})
