import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Notification } from '#modules/notifications/entities.ts'
import type { Follow } from '#modules/work-items/entities.ts'
import { followEarlier } from '#modules/work-items/server/following.ts'
import { createContext } from '#server/context/create-context.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
type Kind = 'rfis' | 'punch_items' | 'tasks' | 'extra_work'
interface Item {
  readonly id: number
  readonly table: Kind
}

// Rule follow.
describe.each(enginesOfTier)('Follows on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const people = new Map<Role, Client & { user: CurrentUser }>()
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
    const number = `F-${crypto.randomUUID().slice(0, 8)}`
    const project_users = (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({
      user_id: idOf(role),
    }))
    const { customer_id } = as('customer').user
    project = (await as('admin').post('/api/projects', { customer_id, name: 'Followed', number, project_users })).data
    await told()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const drafts: Record<Kind, object> = {
    rfis: { title: 'Route', question: 'Along grid C?' },
    punch_items: { title: 'Cover plate' },
    tasks: { title: 'Rough in' },
    extra_work: { title: 'Panel moved', date: clock.day(-1) },
  }
  async function make(table: Kind, draft: object = {}, role: Role = 'manager'): Promise<Item> {
    const { status, data } = await as(role).post(`/api/projects/${project.id}/${table}`, { ...drafts[table], ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return { id: data.id, table }
  }
  const edit = ({ table, id }: Item, draft: object) =>
    as('admin').patch(`/api/projects/${project.id}/${table}/${id}`, draft)
  async function act({ table, id }: Item, action: string, role: Role, body: object = {}) {
    const { status, data } = await as(role).post(`/api/projects/${project.id}/${table}/${id}/${action}`, body)
    if (status !== 200) throw new Error(JSON.stringify(data))
  }
  const say = ({ table, id }: Item, role: Role, content = 'Looked at it.') =>
    as(role).post(`/api/${table}/${id}/messages`, { content })
  const at = () => `/api/projects/${project.id}/follows`
  const bell = ({ table, id }: Item, role: Role, draft: object = {}) =>
    as(role).post(at(), { followable_type: table, followable_id: id, ...draft })
  const followOf = async ({ table, id }: Item, role: Role): Promise<Follow | undefined> =>
    (await as(role).get(`${at()}?followable_type=${table}&followable_id=${id}`)).data[0]
  async function mute(item: Item, role: Role) {
    const follow = await followOf(item, role)
    return follow ? as(role).patch(`${at()}/${follow.id}`, { muted: true }) : bell(item, role, { muted: true })
  }
  /** Who follows an item, and why. */
  async function reasons(item: Item) {
    const all: Partial<Record<Role, string>> = {}
    for (const role of roles) {
      const follow = await followOf(item, role)
      if (follow) all[role] = `${follow.reason}${follow.muted ? ' muted' : ''}`
    }
    return all
  }
  /** What was told of a project's items since this was asked last. */
  async function told() {
    await world.app.jobs.drain()
    const all: Partial<Record<Role, string>> = {}
    for (const role of roles) {
      const found: Notification[] = (await as(role).get('/api/notifications?view=unread')).data
      const [first] = found.filter(({ project_id }) => project_id === project?.id)
      if (first) all[role] = first.kind
      await as(role).post('/api/notifications/read_all')
    }
    // What is told later is another notification.
    clock.pass({ minutes: 10 })
    return all
  }

  test.for(['rfis', 'punch_items', 'tasks', 'extra_work'] as const)(
    'who makes, gets, writes about or is mentioned on one of %s follows it',
    async (table) => {
      const assigned_id = idOf('foreman')
      const item = await make(table, {
        assigned_id,
        ...(table === 'rfis' && { distributions: [{ user_id: idOf('employee') }] }),
      })
      const named = { manager: 'created', foreman: 'assigned', ...(table === 'rfis' && { employee: 'distributed' }) }
      expect(await reasons(item)).toEqual(named)
      await say(item, 'admin', `Have a look, @${as('office').user.name}.`)
      expect(await reasons(item)).toEqual({ ...named, admin: 'replied', office: 'mentioned' })
      await edit(item, { assigned_id: idOf('admin'), title: 'Another' })
      await say(item, 'foreman')
      expect(await reasons(item)).toEqual({ ...named, admin: 'replied', office: 'mentioned' })
    },
  )

  const both = { manager: 'answers', foreman: 'answers' } as const
  /** Made by the manager for the foreman, and followed by the office; taken by the admin. */
  const steps: readonly [Kind, string, object, readonly string[], Partial<Record<Role, string>>][] = [
    ['rfis', 'send', {}, [], { manager: 'answers', foreman: 'with_you' }],
    ['rfis', 'resolve', {}, ['send', 'message'], both],
    ['punch_items', 'complete', {}, [], { manager: 'with_you', foreman: 'answers' }],
    ['punch_items', 'reject', { reason: 'Scratched.' }, ['complete'], { manager: 'answers', foreman: 'with_you' }],
    ['punch_items', 'close', {}, ['complete'], {}],
    ['tasks', 'complete', {}, [], both],
    ['tasks', 'reopen', {}, ['complete'], {}],
    ['extra_work', 'sign', { signed_by: 'Dana', signature_path: 'M 1 1 L 9 9' }, [], both],
    ['extra_work', 'refuse', { reason: 'Not asked for.' }, [], { manager: 'with_you', foreman: 'with_you' }],
  ]
  test.for(steps)('%s: %s tells its followers, and whom it is with', async ([table, step, body, before, expected]) => {
    const item = await make(table, { assigned_id: idOf('foreman') })
    for (const action of before) await (action === 'message' ? say(item, 'admin') : act(item, action, 'admin'))
    await bell(item, 'office')
    await told()
    await act(item, step, 'admin', body)
    expect(await told()).toEqual(Object.keys(expected).length ? { ...expected, office: 'answers' } : {})
  })

  test.for(['rfis', 'punch_items', 'tasks', 'extra_work'] as const)(
    'an assignment of one of %s tells its assignee alone, and a message its followers',
    async (table) => {
      const item = await make(table)
      if (table === 'rfis') {
        // Nobody hears of what is not sent.
        await edit(item, { assigned_id: idOf('foreman') })
        await say(item, 'admin')
        expect(await told()).toEqual({})
        await act(item, 'send', 'manager')
        await edit(item, { assigned_id: null })
        await told()
      }
      await bell(item, 'office')
      await edit(item, { assigned_id: idOf('employee') })
      expect(await told()).toEqual({ employee: 'with_you' })
      await say(item, 'employee')
      const writers = table === 'rfis' ? { admin: 'answers', foreman: 'answers' } : {}
      expect(await told()).toEqual({ manager: 'answers', office: 'answers', ...writers })
    },
  )

  test('who has muted an item hears only of what is with them, and stays flagged as before', async () => {
    const item = await make('rfis', { assigned_id: idOf('foreman'), distributions: [{ user_id: idOf('employee') }] })
    for (const role of ['foreman', 'employee'] as const) expect((await mute(item, role)).status).toBe(200)
    await told()
    world.mails.length = 0
    await act(item, 'send', 'manager')
    expect(await told()).toEqual({ foreman: 'with_you' })
    await say(item, 'admin', `@${as('employee').user.name}, see this.`)
    expect(await told()).toEqual({ manager: 'answers' })
    expect(world.mails.filter(({ to }) => to === as('employee').user.email)).toEqual([])
    expect((await reasons(item)).employee).toBe('distributed muted')
    for (const role of ['foreman', 'employee'] as const) {
      const flagged = (await as(role).get('/api/rfis/subscribed_and_unread')).data.map(({ id }: Item) => id)
      expect([role, flagged.includes(item.id)]).toEqual([role, true])
    }
    // Who follows by the bell is told, and not flagged.
    await bell(item, 'office')
    await say(item, 'admin')
    expect((await told()).office).toBe('answers')
    const flagged = (await as('office').get('/api/rfis/subscribed_and_unread')).data.map(({ id }: Item) => id)
    expect(flagged).not.toContain(item.id)
  })

  test('who no longer follows is not told, until named again', async () => {
    const item = await make('tasks', { assigned_id: idOf('foreman') })
    const follow = await followOf(item, 'manager')
    expect((await as('manager').delete(`${at()}/${follow?.id}`)).status).toBe(204)
    await edit(item, { title: 'Other' })
    await say(item, 'admin')
    expect(await told()).toEqual({ foreman: 'answers' })
    await edit(item, { assigned_id: idOf('manager') })
    expect(await reasons(item)).toMatchObject({ manager: 'assigned' })
  })

  test('one sees and changes one’s own alone, and follows only what one sees', async () => {
    const item = await make('tasks', { assigned_id: idOf('foreman') })
    const follow = await followOf(item, 'foreman')
    for (const change of [
      await as('manager').patch(`${at()}/${follow?.id}`, { muted: true }),
      await as('manager').delete(`${at()}/${follow?.id}`),
    ])
      expect(change.status).toBe(404)
    expect((await as('admin').get('/api/follows')).data.every((one: Follow) => one.user_id === idOf('admin'))).toBe(
      true,
    )
    // Employees see tasks that are theirs, customers none; nobody follows for others, or what is no item.
    expect((await bell(item, 'employee')).status).toBe(403)
    expect((await bell(item, 'customer')).status).toBe(403)
    expect((await bell({ ...item, id: 999_999 }, 'admin')).status).toBe(403)
    expect((await bell({ ...item, table: 'projects' as Kind }, 'admin')).status).toBe(403)
    const made = await bell(item, 'office', { user_id: idOf('admin'), reason: 'assigned' })
    expect([made.status, made.data.user_id, made.data.reason]).toEqual([201, idOf('office'), 'bell'])
    const again = await bell(item, 'office', { muted: true })
    expect([again.status, again.data.errors, again.data.data]).toEqual([
      422,
      { followable_id: ['You follow this already.'] },
      made.data,
    ])
  })

  test('what one may not see any more is told and shown to one no longer, until one sees it again', async () => {
    const item = await make('tasks', { assigned_id: idOf('employee') })
    await edit(item, { assigned_id: idOf('foreman') })
    await told()
    await say(item, 'admin')
    expect(await told()).toEqual({ manager: 'answers', foreman: 'answers' })
    expect(await followOf(item, 'employee')).toBeUndefined()
    // Its follows go with an item, and come back with it.
    const gone = await as('admin').delete(`/api/projects/${project.id}/tasks/${item.id}`)
    expect([gone.status, await reasons(item)]).toEqual([204, {}])
    expect((await as('admin').post('/api/undo', { change: gone.headers.get('x-change-id') })).status).toBe(200)
    expect(await reasons(item)).toEqual({ manager: 'created', foreman: 'assigned', admin: 'replied' })
  })

  test('what named somebody by mistake is undone with that', async () => {
    const item = await make('tasks')
    const named = await edit(item, { assigned_id: idOf('foreman') })
    expect(await reasons(item)).toEqual({ manager: 'created', foreman: 'assigned' })
    const undone = await as('admin').post('/api/undo', { change: named.headers.get('x-change-id') })
    expect([undone.data.left, await reasons(item)]).toEqual([[], { manager: 'created' }])
    const made = await as('manager').post(`/api/projects/${project.id}/tasks`, { title: 'By mistake' })
    await bell({ table: 'tasks', id: made.data.id }, 'office')
    const taken = await as('manager').post('/api/undo', { change: made.headers.get('x-change-id') })
    expect([taken.status, taken.data.left]).toEqual([200, []])
    expect((await as('admin').get(`/api/tasks/${made.data.id}`)).status).toBe(404)
  })

  test('several who are named at the same moment are each noted once', async () => {
    const item = await make('tasks')
    const all = [
      edit(item, { assigned_id: idOf('admin') }),
      say(item, 'admin'),
      bell(item, 'admin'),
      say(item, 'admin'),
    ]
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 201, 422].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 422).length).toBeLessThan(2)
    expect(await reasons(item)).toMatchObject({ manager: 'created' })
    expect((await as('admin').get(`${at()}?followable_id=${item.id}`)).data).toHaveLength(1)
  })

  test('the first start notes who follows what was there before, and the next one nothing', async () => {
    const item = await make('rfis', { assigned_id: idOf('foreman'), distributions: [{ user_id: idOf('employee') }] })
    await say(item, 'office')
    const before = await reasons(item)
    const { app } = world
    const start = () =>
      app.services.database.kysely
        .transaction()
        .execute((trx) => followEarlier(createContext(app.services, { user: as('admin').user }, trx)))
    await app.services.database.kysely.deleteFrom('follows' as never).execute()
    await start()
    expect(await reasons(item)).toEqual(before)
    await as('foreman').delete(`${at()}/${(await followOf(item, 'foreman'))?.id}`)
    await start()
    expect(Object.keys(await reasons(item))).toEqual(['manager', 'office', 'employee'])
  })
})
