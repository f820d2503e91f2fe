import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#server/mail/mailer.ts'
import { createAuthenticator } from '../authenticator.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, PASSWORD, type Client } from '../harness.ts'

const FOREMAN = 'foreman@plumbline.test'
const here = { origin: BASE, rpId: 'plumbline.test' }

describe.each(enginesOfTier)('on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let clock: TestClock
  let arrived: PromiseWithResolvers<Mail>
  let mails: Mail[]
  beforeEach(async () => {
    clock = createTestClock()
    mails = []
    arrived = Promise.withResolvers()
    const mailer = {
      async send(mail: Mail) {
        mails.push(mail)
        if (/is your code/.test(mail.subject)) arrived.resolve(mail)
      },
    }
    world = await createTestWorld({ database: await openSample(clock), mailer, addressOf: () => '203.0.113.7' })
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const late = () => clock.pass({ minutes: 15, milliseconds: 1 })
  const day = () => new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const methods = async (client: Client) => (await client.get('/user/sign-in-methods')).data
  async function addPasskey(client: Client) {
    const authenticator = createAuthenticator(here)
    const { data } = await client.post('/user/passkeys/options')
    expect((await client.post('/user/passkeys', { ...authenticator.make(data), name: 'Office' })).status).toBe(201)
    return authenticator
  }

  test('what could give an account away is refused a quarter of an hour after it was shown who asks, and goes on after', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const { id } = (await world.signIn(FOREMAN)).user
    const [company] = (await admin.get('/api/company_settings')).data
    const integration = { name: 'Sage', role: 'office_staff', abilities: ['read'], expires_on: day() }
    const token = { name: 'Sheet', abilities: ['read'], expires_on: day() }
    const [feed] = (await admin.get('/api/calendar_feeds')).data
    const set = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    const dangerous: [string, string, object?][] = [
      ['POST', '/api/access_tokens', token],
      ['POST', '/api/access_tokens/add_integration', integration],
      ['POST', `/api/calendar_feeds/${feed.id}/renew`],
      ['POST', '/api/webhooks', { name: 'Sage', url: 'https://sage.example/in', events: ['*'], role: 'office_staff' }],
      ['POST', '/user/passkeys/options'],
      ['POST', '/user/passkeys', {}],
      ['DELETE', '/user/passkeys/1'],
      ['POST', '/user/two-factor-authentication'],
      ['POST', '/user/confirmed-two-factor-authentication', { code: '1' }],
      ['DELETE', '/user/two-factor-authentication'],
      ['POST', '/user/two-factor-recovery-codes'],
      ['PATCH', `/api/users/${admin.user.id}`, set],
      ['PATCH', `/api/users/${admin.user.id}`, { email: 'other@plumbline.test' }],
      ['PATCH', `/api/users/${id}`, set],
      ['PATCH', `/api/users/${id}`, { email: 'other@plumbline.test' }],
      ['PATCH', `/api/users/${id}`, { role: 'admin' }],
      ['PATCH', `/api/users/${id}`, { permission_overrides: { users: { edit: true } } }],
      ['POST', '/api/users/sign_out_devices'],
      ['POST', `/api/users/${id}/sign_out`],
      ['POST', `/api/users/${id}/turn_off_authenticator`],
      ['PATCH', `/api/company_settings/${company.id}`, { sign_in_rules: ['foreman'] }],
    ]
    const harmless: [string, string, object?][] = [
      ['PATCH', `/api/users/${id}`, { phone_number: '5095550111', email: FOREMAN }],
      ['PATCH', `/api/company_settings/${company.id}`, { payday: 7, sign_in_rules: [] }],
      ['GET', '/user/sign-in-methods'],
      ['POST', '/api/customers', { name: 'Harmless' }],
    ]
    late()
    for (const [method, path, body] of dangerous) {
      const { status, data } = await admin.send(method, path, body ?? {})
      expect([method, path, status, data]).toEqual([method, path, 423, { message: 'Confirm that it is you.' }])
    }
    for (const [method, path, body] of harmless) expect((await admin.send(method, path, body)).status).toBeLessThan(300)
    expect((await admin.post('/user/confirm-password', { password: PASSWORD })).status).toBe(201)
    for (const [method, path, body] of dangerous)
      expect([path, (await admin.send(method, path, body ?? {})).status]).not.toEqual([path, 423])
    late()
    expect((await admin.post('/api/access_tokens', { ...token, name: 'Again' })).status).toBe(423)
  })

  test('the same request is repeated under its key', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    late()
    const key = { 'idempotency-key': 'the same' }
    const send = () => admin.patch(`/api/users/${admin.user.id}`, { email: 'dana@plumbline.test' }, key)
    expect((await send()).status).toBe(423)
    await admin.post('/user/confirm-password', { password: PASSWORD })
    expect((await send()).status).toBe(200)
  })

  test('a wrong password confirms nothing, and five of them end the tries', async () => {
    const person = await world.signIn(FOREMAN)
    late()
    const wrong = []
    for (let times = 0; times < 6; times++)
      wrong.push((await person.post('/user/confirm-password', { password: 'wrong' })).status)
    expect(wrong).toEqual([422, 422, 422, 422, 422, 429])
    expect((await person.post('/user/two-factor-authentication')).status).toBe(423)
    expect((await methods(person)).lately[0]).toMatchObject({ event: 'wrong password', times: 5 })
  })

  test('a passkey confirms, that of its person alone', async () => {
    const [person, other] = [await world.signIn(FOREMAN), await world.signIn('office@plumbline.test')]
    const [own, others] = [await addPasskey(person), await addPasskey(other)]
    late()
    const confirm = async (authenticator: typeof own) => {
      const { data } = await person.post('/passkeys/options')
      return (await person.post('/user/confirm-passkey', authenticator.use(data))).status
    }
    expect(await confirm(others)).toBe(422)
    expect((await person.post('/user/two-factor-authentication')).status).toBe(423)
    expect(await confirm(own)).toBe(201)
    expect((await person.post('/user/two-factor-authentication')).status).toBe(200)
  })

  test('who has neither is mailed a code, which works once, for ten minutes, in that session', async () => {
    const person = await world.signIn(FOREMAN)
    const second = await world.signIn(FOREMAN)
    late()
    const send = async () => {
      arrived = Promise.withResolvers()
      expect((await person.post('/user/confirm-code/send')).status).toBe(204)
      const { subject, to } = await arrived.promise
      expect(to).toBe(FOREMAN)
      return /\d{6}/.exec(subject)?.[0] ?? ''
    }
    const confirm = async (client: Client, code: string) => (await client.post('/user/confirm-code', { code })).status
    const first = await send()
    expect(await confirm(second, first)).toBe(422)
    clock.pass({ minutes: 10, milliseconds: 1 })
    expect(await confirm(person, first)).toBe(422)
    const code = await send()
    expect(await confirm(person, code)).toBe(201)
    expect(await confirm(person, code)).toBe(422)
    expect((await person.post('/user/two-factor-authentication')).status).toBe(200)
    expect((await second.post('/user/two-factor-authentication')).status).toBe(423)
  })

  test('a session of before, of which nothing is known, has shown nothing', async () => {
    const person = await world.signIn(FOREMAN)
    await sql`update sessions set confirmed_at = null`.execute(world.app.services.database.kysely)
    expect((await person.post('/user/two-factor-authentication')).status).toBe(423)
    expect((await person.get('/api/user')).status).toBe(200)
  })

  test('a role that must have more than a password is answered nothing else until it has', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const [company] = (await admin.get('/api/company_settings')).data
    const holders = ['admin', 'project_manager', 'office_staff', 'foreman', 'employee', 'customer', 'contact']
    const names = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact']
    const people = await Promise.all(names.map((name) => world.signIn(`${name}@plumbline.test`)))
    expect((await admin.patch(`/api/company_settings/${company.id}`, { sign_in_rules: ['nobody'] })).status).toBe(422)
    expect((await admin.patch(`/api/company_settings/${company.id}`, { sign_in_rules: holders })).status).toBe(200)
    for (const [at, person] of people.entries()) {
      const { data: me } = await person.get('/api/user')
      expect([names[at], me.must_add]).toEqual([names[at], true])
      for (const path of [
        '/api/projects',
        '/api/users',
        `/api/users/${me.id}`,
        '/api/search?q=a',
        '/api/company_settings',
      ])
        expect([names[at], path, (await person.get(path)).status]).toEqual([names[at], path, 403])
      expect((await person.post('/api/undo', { change_id: 'x' })).status).toBe(403)
      const joining = { socket_id: '1.1', channel_name: `private-projects.${me.id}` }
      expect((await person.post('/broadcasting/auth', joining)).status).toBe(403)
      expect((await person.get('/user/sign-in-methods')).status).toBe(200)
    }
    const [boss, manager] = people
    if (!boss || !manager) throw new Error('Nobody is there.')
    await addPasskey(manager)
    expect((await manager.get('/api/user')).data.must_add).toBeUndefined()
    expect((await manager.get('/api/projects')).status).toBe(200)
    // Whoever removes the last one is asked again.
    const [{ id }] = (await methods(manager)).passkeys
    await manager.delete(`/user/passkeys/${id}`)
    expect((await manager.get('/api/projects')).status).toBe(403)
    await addPasskey(boss)
    expect((await boss.patch(`/api/company_settings/${company.id}`, { sign_in_rules: [] })).status).toBe(200)
    expect((await manager.get('/api/projects')).status).toBe(200)
    // Rules are for administrators to read.
    expect((await manager.get('/api/company_settings')).data[0]).not.toHaveProperty('sign_in_rules')
  })

  test('a token works on whatever its owner must add', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const { data } = await admin.post('/api/access_tokens', { name: 'Sheet', abilities: ['read'], expires_on: day() })
    const [company] = (await admin.get('/api/company_settings')).data
    await admin.patch(`/api/company_settings/${company.id}`, { sign_in_rules: ['admin'] })
    const answer = await world.client().get('/api/projects', { authorization: `Bearer ${data.plain}` })
    expect(answer.status).toBe(200)
  })

  test('a browser that was not used before is told by mail, but for the first one and an invitation', async () => {
    const told = async () => {
      await world.app.jobs.drain()
      return mails.splice(0).filter(({ subject }) => /new sign-in/.test(subject))
    }
    const admin = await world.signIn('admin@plumbline.test')
    await told()
    const invited = { name: 'Ina Invited', email: 'ina@plumbline.test', role: 'employee' }
    const { data: person } = await admin.post('/api/users', invited)
    await admin.post(`/api/users/${person.id}/invite`)
    const token = /token=(\w+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const first = world.client()
    expect((await first.send('POST', '/invite', new URLSearchParams({ token }).toString(), form)).status).toBe(303)
    const set = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    await first.patch(`/api/users/${person.id}`, set)
    expect(await told()).toEqual([])
    await first.post('/logout')
    expect((await first.signIn(invited.email, set.password)).status).toBe(204)
    expect(await told()).toEqual([])
    const second = world.client()
    await second.get('/sanctum/csrf-cookie')
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
      'x-xsrf-token': decodeURIComponent(second.cookies.get('XSRF-TOKEN') ?? ''),
    }
    await second.send('POST', '/login', { email: invited.email, password: set.password }, headers)
    const [mail, ...others] = await told()
    expect([mail?.to, others]).toEqual([invited.email, []])
    expect(mail?.text).toMatch(/Browser: Chrome on Windows\nNetwork address: 203\.0\.113\.7/)
    expect(mail?.text).toMatch(/When: \w+ \d+, \d{4}, [\d:]+\s[AP]M \(America\/Los Angeles\)/)
  })

  test('lately has the last ten things, wrong passwords of an hour together', async () => {
    const person = await world.signIn(FOREMAN)
    for (let times = 0; times < 3; times++) await world.client().signIn(FOREMAN, 'wrong')
    clock.pass({ seconds: 1 })
    await person.post('/api/access_tokens', { name: 'Sheet', abilities: ['read'], expires_on: day() })
    clock.pass({ seconds: 1 })
    const set = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    await person.patch(`/api/users/${person.user.id}`, set)
    expect(await methods(person)).toMatchObject({
      password: { changed_at: clock.now().toISOString() },
      lately: [
        { event: 'password changed', times: 1 },
        { event: 'access token made', detail: 'Sheet' },
        { event: 'wrong password', times: 3, address: '203.0.113.7' },
        { event: 'signed in', browser: null, address: '203.0.113.7' },
      ],
    })
    clock.pass({ hours: 2 })
    await world.client().signIn(FOREMAN, 'wrong')
    for (let times = 0; times < 12; times++) await world.client().signIn(FOREMAN, set.password)
    expect((await methods(person)).lately).toHaveLength(10)
    const other = await world.signIn('office@plumbline.test')
    expect((await methods(other)).lately).toHaveLength(1)
    const rows = await sql<{
      n: unknown
    }>`select count(*) as n from security_events where event = 'wrong password'`.execute(
      world.app.services.database.kysely,
    )
    expect(Number(rows.rows[0]?.n)).toBe(2)
  })
})
