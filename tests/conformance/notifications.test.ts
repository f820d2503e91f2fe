import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Notification } from '#modules/notifications/entities.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, PASSWORD, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'foreman', 'employee'] as const
type Role = (typeof roles)[number]

describe.each(enginesOfTier)('Notifications on $engine', ({ openSample }) => {
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
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    const number = `N-${crypto.randomUUID().slice(0, 8)}`
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Told', number })).data
    for (const role of roles) await as(role).post('/api/notifications/read_all')
    clock.pass({ minutes: 10 })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  /** An RFI of the manager's to the foreman, as sent. */
  async function sent(draft: object = {}) {
    const question = { title: 'Route', question: 'Along grid C?', assigned_id: idOf('foreman'), ...draft }
    const { data } = await as('manager').post(`/api/projects/${project.id}/rfis`, question)
    await as('manager').post(`/api/rfis/${data.id}/send`)
    await world.app.jobs.drain()
    return data
  }
  async function say(role: Role, rfi: { id: number }, content: string) {
    await as(role).post(`/api/rfis/${rfi.id}/messages`, { content })
    await world.app.jobs.drain()
  }
  const told = async (role: Role): Promise<Notification[]> =>
    (await as(role).get('/api/notifications?view=unread')).data

  test('an event reaches those it concerns, but not the one who did it nor anyone else', async () => {
    const rfi = await sent()
    expect(await told('foreman')).toMatchObject([
      {
        subject_type: 'rfis',
        subject_id: rfi.id,
        project_name: 'Told',
        actor_id: idOf('manager'),
        kind: 'with_you',
        text: `${as('manager').user.name} sent RFI 001`,
        note: 'Route',
        href: `/rfis/${rfi.id}`,
        read_at: null,
      },
    ])
    expect([await told('manager'), await told('admin')]).toEqual([[], []])
  })

  test('several events within five minutes are one row, unread again; a later event is another', async () => {
    const rfi = await sent()
    await say('foreman', rfi, 'Grid C.')
    const [first] = await told('manager')
    expect((await as('manager').post(`/api/notifications/${first?.id}/read`)).data.read_at).not.toBeNull()
    expect(await told('manager')).toEqual([])
    clock.pass({ minutes: 4 })
    await say('admin', rfi, 'Grid D.')
    expect(await told('manager')).toMatchObject([{ id: first?.id, actor_id: idOf('admin'), note: '“Grid D.”' }])
    clock.pass({ minutes: 6 })
    await say('foreman', rfi, 'Grid C after all.')
    expect((await told('manager')).map(({ note }) => note)).toEqual(['“Grid C after all.”', '“Grid D.”'])
  })

  test('all are read at once, or those about one record', async () => {
    const [one, other] = [await sent(), await sent({ title: 'Other' })]
    const about = { subject_type: 'rfis', subject_id: one.id }
    const wrong = { subject_type: 'rfis', subject_id: { toString: 1 } }
    expect((await as('foreman').post('/api/notifications/read_all', wrong)).status).toBe(422)
    const read = await as('foreman').post('/api/notifications/read_all', about)
    expect(read.data).toMatchObject([{ subject_id: one.id, read_at: clock.now().toISOString() }])
    expect((await told('foreman')).map(({ subject_id }) => subject_id)).toEqual([other.id])
    await as('foreman').post('/api/notifications/read_all')
    expect(await told('foreman')).toEqual([])
  })

  test('nobody sees, reads or makes up what others are told', async () => {
    const rfi = await sent()
    const [own] = await told('foreman')
    expect((await as('admin').get('/api/notifications')).data).not.toContainEqual(
      expect.objectContaining({ subject_id: rfi.id }),
    )
    expect((await as('admin').post(`/api/notifications/${own?.id}/read`)).status).toBe(404)
    expect((await as('admin').post('/api/notifications', { user_id: 1, text: 'X' })).status).toBe(403)
    expect((await as('foreman').patch(`/api/notifications/${own?.id}`, { text: 'X' })).status).toBe(403)
    expect(await told('foreman')).toHaveLength(1)
  })

  test('nobody is told of a record that they do not see', async () => {
    const deny = async (view: boolean) => {
      await as('admin').post('/user/confirm-password', { password: PASSWORD })
      await as('admin').patch(`/api/users/${idOf('employee')}`, { permission_overrides: { rfis: { view } } })
    }
    await deny(false)
    await sent({ distributions: [{ user_id: idOf('employee') }] })
    expect(await told('employee')).toEqual([])
    await deny(true)
    await sent({ distributions: [{ user_id: idOf('employee') }] })
    expect(await told('employee')).toHaveLength(1)
  })
})
