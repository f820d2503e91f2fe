import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Notification } from '#modules/notifications/entities.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { realJpeg } from '../pictures.fixture.ts'
import { apple, gmail, htmlOnly, outlook, plain, type Answer } from '../mails.fixture.ts'
import { isBrief } from '../tier.ts'

const roles = ['admin', 'manager', 'foreman', 'office'] as const
type Role = (typeof roles)[number]
const SECRET = 'what the mail service says'
const inbound = { address: 'reply@in.example.com', secret: SECRET }
const FOREMAN = 'Pat <foreman@plumbline.test>'
const photo = { name: 'sketch.jpg', mime: 'image/jpeg', bytes: realJpeg }

describe.each(enginesOfTier)('answers by mail on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const people = new Map<string, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: { id: number }
  let rfi: { id: number }
  /** Where the foreman answers about the RFI. */
  let to: string
  let count = 0

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), previews: previewEngine(), inbound })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Answered', number: `A-${++count}` }))
      .data
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: idOf('foreman') }
    rfi = (await as('manager').post(`/api/projects/${project.id}/rfis`, question)).data
    await as('manager').post(`/api/rfis/${rfi.id}/send`)
    await world.app.jobs.drain()
    to = replyTo('foreman')
    clock.pass({ hours: 2 })
    world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  function replyTo(role: Role): string {
    const mail = world.mails.findLast((one) => one.to === `${role}@plumbline.test` && one.headers?.['Reply-To'])
    return mail?.headers?.['Reply-To'] ?? ''
  }
  const bearer = { authorization: `Bearer ${SECRET}` }
  async function deliver(
    raw: BodyInit,
    {
      type = 'message/rfc822',
      path = '/inbound/mail',
      headers = bearer,
    }: { type?: string | null; path?: string; headers?: Record<string, string> } = {},
  ) {
    const sent = { method: 'POST', headers: { ...headers, ...(type !== null && { 'content-type': type }) }, body: raw }
    const response = await world.app.request(`${BASE}${path}`, sent)
    const body: unknown = await response.json()
    await world.app.jobs.drain()
    return [response.status, body instanceof Object && 'outcome' in body ? body.outcome : null]
  }
  const answer = (more: Partial<Answer> = {}): Answer => ({ from: FOREMAN, to, ...more })
  const said = async (of = `rfis/${rfi.id}`): Promise<{ id: number; content: string; user_id: number }[]> =>
    (await as('admin').get(`/api/${of}/messages`)).data
  const contents = async () => (await said()).map(({ content }) => content)
  const filesOf = async (message = 0) =>
    (await as('manager').get(`/api/messages/${(await said())[message]?.id}/attachments`)).data
  /** What the foreman is told by mail of an answer that was not taken. */
  const why = () => world.mails.filter(({ headers }) => headers?.['Auto-Submitted'] === 'auto-replied')

  test('the answer to a mail about an RFI is a message of its person, with files, and others hear of it', async () => {
    expect(to).toMatch(/^reply\+\d+-rfis-\d+-[0-9a-f]{24}@in\.example\.com$/)
    await as('manager').post('/api/notifications/read_all')
    const frames: string[] = []
    const socket = world.app.hub.connect(
      { send: (text) => void frames.push(text), close() {} },
      { key: 'plumbline', protocol: '7' },
    )
    const channel = `private-messages.${idOf('manager')}`
    const { data } = await as('manager').post('/broadcasting/auth', { socket_id: socket?.id, channel_name: channel })
    await socket?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))

    expect(await deliver(gmail(answer({ text: 'Run it along grid C.\r\n\r\nUse 2" EMT.', files: [photo] })))).toEqual([
      200,
      'taken',
    ])
    expect(await said()).toMatchObject([{ content: 'Run it along grid C.\n\nUse 2" EMT.', user_id: idOf('foreman') }])
    const [file] = await filesOf()
    expect(file).toMatchObject({
      name: 'sketch.jpg',
      mime: 'image/jpeg',
      user_id: idOf('foreman'),
      project_id: project.id,
    })
    const bytes = await (await as('manager').fetch(`${BASE}/api/attachments/${file.id}/file`)).arrayBuffer()
    expect(new Uint8Array(bytes)).toEqual(photo.bytes)
    const told: Notification[] = (await as('manager').get('/api/notifications?view=unread')).data
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('answered RFI 001')])
    await world.app.settled()
    expect(frames.join('\n')).toContain('Run it along grid C.')
    socket?.closed()
    // The manager, who made it, can answer the mail of that in turn.
    expect(
      await deliver(plain(answer({ from: 'manager@plumbline.test', to: replyTo('manager'), text: 'Good.' }))),
    ).toEqual([200, 'taken'])
    expect(await contents()).toContain('Good.')
    expect(why()).toEqual([])
  })

  test('the answer to the mail about an injury is a message on the day’s log, which guests do not see', async () => {
    const { data: log } = await as('admin').post(`/api/projects/${project.id}/daily_logs`, { date: clock.day() })
    const injury = { type: 'safety', kind: 'incident', description: 'Cut hand.', injury: true }
    await as('foreman').post(`/api/daily_logs/${log.id}/entries`, injury)
    await world.app.jobs.drain()
    const mail = gmail(answer({ from: 'admin@plumbline.test', to: replyTo('admin'), text: 'Call me.', files: [photo] }))
    expect(await deliver(mail)).toEqual([200, 'taken'])
    expect(await said(`daily_logs/${log.id}`)).toMatchObject([{ content: 'Call me.', user_id: idOf('admin') }])
    await as('admin').post(`/api/daily_logs/${log.id}/share`)
    const customer = await world.signIn('customer@plumbline.test')
    expect((await customer.get('/api/messages')).data).not.toContainEqual(
      expect.objectContaining({ content: 'Call me.' }),
    )
    await as('admin').patch(`/api/daily_logs/${log.id}`, { work_performed: 'Pulled wire.' })
    expect((await as('admin').post(`/api/daily_logs/${log.id}/complete`)).status).toBe(200)
    const late = plain(answer({ from: 'admin@plumbline.test', to: replyTo('admin'), text: 'Well again?' }))
    expect(await deliver(late)).toEqual([200, 'refused'])
    expect(why()[0]?.text).toContain('This daily log is complete.')
  })

  test('mails of Outlook, iPhones and HTML alone are read, in each form that services send', async () => {
    const multipart = new FormData()
    multipart.set('email', htmlOnly(answer({ text: 'In HTML.' })))
    const forms: [BodyInit, string | null][] = [
      [outlook(answer({ text: 'By Outlook.' }), photo.bytes), 'message/rfc822'],
      [JSON.stringify({ RawEmail: apple(answer({ text: 'By iPhone.' })) }), 'application/json'],
      [
        new URLSearchParams({ 'body-mime': plain(answer({ text: 'Plain.' })) }).toString(),
        'application/x-www-form-urlencoded',
      ],
      [multipart, null],
    ]
    for (const [body, type] of forms) expect(await deliver(body, { type })).toEqual([200, 'taken'])
    expect(await contents()).toEqual(['By Outlook.', 'By iPhone.', 'Plain.', 'In HTML.'])
    // The picture of a signature is no file.
    expect(await filesOf()).toEqual([])
    for (const [body, type] of [
      ['{}', 'application/json'],
      ['a=b', 'application/x-www-form-urlencoded'],
    ] as const)
      expect((await deliver(body, { type }))[0]).toBe(400)
  })

  test.runIf(!isBrief)('a mail that is delivered again stays one message, and so do its files', async () => {
    const raw = gmail(answer({ id: 'once', files: [photo] }))
    for (const delivered of [raw, raw, `Received: from elsewhere\r\n${raw}`])
      expect(await deliver(delivered)).toEqual([200, 'taken'])
    await Promise.all([deliver(gmail(answer({ id: 'twice' }))), deliver(gmail(answer({ id: 'twice' })))])
    expect(await contents()).toHaveLength(2)
    expect(await filesOf()).toHaveLength(1)
    expect(why()).toEqual([])
  })

  test('the secret is asked for, in each way that services say it', async () => {
    const basic = { authorization: `Basic ${btoa(`mail:${SECRET}`)}` }
    const raw = (text: string) => plain(answer({ text }))
    expect(await deliver(raw('One.'), { headers: basic })).toEqual([200, 'taken'])
    const path = `/inbound/mail/mime?secret=${encodeURIComponent(SECRET)}`
    expect(await deliver(raw('Two.'), { headers: {}, path })).toEqual([200, 'taken'])
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer no' },
      { authorization: `Basic ${btoa(SECRET.slice(1))}` },
    ]
    for (const headers of wrong) expect(await deliver(raw('Three.'), { headers })).toEqual([401, null])
    expect((await deliver(raw('Three.'), { headers: {}, path: '/inbound/mail?secret=' }))[0]).toBe(401)
    expect(await contents()).toEqual(['One.', 'Two.'])
  })

  test('another sender, a forged one and somebody else’s address open nothing, and strangers are not answered', async () => {
    const other = (from: string) => deliver(plain(answer({ from, text: 'Pay me.' })))
    expect(await other('thief@evil.example')).toEqual([200, 'refused'])
    expect(await other('Pat <foreman@plumbline.test>, thief@evil.example')).toEqual([200, 'refused'])
    const failed = ['Authentication-Results: in.example.com; spf=fail; dkim=none; dmarc=fail']
    expect(await deliver(plain(answer({ text: 'Pay me.', head: failed })))).toEqual([200, 'refused'])
    expect(why().map((mail) => mail.to)).toEqual(Array(3).fill('foreman@plumbline.test'))
    // A fourth within the hour is not told.
    expect(await deliver(plain(answer({ from: 'admin@plumbline.test', text: 'Pay me.' })))).toEqual([200, 'refused'])
    const forged = to.replace(`+${idOf('foreman')}-`, `+${idOf('admin')}-`)
    expect(await deliver(plain(answer({ from: 'admin@plumbline.test', to: forged, text: 'Pay me.' })))).toEqual([
      200,
      'dropped',
    ])
    expect(await deliver(plain(answer({ to: 'reply@in.example.com', text: 'Pay me.' })))).toEqual([200, 'dropped'])
    expect([why().length, await contents()]).toEqual([3, []])
  })

  test('automatic answers, bounces and mails of the server itself are dropped without a word', async () => {
    for (const line of [
      'Auto-Submitted: auto-replied',
      'Precedence: bulk',
      'Return-Path: <>',
      'Message-ID: <job-3@plumbline>',
    ])
      expect(await deliver(plain(answer({ text: 'I am away.', head: [line] })))).toEqual([200, 'dropped'])
    expect([world.mails, await contents()]).toEqual([[], []])
  })

  test('why an answer was not taken is mailed to its person', async () => {
    expect(await deliver(gmail(answer({ id: 'empty', text: '' })))).toEqual([200, 'refused'])
    expect(why()).toMatchObject([
      {
        to: 'foreman@plumbline.test',
        subject: 'Your answer was not taken',
        headers: { 'In-Reply-To': '<empty@mail.example>' },
      },
    ])
    expect(why()[0]?.text).toContain('There is nothing in it but what it answers.')
    await as('admin').post(`/api/projects/${project.id}/archive`)
    expect(await deliver(plain(answer({ text: 'Late.' })))).toEqual([200, 'refused'])
    await as('admin').delete(`/api/rfis/${rfi.id}`)
    expect(await deliver(plain(answer({ text: 'Later.' })))).toEqual([200, 'refused'])
    expect(why().at(-1)?.text).toMatch(/archived|gone/)
    expect(world.mails).toHaveLength(3)
  })

  test('who sees the record no more, or has a closed account, is told so', async () => {
    const customer = (await as('admin').get('/api/users')).data.find(
      (one: CurrentUser) => one.customer_id !== null && one.email,
    )
    const own = world.app.services.replyTo(customer.id, world.app.services.catalog.entity('rfi'), rfi.id) ?? ''
    expect(await deliver(plain(answer({ from: customer.email, to: own, text: 'And I?' })))).toEqual([200, 'refused'])
    expect(why()).toMatchObject([
      { to: customer.email, text: expect.stringContaining('or you do not see it any more') },
    ])
    await as('admin').patch(`/api/users/${idOf('foreman')}`, { active: false })
    expect(await deliver(plain(answer({ text: 'Still here.' })))).toEqual([200, 'refused'])
    expect(why().at(-1)).toMatchObject({
      to: 'foreman@plumbline.test',
      text: expect.stringContaining('Your account is closed'),
    })
    await as('admin').patch(`/api/users/${idOf('foreman')}`, { active: true })
    people.set('foreman', await world.signIn('foreman@plumbline.test'))
    expect(await contents()).toEqual([])
  })

  test('files that no upload may have are named in an answer, and the others are taken', async () => {
    const program = { name: 'setup.exe', mime: 'application/octet-stream', bytes: new TextEncoder().encode('MZ\0\0') }
    expect(await deliver(gmail(answer({ text: 'See both.', files: [program, photo] })))).toEqual([200, 'taken'])
    expect(await filesOf()).toMatchObject([{ name: 'sketch.jpg' }])
    expect(why()).toMatchObject([
      {
        subject: 'Files of your answer were not taken',
        text: expect.stringContaining('setup.exe: This file type is not allowed.'),
      },
    ])
    expect(await deliver(gmail(answer({ text: '', files: [photo] })))).toEqual([200, 'taken'])
    expect((await contents()).at(-1)).toBe('See the attached.')
    expect(await deliver(gmail(answer({ text: '', files: [program] })))).toEqual([200, 'refused'])
    expect(why().at(-1)?.text).toContain('setup.exe')
  })

  test.runIf(!isBrief)('30 MB are taken beside other requests, and more is refused', async () => {
    const bytes = new Uint8Array(21 * 1024 * 1024)
    bytes.set(photo.bytes)
    expect(await deliver(gmail(answer({ text: 'Large.', files: [{ ...photo, bytes }] })))).toEqual([200, 'taken'])
    expect(await filesOf()).toMatchObject([{ size: bytes.byteLength }])
    const more = new Uint8Array(30 * 1024 * 1024)
    expect(await deliver(gmail(answer({ text: 'Larger.', files: [{ ...photo, bytes: more }] })))).toEqual([
      200,
      'refused',
    ])
    expect(why()[0]?.text).toContain('It is larger than 30.0 MB.')
    const form = new FormData()
    form.set('email', 'x'.repeat(36 * 1024 * 1024))
    expect((await deliver(form, { type: null }))[0]).toBe(413)
  })

  test('a new secret for signatures leaves the addresses valid', async () => {
    const signed = to
    await as('manager').post(`/api/rfis/${rfi.id}/messages`, { content: 'And the riser?' })
    await world.app.jobs.drain()
    expect(replyTo('foreman')).toBe(signed)
  })
})

test('without the settings nothing comes in, and mails have no such address', async () => {
  const world = await createTestWorld({ database: await sampleSqlite(), previews: previewEngine() })
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' }
  const { status } = await world.app.request(`${BASE}/inbound/mail`, { method: 'POST', headers, body: 'From: a' })
  expect(status).toBe(404)
  await world.close()
})
