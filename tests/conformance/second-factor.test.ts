import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#server/mail/mailer.ts'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, PASSWORD, type Client } from '../harness.ts'

const FOREMAN = 'foreman@plumbline.test'

describe.each(enginesOfTier)('an authenticator app on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let clock: TestClock
  let arrived: PromiseWithResolvers<Mail>
  const mails: Mail[] = []
  beforeEach(async () => {
    clock = createTestClock()
    mails.splice(0)
    arrived = Promise.withResolvers()
    const mailer = {
      async send(mail: Mail) {
        mails.push(mail)
        if (/is your code/.test(mail.subject)) arrived.resolve(mail)
      },
    }
    world = await createTestWorld({ database: await openSample(clock), mailer })
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const codeOf = (secret: string, ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + ahead * 30_000 })
  /** Turns it on for somebody, and waits for the next code. */
  async function turnOn(client: Client) {
    const { data } = await client.post('/user/two-factor-authentication')
    const secret: string = data.secret
    const confirmed = await client.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    expect(confirmed.status).toBe(200)
    clock.pass({ seconds: 30 })
    const codes: string[] = confirmed.data.recovery_codes
    return { secret, codes, url: String(data.url) }
  }
  const asked = async (email = FOREMAN) => {
    const client = world.client()
    const answer = await client.signIn(email)
    expect([answer.status, answer.data]).toEqual([200, { two_factor: true }])
    return client
  }
  const answer = (client: Client, body: object) => client.post('/two-factor-challenge', body)
  const isIn = async (client: Client) => (await client.get('/api/user')).status === 200
  const methods = async (client: Client) => (await client.get('/user/sign-in-methods')).data

  test('is asked for after the password, once it was turned on with a code', async () => {
    const person = await world.signIn(FOREMAN)
    expect((await person.post('/user/two-factor-authentication')).data.url).toMatch(
      /^otpauth:\/\/totp\/Three%20Rivers%20Electric:foreman%40plumbline\.test\?issuer=Three%20Rivers%20Electric&secret=[A-Z2-7]{32}&/,
    )
    // Begun, it is asked of nobody.
    expect((await world.client().signIn(FOREMAN)).status).toBe(204)
    expect((await person.post('/user/confirmed-two-factor-authentication', { code: '000000' })).status).toBe(422)
    const { secret, codes } = await turnOn(person)
    expect([codes.length, new Set(codes).size, codes[0]]).toEqual([
      10,
      10,
      expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/),
    ])
    expect((await person.post('/user/two-factor-authentication')).status).toBe(409)
    const client = await asked()
    expect(await isIn(client)).toBe(false)
    const before = client.cookies.get('plumbline_session')
    expect((await answer(client, { code: codeOf(secret) })).status).toBe(204)
    expect([await isIn(client), client.cookies.get('plumbline_session') === before]).toEqual([true, false])
    expect((await methods(client)).authenticator).toMatchObject({ codes_left: 10 })
  })

  test('takes a code of one step before or after, and none twice', async () => {
    const { secret } = await turnOn(await world.signIn(FOREMAN))
    clock.pass({ minutes: 5 })
    const status = async (code: string) => (await answer(await asked(), { code })).status
    expect(await status(codeOf(secret, -2))).toBe(422)
    expect(await status(codeOf(secret, 2))).toBe(422)
    const code = codeOf(secret, -1)
    expect(await status(code)).toBe(204)
    expect(await status(code)).toBe(422)
    expect(await status(codeOf(secret, 1))).toBe(204)
    // One that is older than the last one is used, too.
    expect(await status(codeOf(secret))).toBe(422)
  })

  test('gives a pending sign-in ten minutes, in the browser that began it, for five tries', async () => {
    const { secret } = await turnOn(await world.signIn(FOREMAN))
    const over = { code: ['The time to enter a code is over. Sign in again.'] }
    const stranger = world.client()
    await stranger.get('/sanctum/csrf-cookie')
    expect((await answer(stranger, { code: codeOf(secret) })).data.errors).toEqual(over)
    const late = await asked()
    clock.pass({ minutes: 10, milliseconds: 1 })
    expect((await answer(late, { code: codeOf(secret) })).data.errors).toEqual(over)
    const wrong = await asked()
    for (let times = 0; times < 5; times++) expect((await answer(wrong, { code: 'x' })).status).toBe(422)
    clock.pass({ minutes: 2 })
    expect((await answer(wrong, { code: codeOf(secret) })).data.errors).toEqual(over)
  })

  test('delays guesses per account, over all sign-ins', async () => {
    const { secret } = await turnOn(await world.signIn(FOREMAN))
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push((await answer(await asked(), { code: '1' })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    clock.pass({ minutes: 1, milliseconds: 1 })
    expect((await answer(await asked(), { code: codeOf(secret) })).status).toBe(204)
  })

  test('a planted session does not see the second step', async () => {
    await turnOn(await world.signIn(FOREMAN))
    const client = world.client()
    await client.get('/sanctum/csrf-cookie')
    const planted = client.cookies.get('plumbline_session')
    await client.post('/login', { email: FOREMAN, password: PASSWORD })
    expect(client.cookies.get('plumbline_session')).not.toBe(planted)
  })

  test('each recovery code works once, however it is typed, and new ones end the old', async () => {
    const person = await world.signIn(FOREMAN)
    const { codes } = await turnOn(person)
    const [first = '', second = '', third = ''] = codes
    const enter = async (recovery_code: string) => (await answer(await asked(), { recovery_code })).status
    expect(await enter(first.toUpperCase().replace('-', ' '))).toBe(204)
    expect(await enter(first)).toBe(422)
    expect((await methods(person)).authenticator.codes_left).toBe(9)
    const [one, two] = [await asked(), await asked()]
    const both = await Promise.all([one, two].map((client) => answer(client, { recovery_code: second })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 422])
    const { data } = await person.post('/user/two-factor-recovery-codes')
    expect(data.recovery_codes).toHaveLength(10)
    expect(await enter(third)).toBe(422)
    expect(await enter(data.recovery_codes[0])).toBe(204)
    expect((await person.get('/user/two-factor-recovery-codes')).data).toEqual({ codes_left: 9 })
  })

  test('is asked for after a mailed link and a mailed code', async () => {
    const { secret, codes } = await turnOn(await world.signIn(FOREMAN))
    const mailed = async (client: Client) => {
      await client.get('/sanctum/csrf-cookie')
      arrived = Promise.withResolvers()
      await client.post('/login/link', { email: FOREMAN })
      const { subject, text } = await arrived.promise
      return { code: /\d{6}/.exec(subject)?.[0] ?? '', token: /token=(\w+)/.exec(text)?.[1] ?? '' }
    }
    const client = world.client()
    const byCode = await client.post('/login/code', { email: FOREMAN, code: (await mailed(client)).code })
    expect([byCode.status, byCode.data, await isIn(client)]).toEqual([200, { two_factor: true }, false])
    expect((await answer(client, { code: codeOf(secret) })).status).toBe(204)
    const { token } = await mailed(world.client())
    const visitor = world.client()
    const page = await visitor.get(`/sign-in?token=${token}`)
    expect(page.data).toContain('Code of your authenticator app')
    const form = (fields: Record<string, string>) =>
      visitor.send('POST', '/sign-in', new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    expect([(await form({ token })).status, await isIn(visitor)]).toEqual([422, false])
    expect((await form({ token, code: '123456' })).status).toBe(422)
    expect((await form({ token, code: codes[0] ?? '' })).status).toBe(303)
    expect(await isIn(visitor)).toBe(true)
  })

  test('a mailed link for a new password, or an invitation, does not go around it', async () => {
    const [admin, person] = [await world.signIn('admin@plumbline.test'), await world.signIn(FOREMAN)]
    const { secret } = await turnOn(person)
    const form = (client: Client, path: string, fields: Record<string, string>) =>
      client.send('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    const tokenIn = async (action: string) => {
      mails.splice(0)
      expect((await admin.post(`/api/users/${person.user.id}/${action}`)).status).toBe(200)
      await world.app.jobs.drain()
      return /token=(\w+)/.exec(mails.find(({ to }) => to === FOREMAN)?.text ?? '')?.[1] ?? ''
    }
    const visitor = world.client()
    const password = 'hard to guess'
    const token = await tokenIn('reset_password')
    const saved = await form(visitor, '/reset-password', { token, password, password_confirmation: password })
    expect([saved.status, saved.data, await isIn(visitor)]).toEqual([
      200,
      expect.stringContaining('You are asked for the code of your authenticator app, too.'),
      false,
    ])
    // Those who were signed in are not any more, and it is told.
    expect(await isIn(person)).toBe(false)
    expect((await visitor.signIn(FOREMAN, password)).data).toEqual({ two_factor: true })
    expect((await answer(visitor, { code: codeOf(secret) })).status).toBe(204)
    expect((await methods(visitor)).lately).toContainEqual(expect.objectContaining({ event: 'password reset' }))
    const invited = world.client()
    expect((await form(invited, '/invite', { token: await tokenIn('invite') })).status).toBe(200)
    expect(await isIn(invited)).toBe(false)
  })

  test('stays on after a reset of the password, and is turned off by its owner', async () => {
    const [admin, person] = [await world.signIn('admin@plumbline.test'), await world.signIn(FOREMAN)]
    await turnOn(person)
    const set = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    expect((await admin.patch(`/api/users/${person.user.id}`, set)).status).toBe(200)
    const client = world.client()
    expect((await client.signIn(FOREMAN, set.password)).data).toEqual({ two_factor: true })
    const [back] = [await world.signIn('office@plumbline.test')]
    expect((await back.delete('/user/two-factor-authentication')).status).toBe(404)
    const own = await world.signIn('employee@plumbline.test')
    await turnOn(own)
    expect((await own.delete('/user/two-factor-authentication')).status).toBe(204)
    expect((await world.client().signIn('employee@plumbline.test')).status).toBe(204)
  })

  test('an administrator turns it off for a person, who is told', async () => {
    const [admin, person] = [await world.signIn('admin@plumbline.test'), await world.signIn(FOREMAN)]
    const path = `/api/users/${person.user.id}/turn_off_authenticator`
    expect((await admin.post(path)).status).toBe(200)
    expect(mails).toEqual([])
    await turnOn(person)
    for (const other of ['office', 'manager', 'employee'])
      expect((await (await world.signIn(`${other}@plumbline.test`)).post(path)).status).toBe(403)
    expect((await admin.post(path)).status).toBe(200)
    expect((await world.client().signIn(FOREMAN)).status).toBe(204)
    await world.app.jobs.drain()
    expect(mails.find(({ to, subject }) => to === FOREMAN && /turned off/.test(subject))?.text).toContain('Dana Mercer')
    const { data: history } = await admin.get(`/api/users/${person.user.id}/history`)
    expect(history[0]).toMatchObject({ action: 'turn_off_authenticator', user_id: admin.user.id })
    expect((await methods(person)).lately).toContainEqual(
      expect.objectContaining({ event: 'authenticator app turned off', detail: 'by Dana Mercer' }),
    )
  })

  test('neither secret nor recovery codes can be read in the database', async () => {
    const { secret, codes } = await turnOn(await world.signIn(FOREMAN))
    const { rows } = await sql`select * from second_factors`.execute(world.app.services.database.kysely)
    const text = JSON.stringify(rows).toLowerCase()
    expect(rows).toHaveLength(1)
    for (const word of [secret, Secret.fromBase32(secret).hex, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(text).not.toContain(word.toLowerCase())
    // A row that was copied to another account opens nothing there.
    await sql`insert into second_factors select 1, secret, confirmed_at, last_step, codes from second_factors`.execute(
      world.app.services.database.kysely,
    )
    world.app.accounts.forgetAll()
    const client = world.client()
    await client.signIn('admin@plumbline.test')
    expect((await answer(client, { recovery_code: codes[0] ?? '' })).status).toBe(422)
    expect((await answer(client, { code: codeOf(secret) })).status).not.toBe(204)
    world.errors.splice(0)
  })
})
