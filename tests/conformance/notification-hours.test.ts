import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays, momentIn } from '#lib/days.ts'
import { notifications } from '#modules/notifications/entities.ts'
import { transact } from '#server/context/transact.ts'
import { openWebPush } from '#server/push/web-push.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { createBrowser, openPushService } from '../push-service.ts'

type Person = Client & { user: CurrentUser }
const ZONE = 'America/New_York'

describe.each(enginesOfTier)('When people are told on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let service: Awaited<ReturnType<typeof openPushService>>
  const people = new Map<string, Person>()
  const as = (role: string) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const clock = createTestClock()
  let count = 0

  beforeAll(async () => {
    service = await openPushService()
    world = await createTestWorld({
      database: await openSample(clock),
      openPusher: openWebPush((endpoint) => endpoint.startsWith(service.origin)),
      settings: { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', appUrl: BASE },
    })
    for (const role of ['manager', 'foreman', 'office']) people.set(role, await world.signIn(`${role}@plumbline.test`))
    const { subscription } = createBrowser(service.origin)
    await as('foreman').post('/api/push_devices/subscribe', subscription)
  })
  beforeEach(async () => {
    for (const person of people.values())
      for (const path of ['notification_settings', 'notification_choices'])
        for (const { id } of (await person.get(`/api/${path}`)).data) await person.delete(`/api/${path}/${id}`)
    // What earlier tests have put off is over: a day later, in the afternoon of the east.
    moveTo(addDays(clock.day(), 2), '14:00')
    await world.app.jobs.drain()
    for (const person of people.values()) await person.post('/api/notifications/read_all')
    service.pushed.length = world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await service.close()
    await world.close()
  })

  /** Goes on to a time in the east. */
  function moveTo(day: string, time: string) {
    const minutes = (Date.parse(momentIn(ZONE, day, time)) - clock.now().getTime()) / 60_000
    clock.pass({ minutes })
  }
  const choose = async (role: string, draft: object) =>
    as(role).post('/api/notification_settings', { time_zone: ZONE, ...draft })
  /** An RFI of the manager's that is with the foreman, and which the office follows. */
  async function asked() {
    const job = { customer_id: 1, name: 'Told', number: `H-${++count}` }
    const { data: project } = await as('manager').post('/api/projects', job)
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: as('foreman').user.id }
    const { data } = await as('manager').post(`/api/projects/${project.id}/rfis`, question)
    await as('manager').post(`/api/rfis/${data.id}/send`)
    await as('office').post(`/api/projects/${project.id}/follows`, { followable_type: 'rfis', followable_id: data.id })
    await as('manager').post(`/api/rfis/${data.id}/messages`, { content: 'See sheet E2.1.' })
    await world.app.jobs.drain()
    return { ...data, project }
  }
  const mailed = (role: string) => world.mails.filter(({ to }) => to === `${role}@plumbline.test`)

  test('in quiet hours devices stay silent until they end, the app and mail do not wait', async () => {
    await choose('foreman', { quiet_from: '20:00', quiet_until: '06:00' })
    const day = clock.day()
    moveTo(day, '22:00')
    await asked()
    expect([service.pushed.length, mailed('foreman').length > 0]).toEqual([0, true])
    expect((await as('foreman').get('/api/notifications?view=unread')).data.length).toBeGreaterThan(0)
    moveTo(addDays(day, 1), '05:59')
    await world.app.jobs.drain()
    expect(service.pushed).toEqual([])
    moveTo(addDays(day, 1), '06:00')
    await world.app.jobs.drain()
    expect(service.pushed.length).toBeGreaterThan(0)
  })

  test('what was looked at meanwhile is not pushed any more', async () => {
    await choose('foreman', { quiet_from: '20:00', quiet_until: '06:00' })
    const day = clock.day()
    moveTo(day, '22:00')
    await asked()
    await as('foreman').post('/api/notifications/read_all')
    moveTo(addDays(day, 1), '07:00')
    await world.app.jobs.drain()
    expect(service.pushed).toEqual([])
  })

  test('what needs no answer is mailed together in the morning, what is with one at once', async () => {
    for (const role of ['office', 'foreman']) await choose(role, { digest: true })
    const day = clock.day()
    const first = await asked()
    const second = await asked()
    expect([mailed('office'), mailed('foreman').length]).toEqual([[], 2])
    moveTo(addDays(day, 1), '05:59')
    await world.app.jobs.drain()
    expect(mailed('office')).toEqual([])
    moveTo(addDays(day, 1), '06:00')
    await world.app.jobs.drain()
    const [mail, ...more] = mailed('office')
    expect([mail?.subject, more]).toEqual(['2 things are new at Three Rivers Electric', []])
    for (const { id, project } of [first, second]) {
      expect(mail?.text).toContain(`${BASE}/rfis/${id}`)
      expect(mail?.text).toContain(`${project.number} Told`)
    }
    moveTo(addDays(day, 2), '06:00')
    await world.app.jobs.drain()
    expect(mailed('office')).toHaveLength(1)
  })

  test('of very many a mail names a hundred, and says how many more there are', async () => {
    await choose('office', { digest: true })
    const day = clock.day()
    const { id, project } = await asked()
    const about = {
      user_id: as('office').user.id,
      kind: 'answers',
      subject_type: 'rfis',
      project_id: project.id,
    } as const
    const at = clock.now().toISOString()
    await transact(world.app.services, { user: world.app.system }, async (ctx) => {
      const told = (nth: number) => ({ ...about, subject_id: id + nth, text: `Thing ${nth}`, told_at: at })
      await ctx.save(
        notifications,
        Array.from({ length: 102 }, (_, nth) => told(nth + 1)),
      )
    })
    moveTo(addDays(day, 1), '06:00')
    await world.app.jobs.drain()
    const [mail] = mailed('office')
    expect(mail?.subject).toBe('103 things are new at Three Rivers Electric')
    expect(mail?.text).toContain('And 3 more in the app.')
  })

  test('nothing is mailed in the morning where all was read, and one press ends that mail', async () => {
    await choose('office', { digest: true })
    const day = clock.day()
    await asked()
    await as('office').post('/api/notifications/read_all')
    moveTo(addDays(day, 1), '06:00')
    await world.app.jobs.drain()
    expect(mailed('office')).toEqual([])
    await asked()
    moveTo(addDays(day, 2), '06:00')
    await world.app.jobs.drain()
    const address = mailed('office')[0]?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? ''
    expect((await world.app.request(address, { method: 'POST' })).status).toBe(200)
    world.mails.length = 0
    await asked()
    moveTo(addDays(day, 3), '06:00')
    await world.app.jobs.drain()
    expect(mailed('office')).toEqual([])
  })

  test('the times are checked, and are their person’s own', async () => {
    const half = await choose('foreman', { quiet_from: '20:00' })
    expect(half.data.errors).toEqual({ quiet_until: ['Quiet hours need both times.'] })
    const none = await choose('foreman', { quiet_from: '20:00', quiet_until: '20:00' })
    expect(none.data.errors).toEqual({ quiet_until: ['Quiet hours must end at another time.'] })
    const nowhere = await choose('foreman', { time_zone: 'Nowhere/Else' })
    expect(nowhere.data.errors).toEqual({ time_zone: ['Time zone is not valid.'] })
    const { data } = await choose('foreman', { digest: true, quiet_from: '20:00', quiet_until: '06:00' })
    const later = await as('foreman').patch(`/api/notification_settings/${data.id}`, { quiet_from: '21:00' })
    expect([later.status, later.data.quiet_until]).toEqual([200, '06:00'])
    expect(data).not.toHaveProperty('token')
    expect((await as('office').get('/api/notification_settings')).data).toEqual([])
    expect((await as('office').patch(`/api/notification_settings/${data.id}`, { digest: false })).status).toBe(404)
  })
})
