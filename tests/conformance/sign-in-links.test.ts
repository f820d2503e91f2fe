import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#server/mail/mailer.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const FOREMAN = 'foreman@plumbline.test'

describe.each(enginesOfTier)('signing in by mail on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let clock: TestClock
  let address = '203.0.113.7'
  let mails: Mail[]
  /** The answer does not wait for the mail; tests do. */
  let arrived: PromiseWithResolvers<Mail>
  beforeEach(async () => {
    clock = createTestClock()
    address = '203.0.113.7'
    mails = []
    arrived = Promise.withResolvers()
    const mailer = {
      async send(mail: Mail) {
        mails.push(mail)
        arrived.resolve(mail)
      },
    }
    world = await createTestWorld({ database: await openSample(clock), addressOf: () => address, mailer })
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  async function visitor() {
    const client = world.client()
    await client.get('/sanctum/csrf-cookie')
    return client
  }
  async function asked(email = FOREMAN, client?: Client) {
    const browser = client ?? (await visitor())
    arrived = Promise.withResolvers()
    expect((await browser.post('/login/link', { email })).status).toBe(204)
    const { text, subject } = await arrived.promise
    const [, token = ''] = /\/sign-in\?token=(\w+)/.exec(text) ?? []
    const [code = ''] = /\d{6}/.exec(subject) ?? []
    return { browser, token, code, text }
  }
  const form = (client: Client, fields: Record<string, string>) =>
    client.send('POST', '/sign-in', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const statusOf = async (client: Client) => (await client.get('/api/user')).status
  const wrong = { code: ['This code is not right, or its time is over.'] }

  test('a link shows a button, signs in once, and ends its code with it', async () => {
    const { browser, token, code, text } = await asked()
    expect(text).toContain(code)
    const other = world.client()
    // A mail program that looks at links uses nothing up.
    for (let times = 0; times < 2; times++) {
      const page = await other.get(`/sign-in?token=${token}`)
      expect([page.status, page.data]).toEqual([200, expect.stringContaining('Signing in as')])
    }
    expect(await statusOf(other)).toBe(401)
    expect((await form(other, { token })).status).toBe(303)
    expect((await other.get('/api/user')).data.email).toBe(FOREMAN)
    expect((await form(world.client(), { token })).status).toBe(410)
    expect((await browser.post('/login/code', { email: FOREMAN, code })).data.errors).toEqual(wrong)
  })

  test('a code signs in once, in the browser that asked alone, and ends its link with it', async () => {
    const { browser, token, code } = await asked()
    const elsewhere = await visitor()
    expect((await elsewhere.post('/login/code', { email: FOREMAN, code })).data.errors).toEqual(wrong)
    await asked('office@plumbline.test', elsewhere)
    expect((await elsewhere.post('/login/code', { email: FOREMAN, code })).data.errors).toEqual(wrong)
    const before = browser.cookies.get('plumbline_session')
    expect((await browser.post('/login/code', { email: ` ${FOREMAN.toUpperCase()}`, code })).status).toBe(204)
    expect(browser.cookies.get('plumbline_session')).not.toBe(before)
    expect((await browser.get('/api/user')).data.email).toBe(FOREMAN)
    expect((await form(world.client(), { token })).status).toBe(410)
    await browser.post('/logout')
    expect((await browser.post('/login/code', { email: FOREMAN, code })).data.errors).toEqual(wrong)
  })

  test('the browser that asked enters by what was mailed alone, not by what it knows', async () => {
    const { browser } = await asked()
    const device = browser.cookies.get('plumbline_device')
    expect(device).toBeTruthy()
    const known = [`${device} ${FOREMAN}`, `code: ${device} ${FOREMAN}`, `mailed code: ${device} ${FOREMAN}`]
    for (const token of known) {
      expect((await browser.get(`/sign-in?token=${encodeURIComponent(token)}`)).status).toBe(410)
      expect((await form(browser, { token })).status).toBe(410)
    }
    expect(await statusOf(browser)).toBe(401)
  })

  test('both are over after ten minutes, and after five wrong codes', async () => {
    const first = await asked()
    clock.pass({ minutes: 10, milliseconds: 1 })
    expect((await first.browser.post('/login/code', { email: FOREMAN, code: first.code })).status).toBe(422)
    expect((await world.client().get(`/sign-in?token=${first.token}`)).status).toBe(410)
    expect((await form(world.client(), { token: first.token })).status).toBe(410)
    clock.pass({ days: 1, minutes: 1 })
    const second = await asked()
    const guess = String((Number(second.code) + 1) % 1_000_000).padStart(6, '0')
    for (let times = 0; times < 5; times++)
      expect((await second.browser.post('/login/code', { email: FOREMAN, code: guess })).status).toBe(422)
    clock.pass({ minutes: 2 })
    expect((await second.browser.post('/login/code', { email: FOREMAN, code: second.code })).data.errors).toEqual(wrong)
  })

  test('wrong codes delay the next ones, whichever browser and address they come from', async () => {
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) {
      address = `198.51.100.${times}`
      const { status } = await (await visitor()).post('/login/code', { email: FOREMAN, code: '000000' })
      statuses.push(status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
  })

  test('an address without an account looks like any other, and is mailed nothing', async () => {
    const answers = []
    for (const email of [FOREMAN, 'nobody@plumbline.test', 'customer-of-nobody@x.example']) {
      const browser = await visitor()
      const link = await browser.post('/login/link', { email })
      const code = await browser.post('/login/code', { email, code: 'abc' })
      const names = [...link.headers.keys()].toSorted()
      answers.push([link.status, link.data, names, code.status, code.data])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await world.app.close()
    expect(mails.map(({ to }) => to)).toEqual([FOREMAN])
    world = await createTestWorld({ sample: false })
  })

  test('is not there for whoever may not sign in', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const { id } = (await world.signIn('employee@plumbline.test')).user
    const { token } = await asked('employee@plumbline.test')
    expect((await admin.patch(`/api/users/${id}`, { active: false })).status).toBe(200)
    expect((await form(world.client(), { token })).status).toBe(410)
    const browser = await visitor()
    expect((await browser.post('/login/link', { email: 'employee@plumbline.test' })).status).toBe(204)
    await asked(FOREMAN, browser)
    expect(mails.map(({ to }) => to)).toEqual(['employee@plumbline.test', FOREMAN])
  })

  test('mails to one address and from one address are limited', async () => {
    const ask = async (email: string) => (await (await visitor()).post('/login/link', { email })).status
    const to = []
    for (let times = 0; times < 6; times++) to.push(await ask('nobody@plumbline.test'))
    expect(to).toEqual([204, 204, 204, 204, 204, 429])
    const from = []
    for (let times = 0; times < 7; times++) from.push(await ask(`somebody${times}@x.example`))
    expect(from.slice(0, 4).every((status) => status === 204)).toBe(true)
    expect(from.at(-1)).toBe(429)
    address = 'another'
    expect(await ask('somebody9@x.example')).toBe(204)
    clock.pass({ minutes: 16 })
    expect(await ask('nobody@plumbline.test')).toBe(204)
  })

  test('neither link nor code is in the database', async () => {
    const { token, code } = await asked()
    const { rows } = await sql`select * from sign_in_steps`.execute(world.app.services.database.kysely)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|"${code}"`))
  })

  test('a page elsewhere cannot sign its visitor in', async () => {
    const { token } = await asked()
    const body = new URLSearchParams({ token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    expect((await world.client().send('POST', '/sign-in', body, headers)).status).toBe(403)
    expect((await world.client().post('/login/code', { email: FOREMAN, code: '123456' })).status).toBe(419)
  })
})

describe.each(enginesOfTier)('signing in by text message on $engine', ({ openSample }) => {
  test('reaches the one open account with that number, and no other', async () => {
    const clock = createTestClock()
    const database = await openSample(clock)
    const settings = { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', appUrl: 'http://plumbline.test' }
    const world = await createTestWorld({ database, settings: { ...settings, sms: 'https://a:b@sms.example/?From=1' } })
    const texts = async () =>
      (
        await sql<{ payload: string }>`select payload from jobs where kind = 'notification-text'`.execute(
          database.kysely,
        )
      ).rows
    const client = world.client()
    await client.get('/sanctum/csrf-cookie')
    const phone = async (id: number, digits: string) =>
      sql`update users set phone_number = ${digits} where id = ${id}`.execute(database.kysely)
    const foreman = await world.signIn(FOREMAN)
    const employee = await world.signIn('employee@plumbline.test')
    await phone(foreman.user.id, '15095550177')
    await phone(employee.user.id, '15095550188')
    await client.post('/login/link', { phone: '(509) 555-0177' })
    for (let turns = 0; (await texts()).length === 0 && turns < 500; turns++)
      await new Promise((done) => setImmediate(done))
    const [sent] = await texts()
    const { to, body } = JSON.parse(sent?.payload ?? '{}')
    expect(to).toBe('+15095550177')
    const [code = ''] = /\d{6}/.exec(body) ?? []
    expect((await client.post('/login/code', { phone: '509 555 0177', code })).status).toBe(204)
    expect((await client.get('/api/user')).data.email).toBe(FOREMAN)
    // Two with one number: nobody can say who is meant.
    await phone(employee.user.id, '15095550177')
    expect((await client.post('/login/link', { phone: '5095550177' })).status).toBe(204)
    expect((await client.post('/login/link', { phone: '5095550100' })).status).toBe(204)
    await world.close()
    expect(world.errors.filter((error) => !/sms|fetch/i.test(String(error)))).toEqual([])
  })
})
