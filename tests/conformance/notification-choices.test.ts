import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import type { Notification } from '#modules/notifications/entities.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'foreman', 'office'] as const
type Role = (typeof roles)[number]

describe.each(enginesOfTier)('What reaches a person on $engine', ({ openSample }) => {
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
  let count = 0

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Told', number: `C-${++count}` })).data
    for (const role of roles) {
      await as(role).post('/api/notifications/read_all')
      for (const path of ['notification_choices', 'muted_projects'])
        for (const { id } of (await as(role).get(`/api/${path}`)).data) await as(role).delete(`/api/${path}/${id}`)
    }
    await world.app.jobs.drain()
    world.mails.length = 0
    clock.pass({ minutes: 10 })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  /** An RFI of the manager's to the foreman, whom it is with; the office follows it. */
  async function sent(content?: string) {
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: idOf('foreman') }
    const { data } = await as('manager').post(`/api/projects/${project.id}/rfis`, question)
    await as('manager').post(`/api/rfis/${data.id}/send`)
    await as('office').post(`/api/projects/${project.id}/follows`, { followable_type: 'rfis', followable_id: data.id })
    if (content) await as('manager').post(`/api/rfis/${data.id}/messages`, { content })
    await world.app.jobs.drain()
    return data
  }
  const told = async (role: Role, view = 'unread'): Promise<Notification[]> =>
    (await as(role).get(`/api/notifications?view=${view}`)).data
  const kinds = async (role: Role) => (await told(role)).map(({ kind }) => kind)
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString()
  const mailed = (role: Role) => world.mails.filter(({ to }) => to === `${role}@plumbline.test`)
  /** Chooses for a kind, of which there may be a line since something was mailed. */
  async function choose(role: Role, { kind, ...draft }: { kind: string; app?: boolean; email?: boolean }) {
    const known = (await as(role).get('/api/notification_choices')).data.find(
      (one: { kind: string }) => one.kind === kind,
    )
    const { status } = known
      ? await as(role).patch(`/api/notification_choices/${known.id}`, draft)
      : await as(role).post('/api/notification_choices', { kind, ...draft })
    expect(status).toBe(known ? 200 : 201)
  }

  test('a kind that somebody has turned off is told to others alone, and mail has a choice of its own', async () => {
    await choose('office', { kind: 'answers', app: false })
    await choose('foreman', { kind: 'with_you', email: false })
    await sent('See sheet E2.1.')
    expect([await told('office'), (await told('foreman')).length]).toEqual([[], 1])
    // What others write is another kind.
    expect(mailed('foreman').map(({ subject }) => subject)).toEqual(['Re: RFI 001: Route'])
  })

  test('without a choice mail does as the account says', async () => {
    await sent()
    expect(mailed('foreman')).toHaveLength(1)
    await as('foreman').patch(`/api/users/${idOf('foreman')}`, { notification_methods: [] })
    world.mails.length = 0
    await sent()
    expect(mailed('foreman')).toEqual([])
    await choose('foreman', { kind: 'with_you', email: true })
    await sent()
    expect(mailed('foreman')).toHaveLength(1)
    await as('foreman').patch(`/api/users/${idOf('foreman')}`, { notification_methods: ['email'] })
  })

  test('what is with one, and injuries, cannot be turned off', async () => {
    const refused = { status: 422, data: { errors: { app: ['What is with you, and injuries, always arrive.'] } } }
    for (const kind of ['with_you', 'injuries'])
      expect(await as('foreman').post('/api/notification_choices', { kind, app: false })).toMatchObject(refused)
    const injuries = await as('foreman').post('/api/notification_choices', { kind: 'injuries', email: false })
    expect(injuries.data.errors).toEqual({ email: ['Injuries are always mailed.'] })
  })

  test('of a muted job only what is with one is told, until the day that was chosen', async () => {
    const until = addDays(clock.day(), 2)
    for (const role of ['office', 'foreman'] as const)
      expect((await as(role).post('/api/muted_projects', { project_id: project.id, until })).status).toBe(201)
    await sent('See sheet E2.1.')
    expect(await told('office')).toEqual([])
    expect(await kinds('foreman')).toContain('with_you')
    clock.moveTo(until, '08:00')
    await sent('See sheet E2.2.')
    expect(await kinds('office')).toEqual(['answers'])
  })

  test('a job can be muted for good, and no longer', async () => {
    const { data: muted } = await as('office').post('/api/muted_projects', { project_id: project.id })
    clock.pass({ days: 3 })
    await sent('See sheet E2.1.')
    expect(await told('office')).toEqual([])
    await as('office').delete(`/api/muted_projects/${muted.id}`)
    await sent('See sheet E2.2.')
    expect(await kinds('office')).toEqual(['answers'])
  })

  test('whoever does not see a muted job any more does not read its name', async () => {
    const customer = await world.signIn('customer@plumbline.test')
    expect((await customer.post('/api/muted_projects', { project_id: project.id })).status).toBe(201)
    const names = async () =>
      (await customer.get('/api/muted_projects')).data.map((one: { project_name: string }) => one.project_name)
    expect(await names()).toEqual(['Told'])
    await as('admin').patch(`/api/projects/${project.id}`, { customer_id: 2 })
    expect(await names()).toEqual([])
  })

  test('choices are their person’s own, and guests cannot mute what they do not see', async () => {
    await choose('office', { kind: 'answers', app: false })
    const [own] = (await as('office').get('/api/notification_choices')).data
    expect(own).not.toHaveProperty('token')
    expect((await as('admin').get('/api/notification_choices')).data).toEqual([])
    expect((await as('admin').patch(`/api/notification_choices/${own.id}`, { app: true })).status).toBe(404)
    const contact = await world.signIn('contact@plumbline.test')
    expect((await contact.post('/api/muted_projects', { project_id: project.id })).status).toBe(422)
  })

  test('a mail is ended by one press in a mail program, the app still tells', async () => {
    await sent()
    const [mail] = mailed('foreman')
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = mail?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? ''
    expect(address.startsWith(`${BASE}/unsubscribe/notifications/`)).toBe(true)
    // A mail program that opens the link by itself changes nothing.
    const page = await world.app.request(address)
    expect(await page.text()).toContain('With you: RFIs, punch, tasks')
    await sent()
    expect(mailed('foreman')).toHaveLength(2)
    const body = 'List-Unsubscribe=One-Click'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.app.request(address, { method: 'POST', headers: form, body })).status).toBe(200)
    world.mails.length = 0
    await sent()
    expect([mailed('foreman'), await kinds('foreman')]).toEqual([[], expect.arrayContaining(['with_you'])])
    const unknown = await world.app.request(`${address.slice(0, -48)}${'0'.repeat(48)}`, { method: 'POST' })
    expect(unknown.status).toBe(410)
  })

  test('what is done is out of the way until something new happens, and comes back', async () => {
    const rfi = await sent()
    const [one] = await told('foreman')
    const path = `/api/notifications/${one?.id}`
    expect((await as('foreman').post(`${path}/done`)).data.done_at).not.toBeNull()
    const views = async () => [(await told('foreman')).length, (await told('foreman', 'done')).map(({ id }) => id)]
    expect(await views()).toEqual([0, [one?.id]])
    expect((await told('foreman', 'all')).map(({ id }) => id)).not.toContain(one?.id)
    await as('foreman').post(`${path}/back`)
    expect(await views()).toEqual([1, []])
    await as('foreman').post(`${path}/done`)
    await as('manager').post(`/api/rfis/${rfi.id}/messages`, { content: 'One more thing.' })
    await world.app.jobs.drain()
    expect((await told('foreman')).map(({ note }) => note)).toContain('“One more thing.”')
    expect((await as('admin').post(`${path}/done`)).status).toBe(404)
  })

  test('what is put off is told once more at its time, unless that was taken back', async () => {
    await sent()
    const [one] = await told('foreman')
    const path = `/api/notifications/${one?.id}`
    const at = inHours(2)
    expect((await as('foreman').post(`${path}/later`, { at })).data.later_at).toBe(at)
    await as('foreman').post(`${path}/read`)
    expect(await told('foreman')).toEqual([])
    clock.pass({ hours: 3 })
    await world.app.jobs.drain()
    expect(await told('foreman')).toMatchObject([{ id: one?.id, told_at: at, later_at: null, read_at: null }])

    const second = inHours(2)
    await as('foreman').post(`${path}/later`, { at: second })
    await as('foreman').post(`${path}/back`)
    await as('foreman').post(`${path}/read`)
    clock.pass({ hours: 3 })
    await world.app.jobs.drain()
    expect(await told('foreman')).toEqual([])
    for (const wrong of ['soon', inHours(-1), inHours(400 * 24), 7])
      expect((await as('foreman').post(`${path}/later`, { at: wrong })).status).toBe(422)
  })
})
