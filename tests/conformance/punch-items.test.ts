import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
interface Item {
  id: number
  number: number
  title: string
  photos?: readonly { kind: string | null }[]
}

describe.each(enginesOfTier)('Punch items on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: { id: number }
  const makeProject = async (customer_id: number | null) =>
    (
      await as('admin').post('/api/projects', {
        customer_id,
        name: 'Walked',
        number: `P-${crypto.randomUUID().slice(0, 8)}`,
        project_users: (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({
          user_id: idOf(role),
        })),
      })
    ).data
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    project = await makeProject(as('customer').user.customer_id)
    await world.app.jobs.drain()
    world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const at = (id = project.id) => `/api/projects/${id}/punch_items`
  async function make(draft: object = {}, role: Role = 'foreman'): Promise<Item> {
    const { status, data } = await as(role).post(at(), { title: 'Cover plate missing', ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const act = (item: Item, action: string, role: Role, body: object = {}) =>
    as(role).post(`${at()}/${item.id}/${action}`, body)
  const read = async (item: Item, role: Role = 'admin') => (await as(role).get(`${at()}/${item.id}`)).data
  const openOf = async (role: Role) => (await as(role).get(`/api/projects/${project.id}`)).data.open_punch_items

  test('items are numbered within their project, and need a title', async () => {
    const [first, second] = [await make(), await make()]
    expect([first.number, second.number]).toEqual([1, 2])
    expect(first).toMatchObject({ priority: 'medium', private: false, user_id: idOf('foreman'), completed_at: null })
    expect((await as('foreman').get(`${at()}/next_number`)).data).toBe(3)
    expect((await as('employee').get(`${at()}/next_number`)).status).toBe(403)
    const { status, data } = await as('foreman').post(at(), { title: ' ' })
    expect([status, data.errors]).toEqual([422, { title: ['Title is required'] }])
  })

  test('rule punch-item: whoever closes an item completes it for its assignee, and history names both', async () => {
    for (const role of ['admin', 'manager', 'foreman'] as const) {
      const item = await make({ assigned_id: idOf('contact') })
      expect((await act(item, 'complete', role)).data).toMatchObject({
        completed_id: idOf(role),
        assigned_id: idOf('contact'),
      })
      const [latest] = (await as('office').get(`${at()}/${item.id}/history`)).data
      expect(latest).toMatchObject({ action: 'complete', user_id: idOf(role) })
    }
    const item = await make({ assigned_id: idOf('contact') })
    expect((await act(item, 'complete', 'office')).status).toBe(403)
    expect((await act(item, 'complete', 'employee')).status).toBe(404)
  })

  test('what was never completed is not rejected, and what was rejected already stays so', async () => {
    const item = await make({ assigned_id: idOf('employee') })
    const reject = (reason: string) => act(item, 'reject', 'manager', { reason })
    const refused = await reject('Loose.')
    expect([refused.status, refused.data.message]).toEqual([422, 'This punch item is not completed.'])
    await act(item, 'complete', 'employee')
    expect((await reject('Loose.')).status).toBe(200)
    expect((await reject('Crooked.')).data).toMatchObject({ rejected_reason: 'Loose.' })
    await act(item, 'complete', 'employee')
    await act(item, 'reopen', 'employee')
    expect((await reject('Crooked.')).status).toBe(422)
  })

  test('the assignee completes an item, and its creator or a manager closes it', async () => {
    const item = await make({ assigned_id: idOf('employee') })
    const completed = await act(item, 'complete', 'employee')
    expect(completed.data).toMatchObject({ completed_id: idOf('employee'), closed_at: null })
    expect(await openOf('manager')).toBe(0)
    for (const role of ['employee', 'office', 'contact'] as const)
      expect((await act(item, 'close', role)).status).toBe(role === 'contact' ? 404 : 403)
    expect((await act(item, 'close', 'foreman')).data).toMatchObject({ closed_id: idOf('foreman') })
    const other = await make({ assigned_id: idOf('employee') })
    await act(other, 'complete', 'employee')
    expect((await act(other, 'close', 'manager')).status).toBe(200)
  })

  test('an item without an assignee is completed by whoever may edit it', async () => {
    const [first, second] = [await make(), await make()]
    expect((await act(first, 'complete', 'customer')).status).toBe(403)
    expect((await act(first, 'complete', 'employee')).status).toBe(404)
    expect((await act(first, 'complete', 'office')).status).toBe(200)
    expect((await act(second, 'complete', 'foreman')).status).toBe(200)
  })

  test('rejecting needs a reason, and opens the item again with it', async () => {
    const item = await make({ assigned_id: idOf('employee') })
    await act(item, 'complete', 'employee')
    const refused = await act(item, 'reject', 'manager', { reason: '  ' })
    expect([refused.status, refused.data.errors]).toEqual([422, { reason: ['Add a reason for rejecting.'] }])
    expect((await act(item, 'reject', 'employee', { reason: 'No' })).status).toBe(403)
    const { data } = await act(item, 'reject', 'manager', { reason: 'Still loose.' })
    expect(data).toMatchObject({
      completed_at: null,
      rejected_reason: 'Still loose.',
      rejected_id: idOf('manager'),
      rejected_name: as('manager').user.name,
    })
    const history = (await as('manager').get(`${at()}/${item.id}/history`)).data
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['reject', 'complete', 'created'])
  })

  test('closing what was never completed is asked about first', async () => {
    const item = await make()
    const asked = await act(item, 'close', 'manager')
    expect([asked.status, asked.data.warnings]).toEqual([
      422,
      [{ code: 'not_completed', message: 'This item was never completed. Close it anyway?' }],
    ])
    expect((await read(item)).closed_at).toBeNull()
    const { data } = await act(item, 'close', 'manager', { confirmed: ['not_completed'] })
    expect(data).toMatchObject({ completed_at: null, closed_id: idOf('manager') })
    // What a closed item was rejected for before says nothing once it is reopened.
    expect((await act(item, 'reopen', 'employee')).status).toBe(404)
    expect((await act(item, 'reopen', 'office')).status).toBe(403)
    expect((await act(item, 'reopen', 'foreman')).data).toMatchObject({ closed_at: null, rejected_reason: null })
  })

  test('whoever completed an item by mistake takes that back until it is closed', async () => {
    const item = await make({ assigned_id: idOf('employee') })
    await act(item, 'complete', 'employee')
    expect((await act(item, 'reopen', 'employee')).data).toMatchObject({ completed_at: null })
    await act(item, 'complete', 'employee')
    await act(item, 'close', 'manager')
    expect((await act(item, 'reopen', 'employee')).status).toBe(403)
  })

  test('of two who close and reject at the same moment, one is told that the item has moved on', async () => {
    const item = await make({ assigned_id: idOf('employee') })
    await act(item, 'complete', 'employee')
    const [closed, rejected] = await Promise.all([
      act(item, 'close', 'manager'),
      act(item, 'reject', 'admin', { reason: 'Loose.' }),
    ])
    expect([closed.status, rejected.status].toSorted()).toEqual([200, 422])
    const { closed_at, rejected_reason } = await read(item)
    if (closed.status === 200) {
      expect(rejected.data.message).toBe('This punch item is closed.')
      expect([closed_at, rejected_reason]).toEqual([expect.any(String), null])
    } else {
      expect(closed.data.warnings).toMatchObject([{ code: 'not_completed' }])
      expect([closed_at, rejected_reason]).toEqual([null, 'Loose.'])
    }
  })

  test('where a photo is required, an item is completed with one of the finished work', async () => {
    const item = await make({ assigned_id: idOf('employee'), requires_photo: true })
    const files = `/api/punch_items/${item.id}/attachments`
    const refused = await act(item, 'complete', 'employee')
    expect([refused.status, refused.data.message]).toEqual([422, 'Add a photo of the finished work.'])
    await upload(as('foreman'), files, { file: ['a.jpg', jpeg('a')], kind: 'before' })
    expect((await act(item, 'complete', 'employee')).status).toBe(422)
    expect((await upload(as('employee'), files, { file: ['b.jpg', jpeg('b')], kind: 'during' })).status).toBe(422)
    expect((await upload(as('employee'), files, { file: ['b.jpg', jpeg('b')], kind: 'after' })).status).toBe(201)
    expect((await act(item, 'complete', 'employee')).status).toBe(200)
    expect((await as('manager').get(at())).data[0].photo_ids).toEqual({
      before: expect.any(Number),
      after: expect.any(Number),
    })
    expect((await read(item)).photos.map(({ kind }: { kind: string }) => kind)).toEqual(['before', 'after'])
  })

  test('customers create items and see what is not private, but assign nobody', async () => {
    const item = await make({}, 'customer')
    expect(item).toMatchObject({ user_id: idOf('customer'), assigned_id: null })
    const hidden = await make({ private: true })
    const ids = async (role: Role) => (await as(role).get(at())).data.map(({ id }: Item) => id)
    expect(await ids('customer')).toEqual([item.id])
    expect(await ids('foreman')).toEqual([item.id, hidden.id])
    expect((await as('customer').get(`/api/punch_items/${hidden.id}`)).status).toBe(404)
    expect([await openOf('customer'), await openOf('manager')]).toEqual([1, 2])
    const assigning = await as('customer').post(at(), { title: 'Scratched door', assigned_id: idOf('foreman') })
    expect([assigning.status, assigning.data.message]).toEqual([403, 'Guests cannot assign punch items.'])
    expect((await as('customer').patch(`${at()}/${item.id}`, { title: 'Other' })).status).toBe(403)
    // What guests send of fields that are not theirs is dropped.
    const own = await make({ private: true, requires_photo: true }, 'customer')
    expect(await read(own)).toMatchObject({ private: false, requires_photo: false })
    const sent = await read(own, 'customer')
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['cost_code_id']))
    // Their own items they close themselves once the work is done.
    await act(own, 'complete', 'foreman')
    expect((await act(own, 'close', 'customer')).status).toBe(200)
  })

  test('employees and contacts see and edit what is assigned to them, and nothing else', async () => {
    await make()
    const mine = await make({ assigned_id: idOf('employee') })
    const theirs = await make({ assigned_id: idOf('contact') })
    for (const [role, own, other] of [
      ['employee', mine, theirs],
      ['contact', theirs, mine],
    ] as const) {
      expect((await as(role).get(at())).data.map(({ id }: Item) => id)).toEqual([own.id])
      expect((await as(role).patch(`${at()}/${own.id}`, { description: 'Seen.' })).status).toBe(200)
      expect((await as(role).patch(`${at()}/${other.id}`, { description: 'Seen.' })).status).toBe(404)
      expect((await as(role).delete(`${at()}/${own.id}`)).status).toBe(403)
      expect((await as(role).post(at(), { title: 'New' })).status).toBe(403)
      expect(await openOf(role)).toBe(1)
    }
    const passed = await as('contact').patch(`${at()}/${theirs.id}`, { assigned_id: idOf('foreman') })
    expect([passed.status, passed.data.message]).toEqual([403, 'Guests cannot assign punch items.'])
  })

  test('an item is assigned only to who can see it', async () => {
    const elsewhere = await makeProject(
      (await as('admin').post('/api/customers', { name: 'Other', email: 'o@x.example', phone_number: '5095550100' }))
        .data.id,
    )
    const assigning = async (path: string, draft: object) =>
      (await as('manager').post(path, { title: 'Door', ...draft })).data.errors
    const { name } = as('customer').user
    expect(await assigning(at(elsewhere.id), { assigned_id: idOf('customer') })).toEqual({
      assigned_id: [`${name} cannot see this project.`],
    })
    const gone = (
      await as('admin').post('/api/users', { name: 'Gone Away', role: 'employee', active: false, has_access: false })
    ).data
    expect(await assigning(at(), { assigned_id: gone.id })).toEqual({
      assigned_id: ['Gone Away cannot see this project.'],
    })
    const contact = as('contact').user
    expect(await assigning(at(), { assigned_id: contact.id, private: true })).toEqual({
      assigned_id: [`${contact.name} is a guest and cannot see private items.`],
    })
    // Nor may an item be made private under the guest who has to do it.
    const item = await make({ assigned_id: contact.id })
    expect((await as('manager').patch(`${at()}/${item.id}`, { private: true })).status).toBe(422)
    expect((await as('manager').patch(`${at()}/${item.id}`, { title: 'Door sticks' })).status).toBe(200)
  })

  test('items from defaults are added at once, each default once', async () => {
    const defaults = (await as('foreman').get('/api/default_punch_items')).data
    expect(defaults.length).toBeGreaterThan(1)
    expect((await as('customer').get('/api/default_punch_items')).status).toBe(403)
    const data = defaults.map(({ id, title }: Item) => ({ title, default_punch_item_id: id }))
    const { status, data: added } = await as('foreman').post(`${at()}/store_many`, { data })
    expect(status).toBe(200)
    expect(added.map(({ requires_photo }: { requires_photo: boolean }) => requires_photo)).toEqual(
      defaults.map(({ requires_photo }: { requires_photo: boolean }) => requires_photo),
    )
    const again = await as('manager').post(at(), data[0])
    expect([again.status, again.data.errors]).toEqual([
      422,
      { default_punch_item_id: ['This default is on the project already.'] },
    ])
  })

  test('an archived project keeps its items as they are', async () => {
    const item = await make()
    await as('admin').post(`/api/projects/${project.id}/archive`)
    for (const { status, data } of [
      await as('foreman').post(at(), { title: 'Late' }),
      await as('foreman').patch(`${at()}/${item.id}`, { title: 'Late' }),
      await act(item, 'complete', 'foreman'),
    ])
      expect([status, data.message]).toEqual([422, 'This project is archived.'])
  })

  test('across projects one finds what is one’s own, what waits for a check, and what is late', async () => {
    const [mine, done, late] = [
      await make({ assigned_id: idOf('employee') }, 'manager'),
      await make({ assigned_id: idOf('employee') }, 'manager'),
      await make({ assigned_id: idOf('employee'), due_date: '2020-01-05' }, 'manager'),
    ]
    await act(done, 'complete', 'employee')
    const found = async (role: Role, query: string) =>
      (await as(role).get(`/api/punch_items?project_id=${project.id}&${query}`)).data.map(({ id }: Item) => id)
    expect(await found('employee', 'view=mine')).toEqual([mine.id, late.id])
    expect(await found('manager', 'view=to_check')).toEqual([done.id])
    expect(await found('foreman', 'view=made_to_check')).toEqual([])
    expect(await found('manager', 'late=2020-01-06')).toEqual([late.id])
    expect(await found('manager', 'late=2020-01-05')).toEqual([])
    expect(await found('manager', 'state=completed')).toEqual([done.id])
  })

  test('everyone who sees an item talks about it; photos come from who may edit it or made it', async () => {
    const item = await make()
    const say = (role: Role) => as(role).post(`/api/punch_items/${item.id}/messages`, { content: 'Seen.' })
    const show = (role: Role) =>
      upload(as(role), `/api/punch_items/${item.id}/attachments`, { file: ['a.jpg', jpeg(role)] })
    expect([(await say('customer')).status, (await say('office')).status]).toEqual([201, 201])
    expect((await say('contact')).status).toBe(404)
    expect([(await show('customer')).status, (await show('office')).status]).toEqual([403, 201])
    const own = await make({}, 'customer')
    expect(
      (await upload(as('customer'), `/api/punch_items/${own.id}/attachments`, { file: ['a.jpg', jpeg('own')] })).status,
    ).toBe(201)
  })

  test('a PDF of a person’s items is mailed to that person, who needs no account', async () => {
    const person = (
      await as('admin').post('/api/users', {
        name: 'Sub Contractor',
        email: `sub-${project.id}@made.example`,
        contact_type_id: as('contact').user.contact_type_id,
        has_access: false,
      })
    ).data
    const current = (await as('admin').get(`/api/projects/${project.id}`)).data
    const team = [...current.project_users, { user_id: person.id }]
    await as('admin').patch(`/api/projects/${project.id}`, { project_users: team })
    const send = (role: Role, mailed: object = {}) =>
      upload(as(role), `/api/projects/${project.id}/punch_mailings`, {
        file: ['items.pdf', '%PDF-1.4 items'],
        assigned_id: String(person.id),
        ...mailed,
      })
    expect((await send('foreman')).data.errors).toEqual({
      assigned_id: ['Sub Contractor has no open punch items on this project.'],
    })
    await make({ assigned_id: person.id })
    expect([(await send('customer')).status, (await send('employee')).status]).toEqual([403, 403])
    expect((await send('foreman', { file: ['items.txt', 'Not a PDF'] })).data.errors).toEqual({
      file: ['File must be a PDF.'],
    })
    await world.app.jobs.drain()
    world.mails.length = 0
    expect((await send('foreman')).status).toBe(201)
    expect((await as('foreman').get(`/api/projects/${project.id}/punch_mailings`)).data).toMatchObject([
      { assigned_id: person.id, address: person.email },
    ])
    // Employees see only their own items, so they do not see lists of other people's.
    expect((await as('employee').get(`/api/projects/${project.id}/punch_mailings`)).status).toBe(403)
    await world.app.jobs.drain()
    expect(world.mails.map(({ to, contents }) => [to, contents?.map(({ name }) => name)])).toEqual([
      [person.email, ['items.pdf']],
    ])
  })

  test('the assignee hears of an item and of a rejection, the creator that it waits for a check', async () => {
    const told = async (role: Role) => {
      await world.app.jobs.drain()
      const all = (await as(role).get('/api/notifications')).data
      return all
        .filter((one: { project_id: number }) => one.project_id === project.id)
        .map(({ text }: { text: string }) => text)
    }
    const [manager, employee] = [as('manager').user.name, as('employee').user.name]
    const item = await make({}, 'manager')
    expect(await told('employee')).toEqual([])
    await as('manager').patch(`${at()}/${item.id}`, { assigned_id: idOf('employee') })
    expect(await told('employee')).toEqual([`${manager} assigned you punch item 001`])
    await act(item, 'complete', 'employee')
    expect(await told('manager')).toEqual([`${employee} completed punch item 001`])
    await act(item, 'reject', 'manager', { reason: 'Loose.' })
    expect(await told('employee')).toEqual([`${manager} rejected punch item 001`])
    await as('employee').post(`/api/punch_items/${item.id}/messages`, { content: 'Which one?' })
    expect(await told('manager')).toEqual([`${employee} wrote about punch item 001`])
    const mails = world.mails.map(({ to, subject }) => [to, subject])
    expect(mails).toContainEqual(['employee@plumbline.test', expect.stringContaining('Punch item 001')])
    expect(world.mails.at(-1)?.text).toContain('Loose.')
  })
})
