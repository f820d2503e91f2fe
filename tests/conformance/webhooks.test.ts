import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Database } from '#server/db/database.ts'
import { createOutgoing } from '#server/outgoing/post.ts'
import { root } from '../architecture.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, PASSWORD, type Client } from '../harness.ts'
import { openReceiver, saying, type Received } from '../webhook-receiver.ts'

type Person = Client & { user: CurrentUser }
/** A delivery as the list has it. */
interface Told {
  readonly id: number
  readonly event: string
  readonly state: string
  readonly status: number | null
  readonly tries: number
  readonly next_at: string | null
  readonly about: string | null
}

/** The example of docs/WEBHOOKS.md, as it stands there. */
async function documentedCheck(): Promise<(header: string, body: string, secret: string) => boolean> {
  const page = readFileSync(join(root, 'docs/WEBHOOKS.md'), 'utf8')
  const [, code = ''] = /```js\n([^]*?)```/.exec(page) ?? []
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(12)
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).isFromPlumbline
}

describe.each(enginesOfTier)('Webhooks on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let database: Database
  let program: Awaited<ReturnType<typeof openReceiver>>
  let slow: Awaited<ReturnType<typeof openReceiver>>
  let admin: Person
  let manager: Person
  const clock = createTestClock()
  const looked: string[] = []
  const resolved: Record<string, string[]> = {}

  beforeAll(async () => {
    program = await openReceiver()
    slow = await openReceiver()
    database = await openSample(clock)
    world = await createTestWorld({
      database,
      outgoing: createOutgoing({
        version: '9.9',
        hosts: [program.host, slow.host, `erp.local:${program.port}`],
        async resolve(host) {
          looked.push(host)
          return (resolved[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        },
      }),
    })
    admin = await world.signIn('admin@plumbline.test')
    manager = await world.signIn('manager@plumbline.test')
  })
  afterEach(async () => {
    for (const { id } of (await admin.get('/api/webhooks')).data) await admin.delete(`/api/webhooks/${id}`)
    await drain()
    program.received.length = slow.received.length = looked.length = world.mails.length = 0
    program.answer = slow.answer = saying(200, 'thanks')
    expect(world.errors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await world.close()
    await program.close()
    await slow.close()
  })

  const drain = () => world.app.jobs.drain()
  async function add(events: string[], more: object = {}) {
    const draft = { name: 'Sage', url: `${program.origin}/sage`, events, role: 'office_staff', ...more }
    await admin.post('/user/confirm-password', { password: PASSWORD })
    const { status, data } = await admin.post('/api/webhooks', draft)
    expect([status, data]).toEqual([201, expect.anything()])
    return data
  }
  const stored = async (id: number) => (await admin.get(`/api/webhooks/${id}`)).data
  const deliveries = async (id: number): Promise<Told[]> =>
    (await admin.get(`/api/webhook_deliveries?webhook_id=${id}`)).data.toReversed()
  async function customer(name: string): Promise<number> {
    const { status, data } = await manager.post('/api/customers', { name })
    expect(status).toBe(201)
    return data.id
  }
  const rename = (id: number, name: string) => manager.patch(`/api/customers/${id}`, { name })
  const namesOf = (all: readonly Received[]) => all.map(({ told }) => told.record.name)

  test('a program is told what its role is answered, signed as the documentation says', async () => {
    const webhook = await add(['customer.saved'])
    expect(webhook.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(await stored(webhook.id)).toMatchObject({ secret: null, name: 'Sage', enabled: true })
    const id = await customer('North Bank')
    await drain()
    const [one] = program.received
    expect(program.received).toHaveLength(1)
    const record = (await manager.get(`/api/customers/${id}`)).data
    const by = { id: manager.user.id, name: manager.user.name }
    expect(one?.told).toMatchObject({ event: 'customer.saved', entity: 'customer', record_id: id, record, by })
    expect(one?.told).toMatchObject({ at: record.created_at, changes: {} })
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Plumbline-Webhooks/9.9',
      'x-plumbline-event': 'customer.saved',
      'x-plumbline-delivery': one?.told.id,
    })
    expect(one?.told.id).toMatch(/^evt_\w+$/)
    const signature = String(one?.headers['x-plumbline-signature'])
    const check = await documentedCheck()
    const now = Date.now
    try {
      Date.now = () => clock.now().getTime()
      expect(check(signature, one?.body ?? '', webhook.secret)).toBe(true)
      expect(check(signature, `${one?.body} `, webhook.secret)).toBe(false)
      expect(check(signature, one?.body ?? '', 'whsec_other')).toBe(false)
      Date.now = () => clock.now().getTime() + 301_000
      expect(check(signature, one?.body ?? '', webhook.secret)).toBe(false)
    } finally {
      Date.now = now
    }
    const [told] = await deliveries(webhook.id)
    expect(told).toMatchObject({ state: 'done', status: 200, tries: 1, about: 'North Bank', next_at: null })
    const whole = (await admin.get(`/api/webhook_deliveries/${told?.id}`)).data
    expect(whole).toMatchObject({ sent: one?.body, answered: 'thanks' })
    expect(whole).not.toHaveProperty('changed')
    // Whoever writes the program checks their code against it.
    const sent = Object.entries(whole.headers).map(([name, value]) => [name.toLowerCase(), value])
    expect(one?.headers).toMatchObject(Object.fromEntries(sent))
    expect(whole.headers['X-Plumbline-Signature']).toBe(signature)
    expect(JSON.stringify(whole)).not.toContain(webhook.secret)
    const { data: renewed } = await admin.post(`/api/webhooks/${webhook.id}/new_secret`)
    expect(renewed.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(renewed.secret).not.toBe(webhook.secret)
  })

  test('each try sends the same, after growing pauses, until it has failed for good', async () => {
    const webhook = await add(['customer.*'])
    program.answer = saying(503, 'upstream timed out')
    const id = await customer('First name')
    await drain()
    const pauses: number[] = []
    for (let next; (next = (await deliveries(webhook.id))[0]?.next_at);) {
      const pause = Date.parse(next) - clock.now().getTime()
      pauses.push(pause / 1000)
      clock.pass({ milliseconds: pause - 1 })
      const before = program.received.length
      await drain()
      expect(program.received).toHaveLength(before)
      clock.pass({ milliseconds: 1 })
      await drain()
      expect(program.received).toHaveLength(before + 1)
    }
    expect(pauses).toEqual([10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400])
    expect(new Set(program.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(program.received.map(({ headers }) => headers['x-plumbline-signature'])).size).toBe(10)
    const [told] = await deliveries(webhook.id)
    expect(told).toMatchObject({ state: 'failed', status: 503, tries: 10 })
    program.answer = saying(204)
    program.received.length = 0
    // The next change of the record goes on.
    await rename(id, 'Second name')
    await drain()
    expect(namesOf(program.received)).toEqual(['Second name'])
    // The failed one is sent again by hand, with the same bytes.
    expect((await admin.post(`/api/webhook_deliveries/${told?.id}/send_again`)).data.state).toBe('waiting')
    await drain()
    expect(namesOf(program.received)).toEqual(['Second name', 'First name'])
    expect((await deliveries(webhook.id)).map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await stored(webhook.id)).failing_since).toBeNull()
  })

  test('a record’s events come in order, and others do not wait for them', async () => {
    await add(['customer.saved', 'customer.deleted'])
    program.answer = (one, response) => saying(one.told.record.name.startsWith('Stuck') ? 500 : 200)(one, response)
    const first = await customer('Stuck')
    await rename(first, 'Stuck no more')
    await customer('Free')
    await drain()
    expect(program.received.map(({ told }) => told.record_id === first)).toEqual([true, false])
    program.answer = saying(200)
    clock.pass({ seconds: 10 })
    await drain()
    expect(program.received.slice(2).map(({ told }) => told.changes)).toEqual([
      {},
      { name: { old: 'Stuck', new: 'Stuck no more' } },
    ])
    await admin.delete(`/api/customers/${first}`)
    await drain()
    expect(program.received.at(-1)?.told).toMatchObject({ event: 'customer.deleted', record_id: first, record: null })
  })

  test('what a killed process had begun is sent again, by the same id and bytes', async () => {
    const webhook = await add(['customer.saved'])
    await customer('Twice')
    await drain()
    // As a process leaves it that ended before it noted the answer: the job’s lease runs out.
    const [told] = await deliveries(webhook.id)
    await sql`update webhook_deliveries set state = 'waiting', tries = 0, next_at = tried_at where id = ${told?.id}`.execute(
      database.kysely,
    )
    await sql`update jobs set done_at = null, locked_until = ${clock.now().toISOString()} where lane = 'outgoing' and id = (select max(id) from jobs where lane = 'outgoing')`.execute(
      database.kysely,
    )
    clock.pass({ seconds: 31 })
    await drain()
    const [one, other] = program.received
    expect([program.received.length, other?.body]).toEqual([2, one?.body])
  })

  test('what the role does not see is never sent', async () => {
    const { data: people } = await admin.get('/api/users')
    const person = people.find(({ email }: { email: string }) => email === 'foreman@plumbline.test')
    const readers = {
      employee: await world.signIn('employee@plumbline.test'),
      office: await world.signIn('office@plumbline.test'),
    }
    const asEmployee = await add(['*'], { role: 'employee' })
    const asOffice = await add(['user.saved'], { name: 'Office', url: `${slow.origin}/office` })
    await customer('Kept from employees')
    await admin.patch(`/api/users/${person.id}`, { employee_code: 'E-77', name: 'Lou Ortega' })
    await drain()
    const [seen] = program.of('user.saved').filter(({ told }) => told.record_id === person.id)
    expect(seen?.told.record).toEqual((await readers.employee.get(`/api/users/${person.id}`)).data)
    expect(JSON.stringify(program.received)).not.toContain('E-77')
    expect(Object.keys(seen?.told.changes)).toEqual(['name'])
    expect(program.of('customer.saved')).toEqual([])
    expect((await deliveries(asEmployee.id)).map(({ event }) => event)).not.toContain('customer.saved')
    const [told] = slow.received
    expect(told?.told.record).toEqual((await readers.office.get(`/api/users/${person.id}`)).data)
    expect(told?.told.changes).toMatchObject({ employee_code: { new: 'E-77' } })
    expect((await deliveries(asOffice.id)).map(({ state }) => state)).toEqual(['done'])
    // Nobody is told of webhooks, whatever they see.
    await add(['*'], { role: 'admin' })
    await admin.patch(`/api/webhooks/${asOffice.id}`, { name: 'Renamed office' })
    await drain()
    expect(program.received.map(({ told: { entity } }) => entity)).not.toContain('webhook')
  })

  test('what is deleted with what it belongs to has its own event, for who saw it', async () => {
    const draft = { name: 'Torn down', number: crypto.randomUUID(), customer_id: 1 }
    const { id: project } = (await admin.post('/api/projects', draft)).data
    const at = (path: string) => `/api/projects/${project}/${path}`
    const rfi = (await manager.post(at('rfis'), { title: 'Route', question: 'Along C?' })).data
    const log = (await admin.post(at('daily_logs'), { date: clock.day() })).data
    const entry = (await admin.post(`/api/daily_logs/${log.id}/entries`, { type: 'note', body: 'Quiet' })).data
    const kept = (await admin.post(at('folders'), { name: 'Kept from foremen' })).data
    await admin.post(at('folders'), { name: 'Below', parent_id: kept.id })
    const inside = (await admin.get(at('folders'))).data.map(({ id }: { id: number }) => `folder.deleted ${id}`)
    expect(inside.length).toBeGreaterThan(1)
    const cell = { folder_id: kept.id, subject_type: 'role', role: 'foreman', level: 'none' }
    expect((await admin.post('/api/folder_access/set', { data: [cell] })).status).toBe(200)
    const events = ['project.deleted', 'rfi.deleted', 'daily_log.*', 'daily_log_entry.deleted', 'folder.deleted']
    await add(events, { role: 'admin' })
    await add(events, { role: 'foreman', url: `${slow.origin}/foreman` })
    const told = (all: readonly Received[]) =>
      all.map(({ told: { event, record_id, record } }) => `${event} ${record_id} ${record}`).toSorted()
    const gone = (...names: string[]) => names.map((name) => `${name} null`).toSorted()
    await admin.delete(`/api/daily_logs/${log.id}`)
    await drain()
    const ofLog = gone(`daily_log.deleted ${log.id}`, `daily_log_entry.deleted ${entry.id}`)
    expect([told(program.received), told(slow.received)]).toEqual([ofLog, ofLog])
    program.received.length = slow.received.length = 0
    expect((await admin.delete(`/api/projects/${project}`)).status).toBe(204)
    await drain()
    const ofProject = [`project.deleted ${project}`, `rfi.deleted ${rfi.id}`]
    expect(told(slow.received)).toEqual(gone(...ofProject))
    expect(told(program.received)).toEqual(gone(...ofProject, ...inside))
  })

  test('batches, steps, undone changes and passwords', async () => {
    await add(['customer.*', 'task.*', 'user.saved'], { role: 'admin' })
    const { data } = await manager.post('/api/customers/store_many', {
      data: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    })
    expect(data).toHaveLength(3)
    await drain()
    expect(namesOf(program.received)).toEqual(['One', 'Two', 'Three'])
    program.received.length = 0
    const { headers } = await admin.delete(`/api/customers/${data[0].id}`)
    const undone = await admin.post('/api/undo', { change: headers.get('x-change-id') })
    expect(undone.status).toBe(200)
    await drain()
    expect(program.received.map(({ told }) => told.event)).toEqual(['customer.deleted', 'customer.saved'])
    expect(program.received[1]?.told.record.name).toBe('One')
    program.received.length = 0
    const password = 'a long enough sentence 77'
    const { data: people } = await admin.get('/api/users')
    const person = people.find(({ email }: { email: string }) => email === 'employee@plumbline.test')
    await admin.patch(`/api/users/${person.id}`, { password, password_confirmation: password, short_name: 'Lu' })
    await drain()
    expect(program.of('user.saved')).toHaveLength(1)
    const { rows } = await sql`select * from webhook_deliveries`.execute(database.kysely)
    expect(JSON.stringify([program.received, rows])).not.toContain(password)
  })

  test('a week of failure switches it off, with a mail', async () => {
    const webhook = await add(['customer.saved'])
    program.answer = saying(500)
    for (let day = 0; day < 7; day++) {
      await customer(`Day ${day}`)
      await drain()
      clock.pass({ days: 1 })
    }
    expect(world.mails).toEqual([])
    expect((await stored(webhook.id)).enabled).toBe(true)
    await drain()
    expect(await stored(webhook.id)).toMatchObject({ enabled: false, off_why: 'Sage took nothing for seven days.' })
    expect((await deliveries(webhook.id)).every(({ state }) => state === 'failed')).toBe(true)
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['admin@plumbline.test', 'The webhook Sage was switched off'],
    ])
    const before = program.received.length
    await customer('Nobody is told')
    clock.pass({ days: 1 })
    await drain()
    expect(program.received).toHaveLength(before)
    program.answer = saying(200)
    const { data } = await admin.patch(`/api/webhooks/${webhook.id}`, { enabled: true })
    expect(data).toMatchObject({ enabled: true, off_why: null, failing_since: null })
    await customer('Told again')
    await drain()
    expect(namesOf(program.received.slice(before))).toEqual(['Told again'])
  })

  test('how each fared in the last seven days is one question', async () => {
    const [good, bad] = [await add(['customer.saved']), await add(['customer.saved'], { url: `${slow.origin}/bad` })]
    const asked = async () => (await admin.get('/api/webhook_deliveries/in_week')).data
    await customer('Long ago')
    await drain()
    clock.pass({ days: 8 })
    expect(await asked()).toEqual([])
    await customer('Taken')
    await drain()
    slow.answer = saying(500)
    await customer('Not taken')
    await drain()
    expect(await asked()).toEqual([
      { webhook_id: good.id, tried: 2, failed: 0 },
      { webhook_id: bad.id, tried: 2, failed: 1 },
    ])
    expect((await manager.get('/api/webhook_deliveries/in_week')).status).toBe(403)
  })

  test('410 switches it off at once; a test is sent while it is on', async () => {
    const webhook = await add(['customer.saved'])
    expect((await admin.post(`/api/webhooks/${webhook.id}/send_test`)).status).toBe(200)
    await drain()
    expect(program.received[0]?.told).toMatchObject({ event: 'ping', entity: null, record: null, changes: {} })
    program.answer = saying(410, 'moved away')
    await customer('Gone')
    await drain()
    expect(await stored(webhook.id)).toMatchObject({ enabled: false })
    expect((await admin.post(`/api/webhooks/${webhook.id}/send_test`)).status).toBe(422)
    const [, told] = await deliveries(webhook.id)
    expect((await admin.post(`/api/webhook_deliveries/${told?.id}/send_again`)).status).toBe(422)
  })

  test('a program that does not answer holds up neither others nor mails', async () => {
    await add(['customer.saved'], { name: 'Slow', url: slow.origin })
    await add(['customer.saved'])
    const asked = Promise.withResolvers<() => void>()
    slow.answer = (one, response) => asked.resolve(() => saying(200)(one, response))
    await customer('For both')
    const drained = drain()
    const answer = await asked.promise
    await expect.poll(() => program.received.length).toBe(1)
    expect((await admin.post('/api/company_settings/send_test_mail')).status).toBe(200)
    await expect.poll(() => world.mails.length).toBe(1)
    answer()
    await drained
    expect(slow.received).toHaveLength(1)
  })

  test('nothing is sent to the inside of the network', async () => {
    const refused = async (url: string) => {
      const { status, data } = await admin.post('/api/webhooks', { name: 'In', url, events: ['*'] })
      return status === 422 && data.errors.url?.length === 1
    }
    const literals = [
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/',
      'https://0.0.0.0/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[2002:a00:1::]/',
      'https://[2001::1]/',
      'https://[2001:db8::1]/',
    ]
    const others = ['http://example.com/', 'https://example.com:8443/', 'https://me:pw@example.com/', 'ftp://a/', 'x']
    for (const url of [...literals, ...others]) expect([url, await refused(url)]).toEqual([url, true])

    const { id } = await add(['customer.saved'], { url: 'https://hooks.example/in' })
    const answers: unknown[] = []
    for (const addresses of [['10.0.0.8'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], ['fd12::1'], []]) {
      resolved['hooks.example'] = addresses
      await customer(`At ${addresses.join()}`)
      await drain()
      const told = (await deliveries(id)).at(-1)
      answers.push((await admin.get(`/api/webhook_deliveries/${told?.id}`)).data.answered)
    }
    const inside = expect.stringMatching(/^The address leads to the inside of the network/)
    expect(answers).toEqual([inside, inside, inside, inside, 'Its host has no address.'])
  })

  test('a host is looked up once a try, what it was checked for is connected to, and redirects are failures', async () => {
    resolved['erp.local'] = ['127.0.0.1']
    const webhook = await add(['customer.saved'], { url: `http://erp.local:${program.port}/in` })
    await customer('By name')
    await drain()
    expect([program.received.length, program.received[0]?.headers.host]).toEqual([1, `erp.local:${program.port}`])
    expect(looked).toEqual(['erp.local'])
    program.answer = saying(302, '', { location: slow.origin })
    await customer('Elsewhere')
    await drain()
    expect((await deliveries(webhook.id)).map(({ status }) => status)).toEqual([200, 302])
    expect(slow.received).toEqual([])
  })

  test('unknown events are refused with a sentence, and nobody but administrators has webhooks', async () => {
    const draft = { name: 'Sage', url: program.origin, events: ['rfi.answered'] }
    const { status, data } = await admin.post('/api/webhooks', draft)
    expect([status, data.errors.events]).toEqual([
      422,
      [expect.stringMatching(/^There is no event “rfi\.answered”\. Did you mean rfi\.\w+/)],
    ])
    expect((await admin.post('/api/webhooks', { ...draft, events: [] })).status).toBe(422)
    const webhook = await add(['*'])
    for (const path of ['/api/webhooks', '/api/webhook_deliveries']) expect((await manager.get(path)).status).toBe(403)
    expect((await manager.post('/api/webhooks', draft)).status).toBe(403)
    const token = { name: 'T', abilities: ['write'], expires_on: clock.day(30) }
    const { plain } = (await admin.post('/api/access_tokens', token)).data
    const headers = { authorization: `Bearer ${plain}` }
    for (const path of ['/api/webhooks', `/api/webhooks/${webhook.id}`])
      expect((await world.client().get(path, headers)).status).toBe(403)
    const users = async () =>
      (await admin.get('/api/users?status=integration')).data.filter(({ id }: { id: number }) => id === webhook.user_id)
    expect(await users()).toHaveLength(1)
    await admin.patch(`/api/webhooks/${webhook.id}`, { name: 'Renamed', role: 'foreman' })
    expect(await users()).toMatchObject([{ name: 'Renamed', role: 'foreman' }])
    await admin.delete(`/api/webhooks/${webhook.id}`)
    expect(await users()).toEqual([])
  })
})
