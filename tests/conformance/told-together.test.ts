import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Notification } from '#modules/notifications/entities.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'contact'] as const
type Role = (typeof roles)[number]

// Rule follow: what one request does to more than five items is told each person once.
describe.each(enginesOfTier)('What is told of many work items on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const people = new Map<Role, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  let project: { id: number; number: string }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    const number = `G-${crypto.randomUUID().slice(0, 8)}`
    const project_users = (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({
      user_id: as(role).user.id,
    }))
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Told', number, project_users })).data
    await told()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  /** What each person was told of the project since this was asked last, and what was mailed. */
  async function told() {
    await world.app.jobs.drain()
    const all: Partial<Record<Role, Notification[]>> = {}
    for (const role of roles) {
      const found: Notification[] = (await as(role).get('/api/notifications?view=unread')).data
      const own = found.filter(({ project_id }) => project_id === project?.id)
      if (own.length) all[role] = own
      await as(role).post('/api/notifications/read_all')
    }
    const mails = world.mails.splice(0)
    clock.pass({ minutes: 10 })
    return { all, mails }
  }
  let requests = 0
  const key = () => ({ 'idempotency-key': `told together ${++requests}` })
  const at = (table: string) => `/api/projects/${project.id}/${table}`
  async function makeMany(table: string, drafts: readonly object[]): Promise<number[]> {
    const { status, data } = await as('manager').post(`${at(table)}/store_many`, { data: drafts }, key())
    if (status !== 200) throw new Error(JSON.stringify(data))
    return data.map(({ id }: { id: number }) => id)
  }
  const punch = (count: number, role: Role, more: object = {}) =>
    Array.from({ length: count }, (_, nth) => ({
      title: `Cover ${nth + 1}`,
      description: `Loose at door ${nth + 1}`,
      assigned_id: as(role).user.id,
      ...more,
    }))
  const textsOf = (found: readonly Notification[] = []) => found.map(({ text }) => text)

  test('up to five are told one by one, more together, each person their own', async () => {
    const name = as('manager').user.name
    await makeMany('punch_items', punch(5, 'foreman'))
    const few = await told()
    expect(few.all.foreman).toHaveLength(5)
    expect(few.mails).toHaveLength(5)

    const ids = await makeMany('punch_items', [...punch(8, 'foreman'), ...punch(1, 'employee'), ...punch(2, 'manager')])
    const { all, mails } = await told()
    expect(Object.keys(all).sort()).toEqual(['employee', 'foreman'])
    expect(textsOf(all.foreman)).toEqual([`${name} assigned you 8 punch items`])
    expect(textsOf(all.employee)).toEqual([`${name} assigned you punch item 014`])
    expect(all.foreman?.[0]).toMatchObject({
      kind: 'with_you',
      note: `${project.number} Told`,
      href: `/projects/${project.id}/punch_items`,
    })
    const mail = mails.find(({ to }) => to === as('foreman').user.email)
    expect(mails.map(({ to }) => to).sort()).toEqual([as('employee').user.email, as('foreman').user.email].sort())
    expect(mail?.subject).toBe(`8 punch items: ${project.number} Told`)
    for (let nth = 1; nth <= 8; nth++) expect(mail?.text).toContain(`Cover ${nth}\n`)
    expect(mail?.text).toContain(`/projects/${project.id}/punch_items`)
    expect(ids).toHaveLength(11)
  })

  test('a long list is cut in the mail, and says how many more there are', async () => {
    await makeMany('punch_items', punch(23, 'foreman'))
    const { mails } = await told()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Cover 20\n')
    expect(mails[0]?.text).not.toContain('Cover 21')
    expect(mails[0]?.text).toContain('… and 3 more.')
  })

  test('a step of many is told who follows them and whom they are with, without what they may not see', async () => {
    const ids = await makeMany('punch_items', punch(7, 'contact'))
    await told()
    // Two of them become private meanwhile, which a guest does not see; one is gone.
    const [first = 0, second = 0, gone = 0] = ids
    for (const id of [first, second])
      await as('admin').patch(`${at('punch_items')}/${id}`, { assigned_id: null, private: true })
    await told()
    const steps = ids.map((id) => ({ id }))
    // Nobody is told before one is gone, however quick the worker is.
    const { services } = world.app
    const { wakeWorker } = services
    Object.assign(services, { wakeWorker: () => {} })
    const answer = await as('admin').post(
      '/api/punch_items/act_many',
      { action: 'complete', data: steps, confirmed: ['not_completed'] },
      key(),
    )
    expect([answer.status, answer.data]).toEqual([200, expect.anything()])
    await as('admin').delete(`${at('punch_items')}/${gone}`)
    Object.assign(services, { wakeWorker })
    const { all } = await told()
    expect(textsOf(all.contact)).toEqual([`${as('admin').user.name} completed 4 punch items`])
    expect(textsOf(all.manager)).toEqual([`${as('admin').user.name} completed 6 punch items`])
  })

  test('RFIs that are sent together are told together, each with its question in the mail', async () => {
    const drafts = Array.from({ length: 6 }, (_, nth) => ({
      title: `Route ${nth + 1}`,
      question: `Along grid ${nth + 1}?`,
      assigned_id: as('foreman').user.id,
    }))
    const ids = await makeMany('rfis', drafts)
    expect((await told()).all).toEqual({})
    const data = ids.map((id) => ({ id }))
    const { status } = await as('manager').post('/api/rfis/act_many', { action: 'send', data }, key())
    expect(status).toBe(200)
    const { all, mails } = await told()
    expect(textsOf(all.foreman)).toEqual([`${as('manager').user.name} sent 6 RFIs`])
    expect(mails).toHaveLength(1)
    for (let nth = 1; nth <= 6; nth++) expect(mails[0]?.text).toContain(`Along grid ${nth}?`)
  })
})
