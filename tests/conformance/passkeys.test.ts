import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator, type Wrong } from '../authenticator.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

const FOREMAN = 'foreman@plumbline.test'
const here = { origin: BASE, rpId: 'plumbline.test' }

describe.each(enginesOfTier)('passkeys on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let clock: TestClock
  beforeEach(async () => {
    clock = createTestClock()
    world = await createTestWorld({ database: await openSample(clock) })
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  async function add(client: Client, authenticator = createAuthenticator(here), wrong: Wrong = {}, name = 'Office') {
    const { data: options } = await client.post('/user/passkeys/options')
    const made = authenticator.make(options, wrong)
    return { authenticator, options, made, answer: await client.post('/user/passkeys', { ...made, name }) }
  }
  async function visitor() {
    const client = world.client()
    await client.get('/sanctum/csrf-cookie')
    return client
  }
  async function enter(authenticator: ReturnType<typeof createAuthenticator>, wrong: Wrong = {}, client?: Client) {
    const browser = client ?? (await visitor())
    const { data: options } = await browser.post('/passkeys/options')
    const sent = authenticator.use(options, wrong)
    return { browser, sent, answer: await browser.post('/passkeys/login', sent) }
  }
  const methods = async (client: Client) => (await client.get('/user/sign-in-methods')).data

  test('are added, named, told, used and removed', async () => {
    const person = await world.signIn(FOREMAN)
    expect((await person.get('/api/user')).data.has_passkey).toBe(false)
    const { authenticator, options, answer } = await add(person)
    expect(options).toMatchObject({
      rp: { id: 'plumbline.test', name: 'Three Rivers Electric' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect([answer.status, answer.data.name]).toEqual([201, 'Office'])
    expect((await person.get('/api/user')).data.has_passkey).toBe(true)
    const before = person.cookies.get('plumbline_session')
    const { browser, answer: entered } = await enter(authenticator)
    expect(entered.status).toBe(204)
    expect((await browser.get('/api/user')).data.email).toBe(FOREMAN)
    expect([browser.cookies.get('plumbline_session') === before, before?.length]).toEqual([false, 64])
    const { id } = answer.data
    expect((await person.patch(`/user/passkeys/${id}`, { name: 'Laptop' })).status).toBe(204)
    expect((await person.patch(`/user/passkeys/${id}`, { name: ' ' })).status).toBe(422)
    expect(await methods(person)).toMatchObject({
      passkeys: [{ id, name: 'Laptop', used_at: clock.now().toISOString() }],
      lately: [
        { event: 'signed in by a passkey' },
        { event: 'passkey added', detail: 'Office' },
        { event: 'signed in' },
      ],
    })
    expect((await person.delete(`/user/passkeys/${id}`)).status).toBe(204)
    expect((await enter(authenticator)).answer.status).toBe(422)
    expect((await person.get('/api/user')).data.has_passkey).toBe(false)
  })

  test.each<[string, Wrong]>([
    ['another origin', { origin: 'https://plumbline.example' }],
    ['another port', { origin: 'http://plumbline.test:8080' }],
    ['another site', { rpId: 'plumbline.example' }],
    ['a challenge that nobody was given', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody asked for a finger or a PIN', { verified: false }],
  ])('with %s neither are added nor sign in', async (_, wrong) => {
    const person = await world.signIn(FOREMAN)
    expect((await add(person, createAuthenticator(here), wrong)).answer.status).toBe(422)
    expect((await methods(person)).passkeys).toEqual([])
    const { authenticator } = await add(person)
    expect((await enter(authenticator, wrong)).answer.status).toBe(422)
    expect((await enter(authenticator)).answer.status).toBe(204)
  })

  test('a counter that does not grow is that of a copy', async () => {
    const { authenticator } = await add(await world.signIn(FOREMAN), undefined, { counter: 5 })
    expect((await enter(authenticator, { counter: 5 })).answer.status).toBe(422)
    expect((await enter(authenticator, { counter: 0 })).answer.status).toBe(422)
    expect((await enter(authenticator, { counter: 6 })).answer.status).toBe(204)
    const phone = createAuthenticator(here)
    await add(await world.signIn('office@plumbline.test'), phone, { counter: 0 })
    for (let times = 0; times < 2; times++) expect((await enter(phone, { counter: 0 })).answer.status).toBe(204)
  })

  test('an answer counts once, within five minutes, and for the browser that asked', async () => {
    const person = await world.signIn(FOREMAN)
    const { authenticator, made } = await add(person)
    expect((await person.post('/user/passkeys', made)).status).toBe(422)
    const { sent, browser } = await enter(authenticator)
    await browser.post('/logout')
    expect((await browser.post('/passkeys/login', sent)).status).toBe(422)
    const [asker, thief] = [await visitor(), await visitor()]
    const options = (await asker.post('/passkeys/options')).data
    expect((await thief.post('/passkeys/login', authenticator.use(options))).status).toBe(422)
    const late = (await asker.post('/passkeys/options')).data
    clock.pass({ minutes: 5, milliseconds: 1 })
    expect((await asker.post('/passkeys/login', authenticator.use(late))).status).toBe(422)
    // What was asked for to sign in adds none.
    const other = (await person.post('/passkeys/options')).data
    expect((await person.post('/user/passkeys', createAuthenticator(here).make(other))).status).toBe(422)
  })

  test('one is of one account, which alone renames and removes it', async () => {
    const [foreman, office] = [await world.signIn(FOREMAN), await world.signIn('office@plumbline.test')]
    const { authenticator, answer } = await add(foreman)
    expect((await add(office, authenticator)).answer.status).toBe(422)
    const { id } = answer.data
    expect((await office.patch(`/user/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await office.delete(`/user/passkeys/${id}`)).status).toBe(404)
    expect((await methods(foreman)).passkeys).toHaveLength(1)
    expect((await methods(office)).passkeys).toEqual([])
  })

  test('of a closed account do not sign in', async () => {
    const employee = await world.signIn('employee@plumbline.test')
    const { authenticator } = await add(employee)
    const admin = await world.signIn('admin@plumbline.test')
    await admin.patch(`/api/users/${employee.user.id}`, { active: false })
    expect((await enter(authenticator)).answer.data.errors).toEqual({
      email: ['Your account is not active. Contact your office.'],
    })
  })

  test('anything at all in place of an answer is refused', async () => {
    const person = await world.signIn(FOREMAN)
    const { authenticator } = await add(person)
    const { id } = authenticator
    for (const sent of [
      {},
      { id },
      { id, response: {} },
      { id, response: { clientDataJSON: 'x', signature: 4 } },
      { id: 4 },
    ]) {
      expect((await (await visitor()).post('/passkeys/login', sent)).status).toBe(422)
      expect((await person.post('/user/passkeys', sent)).status).toBe(422)
      expect((await person.post('/user/confirm-passkey', sent)).status).toBeOneOf([422, 429])
    }
  })

  test('are offered where the public address is known, and so are links where mails are sent', async () => {
    const { features } = (await world.client().get('/api/app')).data
    expect(features).toEqual(expect.arrayContaining(['sign_in', 'sign_in_links', 'passkeys']))
    const bare = await createTestWorld({
      database: await openSample(clock),
      mailer: { undelivered: true, send: async () => {} },
      settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline' },
    })
    const told = (await bare.client().get('/api/app')).data.features
    expect(['sign_in', 'sign_in_links', 'passkeys'].filter((name) => told.includes(name))).toEqual(['sign_in'])
    await bare.close()
  })

  test('a token does nothing about how its owner signs in', async () => {
    const person = await world.signIn('admin@plumbline.test')
    const { data } = await person.post('/api/access_tokens', { name: 'All', abilities: ['write'], expires_on: day() })
    const headers = { authorization: `Bearer ${data.plain}` }
    for (const [method, path] of [
      ['GET', '/user/sign-in-methods'],
      ['POST', '/user/passkeys/options'],
      ['POST', '/user/two-factor-authentication'],
      ['POST', '/user/confirm-password'],
      ['POST', '/passkeys/options'],
    ] as const)
      expect((await world.client().send(method, path, method === 'GET' ? undefined : {}, headers)).status).toBe(403)
    const [company] = (await person.get('/api/company_settings')).data
    const rules = { sign_in_rules: ['foreman'] }
    expect((await world.client().send('PATCH', `/api/company_settings/${company.id}`, rules, headers)).status).toBe(403)
  })
  const day = () => new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
})
