import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

describe.each(enginesOfTier)('mailed links on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
  })
  beforeEach(() => void world.mails.splice(0))
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  let mailbox = 0
  async function hire() {
    const email = `invited${++mailbox}@plumbline.test`
    const { status, data } = await admin.post('/api/users', { name: 'Ina Invited', email, role: 'employee' })
    expect(status).toBe(201)
    return data as { id: number; email: string }
  }
  const form = (client: Client, path: string, fields: Record<string, string>) =>
    client.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  function mailedTo(email: string) {
    const mail = world.mails.findLast(({ to }) => to === email)
    const [, path = '', token = ''] =
      /(\/\S+)\?token=(\w+)/.exec(mail?.text.replace('http://plumbline.test', '') ?? '') ?? []
    return { path, token, mail }
  }

  test('an invitation signs in once, and asks for a password', async () => {
    const person = await hire()
    expect((await admin.post(`/api/users/${person.id}/invite`)).status).toBe(200)
    const { path, token, mail } = mailedTo(person.email)
    expect(mail?.subject).toBe('Three Rivers Electric invites you to Plumbline')
    const visitor = world.client()
    // A mail program that prefetches the link does not use it up.
    expect((await visitor.get(`${path}?token=${token}`)).status).toBe(200)
    expect((await visitor.get('/api/user')).status).toBe(401)
    const entered = await form(visitor, path, { token })
    expect(entered.status).toBe(303)
    expect((await visitor.get('/api/user')).data).toMatchObject({ id: person.id, has_password: false })
    // Whoever came by an invitation is not among those who never signed in.
    expect((await admin.get(`/api/users/${person.id}`)).data.last_login_at).toBe(clock.now().toISOString())
    expect((await form(world.client(), path, { token })).status).toBe(410)
    const set = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    expect((await visitor.patch(`/api/users/${person.id}`, set)).status).toBe(200)
    expect((await visitor.get('/api/user')).data.has_password).toBe(true)
  })

  test('the server does not shut down before a requested reset mail is sent', async () => {
    const happened: string[] = []
    const sending = Promise.withResolvers<() => void>()
    const stopping = await createTestWorld({
      database: await openSample(),
      mailer: {
        async send({ to }) {
          await new Promise<void>((sent) => sending.resolve(sent))
          happened.push(`mailed ${to}`)
        },
      },
    })
    await form(stopping.client(), '/forgot-password', { email: 'foreman@plumbline.test' })
    const sent = await sending.promise
    const closed = stopping.close().then(() => void happened.push('closed'))
    for (let turns = 0; turns < 50; turns++) await new Promise((done) => setImmediate(done))
    sent()
    await closed
    expect([happened, stopping.errors]).toEqual([['mailed foreman@plumbline.test', 'closed'], []])
  })

  test('forgot password responds the same for every address and mails only known ones', async () => {
    const visitor = world.client()
    const known = await form(visitor, '/forgot-password', { email: 'Foreman@plumbline.test' })
    const unknown = await form(visitor, '/forgot-password', { email: 'nobody@plumbline.test' })
    expect(known.data).toBe(unknown.data)
    await expect.poll(() => world.mails.map(({ to }) => to)).toEqual(['foreman@plumbline.test'])
  })

  test('too many requests get a page that says when to try again', async () => {
    const crowd = await createTestWorld({ database: await sampleSqlite(createTestClock()) })
    let last = await crowd.client().get('/forgot-password')
    for (let times = 0; times < 11; times++)
      last = await form(crowd.client(), '/forgot-password', { email: 'a@b.example' })
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60'])
    expect(last.headers.get('content-type')).toContain('text/html')
    expect(last.data).toContain('Please try again in 60 seconds.')
    await crowd.close()
  })

  test('a reset link works once, within 60 minutes, signs in, and ends every other session', async () => {
    const person = await hire()
    await admin.post(`/api/users/${person.id}/invite`)
    const invited = mailedTo(person.email)
    const elsewhere = world.client()
    await form(elsewhere, invited.path, { token: invited.token })
    expect((await elsewhere.get('/api/user')).status).toBe(200)
    await admin.post(`/api/users/${person.id}/reset_password`)
    const { path, token } = mailedTo(person.email)
    const visitor = world.client()
    const fields = { token, password: 'hard to guess', password_confirmation: 'hard to guest' }
    const wrong = await form(visitor, path, fields)
    expect(wrong.status).toBe(422)
    expect(wrong.data).toContain('The passwords do not match.')
    const done = await form(visitor, path, { ...fields, password_confirmation: 'hard to guess' })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
    expect((await visitor.get('/api/user')).data.id).toBe(person.id)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await world.client().signIn(person.email, 'hard to guess')).status).toBe(204)
    expect((await form(visitor, path, { ...fields, password_confirmation: 'hard to guess' })).status).toBe(410)

    await admin.post(`/api/users/${person.id}/reset_password`)
    const late = mailedTo(person.email)
    clock.pass({ minutes: 61 })
    expect((await visitor.get(`${late.path}?token=${late.token}`)).status).toBe(410)
    clock.pass({ minutes: -61 })
    expect(
      (
        await form(visitor, late.path, {
          token: late.token,
          password: 'harder to guess',
          password_confirmation: 'harder to guess',
        })
      ).status,
    ).toBe(303)
    // Signing in by the second link was a new session; that of the first link has ended.
    expect((await visitor.get('/api/user')).data.id).toBe(person.id)
  })

  test('a newer link invalidates the older one, and a link works only for its own kind', async () => {
    const person = await hire()
    await admin.post(`/api/users/${person.id}/invite`)
    const first = mailedTo(person.email)
    await admin.post(`/api/users/${person.id}/invite`)
    const second = mailedTo(person.email)
    expect((await world.client().get(`${first.path}?token=${first.token}`)).status).toBe(410)
    expect((await world.client().get(`/reset-password?token=${second.token}`)).status).toBe(410)
    await admin.patch(`/api/users/${person.id}`, { active: false })
    expect((await form(world.client(), second.path, { token: second.token })).status).toBe(410)
  })

  test('changing the address or choosing a password invalidates earlier links', async () => {
    const person = await hire()
    await admin.post(`/api/users/${person.id}/invite`)
    const astray = mailedTo(person.email)
    const email = `right-${person.email}`
    expect((await admin.patch(`/api/users/${person.id}`, { email })).status).toBe(200)
    expect((await form(world.client(), astray.path, { token: astray.token })).status).toBe(410)

    await admin.post(`/api/users/${person.id}/invite`)
    await admin.post(`/api/users/${person.id}/reset_password`)
    const reset = mailedTo(email)
    const invited = world.mails.findLast(({ to, text }) => to === email && text.includes('/invite'))
    const token = /token=(\w+)/.exec(invited?.text ?? '')?.[1] ?? ''
    const chosen = { password: 'hard to guess', password_confirmation: 'hard to guess' }
    expect((await form(world.client(), reset.path, { token: reset.token, ...chosen })).status).toBe(303)
    expect((await form(world.client(), '/invite', { token })).status).toBe(410)
  })

  test('mailing links requires edit permission on the person; everyone may end their own sessions', async () => {
    const employee = await world.signIn('employee@plumbline.test')
    const person = await hire()
    expect((await employee.post(`/api/users/${person.id}/invite`)).status).toBe(403)
    const elsewhere = await world.signIn('employee@plumbline.test')
    const { id } = (await employee.get('/api/user')).data
    expect((await employee.post(`/api/users/${id}/sign_out`)).status).toBe(200)
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await employee.get('/api/user')).status).toBe(200)
    expect((await employee.post(`/api/users/${person.id}/sign_out`)).status).toBe(403)
  })

  test('without a mail server the answer hands the link over, once, and nothing stores it', async () => {
    const lines: unknown[] = []
    const database = await openSample()
    const mailless = await createTestWorld({
      database,
      mailer: { undelivered: true, send: async () => {} },
      log: {
        info: (line) => lines.push(line),
        error: (error) => lines.push(error),
        request: (line) => lines.push(line),
        security: (event) => lines.push(event),
      },
    })
    const office = await mailless.signIn('office@plumbline.test')
    const boss = await mailless.signIn('admin@plumbline.test')
    const { data: person } = await boss.post('/api/users', {
      name: 'Ina Handed',
      email: 'handed@plumbline.test',
      role: 'employee',
    })
    const invite = (by: Client, key: string) =>
      by.post(`/api/users/${person.id}/invite`, {}, { 'idempotency-key': key })
    const first = await invite(boss, 'one')
    const link = first.headers.get('x-hand-over') ?? ''
    expect(link).toMatch(/^http:\/\/plumbline\.test\/invite\?token=\w{64}$/)
    const token = link.split('=')[1] ?? ''
    expect(JSON.stringify(first.data)).not.toContain(token)

    // Whoever may not invite gets none, and no other answer has it.
    const refused = await invite(office, 'two')
    expect([refused.status, refused.headers.get('x-hand-over')]).toEqual([403, null])
    for (const path of ['/api/users', `/api/users/${person.id}`, `/api/users/${person.id}/history`]) {
      const { headers, data } = await boss.get(path)
      expect([headers.get('x-hand-over'), JSON.stringify(data).includes(token)]).toEqual([null, false])
    }
    const { rows: keys } = await sql`select * from idempotency_keys`.execute(database.kysely)
    const { rows: links } = await sql`select * from links`.execute(database.kysely)
    const { rows: jobs } = await sql`select * from jobs`.execute(database.kysely)
    expect(links).toHaveLength(1)
    expect(JSON.stringify([keys, links, jobs, lines])).not.toContain(token)

    // An answer that was lost on the way is asked for again, and brings another link; the one before is void.
    const again = (await invite(boss, 'one')).headers.get('x-hand-over')?.split('=')[1] ?? ''
    expect(again).toMatch(/^\w{64}$/)
    expect(again).not.toBe(token)
    expect((await form(mailless.client(), '/invite', { token })).status).toBe(410)
    const visitor = mailless.client()
    expect((await form(visitor, '/invite', { token: again })).status).toBe(303)
    expect((await visitor.get('/api/user')).data).toMatchObject({ id: person.id })

    const reset = await boss.post(`/api/users/${person.id}/reset_password`)
    expect(reset.headers.get('x-hand-over')).toMatch(/\/reset-password\?token=\w{64}$/)
    // Nobody is told to look for a mail that never comes.
    const asking = [
      await visitor.get('/forgot-password'),
      await form(visitor, '/forgot-password', { email: person.email }),
    ]
    for (const { data } of asking) expect(data).toContain('This server sends no mail.')
    await mailless.close()
  })

  test('with a mail server no link is in an answer', async () => {
    const person = await hire()
    const { status, headers, data } = await admin.post(`/api/users/${person.id}/invite`)
    expect([status, headers.get('x-hand-over')]).toEqual([200, null])
    expect(JSON.stringify(data)).not.toContain(mailedTo(person.email).token)
  })
})
