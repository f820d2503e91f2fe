import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

interface Sent {
  readonly path: string | undefined
  readonly account: string | undefined
  readonly form: Record<string, string>
}

describe.each(enginesOfTier)('Text messages on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let service: Server
  let manager: Client & { user: CurrentUser }
  let foreman: Client & { user: CurrentUser }
  const clock = createTestClock()
  const sent: Sent[] = []
  /** What the service answers; with anything but 2xx it sends nothing. */
  let status = 201
  let count = 0

  beforeAll(async () => {
    service = createServer(async (request: IncomingMessage, response) => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)))
      sent.push({ path: request.url, account: request.headers.authorization, form })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status < 300 ? '{"sid":"SM1"}' : '{"code":21211,"message":"Invalid number"}')
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    const sms = `http://AC1:s%2Fcret@127.0.0.1:${port}/2010-04-01/Accounts/AC1/Messages.json?From=%2B15095550100`
    const settings = { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', appUrl: BASE, sms }
    world = await createTestWorld({ database: await openSample(clock), settings })
    manager = await world.signIn('manager@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
    await foreman.patch(`/api/users/${foreman.user.id}`, { phone_number: '(509) 555-0142' })
  })
  beforeEach(async () => {
    await foreman.patch(`/api/users/${foreman.user.id}`, { notification_methods: ['text'] })
    for (const { id } of (await foreman.get('/api/notification_choices')).data)
      await foreman.delete(`/api/notification_choices/${id}`)
    await world.app.jobs.drain()
    status = 201
    sent.length = world.mails.length = world.errors.length = 0
    clock.pass({ minutes: 10 })
  })
  afterAll(async () => {
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
    await world.close()
  })

  /** An RFI that is with the foreman. */
  async function asked() {
    const job = { customer_id: 1, name: 'Texted', number: `T-${++count}` }
    const { data: project } = await manager.post('/api/projects', job)
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: foreman.user.id }
    const { data } = await manager.post(`/api/projects/${project.id}/rfis`, question)
    await manager.post(`/api/rfis/${data.id}/send`)
    await world.app.jobs.drain()
    return data
  }

  test('whose account says so is texted instead of mailed, in the form of Twilio’s API', async () => {
    const rfi = await asked()
    expect(world.mails.filter(({ to }) => to === 'foreman@plumbline.test')).toEqual([])
    expect(sent).toEqual([
      {
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        account: `Basic ${btoa('AC1:s/cret')}`,
        form: { From: '+15095550100', To: '+15095550142', Body: expect.stringContaining('Three Rivers Electric: ') },
      },
    ])
    expect(sent[0]?.form.Body?.split('\n').at(-1)).toBe(`${BASE}/rfis/${rfi.id}`)
    expect(sent[0]?.form.Body?.length).toBeLessThan(400)
  })

  test('a choice for the kind goes before the account, and clients hear that there are texts', async () => {
    await foreman.post('/api/notification_choices', { kind: 'with_you', text: false, email: true })
    await asked()
    expect(sent).toEqual([])
    expect(world.mails.map(({ to }) => to)).toContain('foreman@plumbline.test')
    expect((await foreman.get('/api/app')).data.features).toContain('texts')
  })

  test('without a number nobody is texted, and nothing fails', async () => {
    const { phone_number } = (await foreman.get(`/api/users/${foreman.user.id}`)).data
    await foreman.patch(`/api/users/${foreman.user.id}`, { phone_number: null })
    await asked()
    await foreman.patch(`/api/users/${foreman.user.id}`, { phone_number })
    expect([sent, world.errors]).toEqual([[], []])
  })

  test('a schedule has the address by which it is confirmed without signing in', async () => {
    const day = clock.day()
    const { data: job } = await manager.post('/api/projects', { customer_id: 1, name: 'Planned', number: 'T-P' })
    const plan = { kind: 'assignment', user_id: foreman.user.id, project_id: job.id, start_date: day, end_date: day }
    expect(
      (await manager.post('/api/schedule_events', { ...plan, confirmed: ['double_booking', 'time_off'] })).status,
    ).toBe(201)
    const published = await manager.post('/api/schedule_events/publish', { from: day, to: day })
    expect(published.status).toBe(200)
    await world.app.jobs.drain()
    const body = sent.find(({ form }) => form.To === '+15095550142')?.form.Body ?? ''
    expect(body).toContain('Your schedule changed')
    const page = await world.app.request(body.split('\n').at(-1) ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Planned')])
  })

  test('a number that is refused is not tried again, a service that fails is', async () => {
    status = 400
    await asked()
    expect(sent).toHaveLength(1)
    // The operator hears of it, without the number.
    expect(world.errors).toEqual([expect.stringMatching(/answered 400 .* ending in 0142: .*Invalid number/)])
    status = 503
    await asked()
    expect(sent).toHaveLength(2)
    status = 201
    clock.pass({ hours: 1 })
    await world.app.jobs.drain()
    expect(sent).toHaveLength(3)
    expect(sent[2]?.form).toEqual(sent[1]?.form)
  })
})
