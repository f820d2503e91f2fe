import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { openWebPush } from '#server/push/web-push.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { createBrowser, openPushService, vapidOf } from '../push-service.ts'

type Person = Client & { user: CurrentUser }

describe.each(enginesOfTier)('Push messages on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let service: Awaited<ReturnType<typeof openPushService>>
  let manager: Person
  let foreman: Person
  const clock = createTestClock()
  let count = 0

  beforeAll(async () => {
    service = await openPushService()
    world = await createTestWorld({
      database: await openSample(clock),
      openPusher: openWebPush((endpoint) => endpoint.startsWith(`${service.origin}/`)),
      settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', appUrl: BASE },
    })
    manager = await world.signIn('manager@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
  })
  beforeEach(async () => {
    for (const person of [manager, foreman])
      for (const path of ['push_devices', 'notification_choices'])
        for (const { id } of (await person.get(`/api/${path}`)).data) await person.delete(`/api/${path}/${id}`)
    await world.app.jobs.drain()
    service.status = 201
    service.pushed.length = world.errors.length = 0
    clock.pass({ minutes: 10 })
  })
  afterAll(async () => {
    await service.close()
    await world.close()
  })

  async function turnOn(person: Client, name?: string) {
    const browser = createBrowser(service.origin, name)
    expect((await person.post('/api/push_devices/subscribe', browser.subscription)).status).toBe(200)
    return browser
  }
  const namesOf = async (person: Client): Promise<string[]> =>
    (await person.get('/api/push_devices')).data.map(({ name }: { name: string }) => name)
  /** An RFI that is with the foreman. */
  async function asked() {
    const job = { customer_id: 1, name: 'Pushed', number: `P-${++count}` }
    const { data: project } = await manager.post('/api/projects', job)
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: foreman.user.id }
    const { data } = await manager.post(`/api/projects/${project.id}/rfis`, question)
    await manager.post(`/api/rfis/${data.id}/send`)
    await world.app.jobs.drain()
    return data
  }

  test('reach each device of a person, which alone can read them, and name their sender', async () => {
    const phone = await turnOn(foreman)
    const desk = await turnOn(foreman, 'Edge on Windows')
    const rfi = await asked()
    expect(service.pushed.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [phone.endpoint, desk.endpoint].toSorted(),
    )
    const [first] = service.pushed.filter(({ endpoint }) => endpoint === phone.endpoint)
    if (!first) throw new Error('Nothing was pushed.')
    expect(phone.read(first.body)).toEqual({
      title: `${manager.user.name} sent RFI 001`,
      body: 'Route',
      href: `/rfis/${rfi.id}`,
      tag: `rfis-${rfi.id}`,
    })
    expect(() => desk.read(first.body)).toThrow(/authenticate/)
    expect(first.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: `rfis-${rfi.id}` })
    const { push_key } = (await foreman.get('/api/app')).data
    expect(vapidOf(first.headers)).toMatchObject({ key: push_key, claims: { aud: service.origin } })
  })

  test('of a kind that somebody has turned off are not sent', async () => {
    await turnOn(foreman)
    await foreman.post('/api/notification_choices', { kind: 'with_you', push: false })
    await asked()
    expect(service.pushed).toEqual([])
  })

  test('to a device that is gone are the last, and the device is forgotten', async () => {
    await turnOn(foreman)
    service.status = 410
    await asked()
    expect([service.pushed.length, await namesOf(foreman), world.errors]).toEqual([1, [], []])
    await asked()
    expect(service.pushed).toHaveLength(1)
  })

  test('are tried again where the service fails', async () => {
    const phone = await turnOn(foreman)
    service.status = 503
    await asked()
    service.status = 201
    clock.pass({ hours: 1 })
    await world.app.jobs.drain()
    expect(service.pushed.map(({ endpoint }) => endpoint)).toEqual([phone.endpoint, phone.endpoint])
    expect(await namesOf(foreman)).toEqual(['Chrome on Android'])
  })

  test('are tried again for the device alone whose service fails, so that no other shows them twice', async () => {
    const [phone, desk] = [await turnOn(foreman), await turnOn(foreman, 'Edge on Windows')]
    service.failing = phone.endpoint
    await asked()
    service.failing = ''
    clock.pass({ hours: 1 })
    await world.app.jobs.drain()
    const to = (browser: typeof phone) => service.pushed.filter(({ endpoint }) => endpoint === browser.endpoint)
    expect([to(phone).length >= 2, to(desk).length]).toEqual([true, 1])
  })

  test('are for whoever turned them on last in a browser, and end with everybody’s sessions', async () => {
    const phone = await turnOn(foreman)
    await manager.post('/api/push_devices/subscribe', phone.subscription)
    expect([await namesOf(foreman), await namesOf(manager)]).toEqual([[], ['Chrome on Android']])
    const [device] = (await manager.get('/api/push_devices')).data
    expect(device).not.toHaveProperty('auth')
    expect((await foreman.delete(`/api/push_devices/${device.id}`)).status).toBe(404)
    const admin = await world.signIn('admin@plumbline.test')
    const office = await world.signIn('office@plumbline.test')
    await turnOn(office)
    expect((await admin.post(`/api/users/${office.user.id}/sign_out`)).status).toBe(200)
    expect(await namesOf(await world.signIn('office@plumbline.test'))).toEqual([])
  })

  test('of the schedule carry the press that confirms it, without a sign-in', async () => {
    const phone = await turnOn(foreman)
    const day = clock.day()
    const { data: job } = await manager.post('/api/projects', { customer_id: 1, name: 'Planned', number: 'P-P' })
    const plan = { kind: 'assignment', user_id: foreman.user.id, project_id: job.id, start_date: day, end_date: day }
    const { data: event } = await manager.post('/api/schedule_events', {
      ...plan,
      confirmed: ['double_booking', 'time_off'],
    })
    await manager.post('/api/schedule_events/publish', { from: day, to: day })
    await world.app.jobs.drain()
    const [pushed] = service.pushed
    const message = pushed && (phone.read(pushed.body) as { step: { label: string; action: string; form: object } })
    expect(message?.step.label).toBe('Confirm')
    const { pathname } = new URL(message?.step.action ?? '')
    const body = new URLSearchParams(Object.entries(message?.step.form ?? {}))
    expect((await world.app.request(pathname, { method: 'POST', body })).status).toBe(200)
    expect((await manager.get(`/api/schedule_events/${event.id}`)).data.answers).toEqual([
      expect.objectContaining({ date: day, confirmed_at: expect.any(String) }),
    ])
  })

  test('are sent to no address but a push service’s, and need a whole subscription', async () => {
    const { subscription } = createBrowser('http://127.0.0.1:1')
    const elsewhere = await foreman.post('/api/push_devices/subscribe', subscription)
    expect(elsewhere.data.errors).toEqual({ endpoint: ['Endpoint must be that of a push service.'] })
    const half = { ...createBrowser(service.origin).subscription, keys: { p256dh: 'short', auth: 'short' } }
    expect((await foreman.post('/api/push_devices/subscribe', half)).status).toBe(422)
  })

  test('wait for nobody: many devices are sent to at the same time', async () => {
    for (let at = 0; at < 15; at++) await turnOn(foreman, `Phone ${at}`)
    // It answers none before it has all of them.
    service.together = 15
    await asked()
    service.together = 1
    expect(service.pushed).toHaveLength(15)
  })

  test('go to twenty devices of a person, the ones that were turned on last', async () => {
    for (let at = 0; at < 22; at++) await turnOn(foreman, `Phone ${at}`)
    const names = await namesOf(foreman)
    expect([names.length, names.includes('Phone 1'), names.includes('Phone 2')]).toEqual([20, false, true])
  })
})
