import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { isFlagged } from '#modules/rfis/guards.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
const NO = 'You do not have permission to do that.'

describe.each(enginesOfTier)('RFIs on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const due = clock.day(11)
  const people = new Map<string, Person>()
  const as = (role: Role): Person => {
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
    const number = `R-${crypto.randomUUID().slice(0, 8)}`
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Asked', number })).data
    await world.app.jobs.drain()
    world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const at = (id = project.id) => `/api/projects/${id}/rfis`
  async function make(draft: object = {}, client: Client = as('manager')) {
    const { data: number } = await client.get(`${at()}/next_number`)
    const question = { title: 'Route', question: 'Along grid C?', number, confirmed: ['outside_project'] }
    const { status, data } = await client.post(at(), { ...question, ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const act = (role: Role, rfi: { id: number }, action: string, body?: object) =>
    as(role).post(`/api/rfis/${rfi.id}/${action}`, body)
  const say = (role: Role, rfi: { id: number }, content = 'Yes.') =>
    as(role).post(`/api/rfis/${rfi.id}/messages`, { content })
  const flagged = async (role: Role): Promise<number[]> =>
    (await as(role).get('/api/rfis/subscribed_and_unread')).data.map(({ id }: { id: number }) => id)

  test('a search finds a number exactly, in each way it is written, and texts that have it', async () => {
    const [other, second] = [await make({ title: 'Panel 2' }), await make({ title: 'Stage' })]
    const find = async (search: string) =>
      (await as('manager').get(`${at()}?${new URLSearchParams({ search })}`)).data.map(({ id }: { id: number }) => id)
    for (const search of ['#2', '#002', 'RFI 2', 'rfi #02']) expect(await find(search)).toEqual([second.id])
    expect((await find('2')).toSorted()).toEqual([other.id, second.id])
    expect(await find('#3')).toEqual([])
  })

  test('numbers are per project, and title and question are required', async () => {
    expect((await as('manager').get(`${at()}/next_number`)).data).toBe(1)
    const first = await make()
    expect(first).toMatchObject({ number: 1, user_id: idOf('manager'), project: { id: project.id, name: 'Asked' } })
    expect((await as('manager').get(`${at()}/next_number`)).data).toBe(2)
    const bare = await as('manager').post(at(), { number: 2 })
    expect(bare.data.errors).toEqual({ title: ['Title is required'], question: ['Question is required'] })
    const taken = await as('manager').post(at(), { number: 1, title: 'A', question: 'B' })
    expect(taken.data.errors).toEqual({ number: ['That RFI number is already in use.'] })
    // Of many at once each finds the numbers that those before it have taken.
    const next = Number((await as('manager').get(`${at()}/next_number`)).data)
    const many = [{}, { number: next }].map((one) => ({ ...one, title: 'A', question: 'B' }))
    const both = await as('manager').post(`${at()}/store_many`, { data: many })
    expect(both.data.errors).toEqual({ 'data.1.number': ['That RFI number is already in use.'] })
  })

  test('an RFI can be read at its project and across projects, but not at another project', async () => {
    const rfi = await make()
    expect((await as('employee').get(`${at()}/${rfi.id}`)).status).toBe(200)
    expect((await as('employee').get(`/api/rfis/${rfi.id}`)).data.title).toBe('Route')
    expect((await as('employee').get(`${at(1)}/${rfi.id}`)).status).toBe(404)
    expect((await as('admin').patch(`${at(1)}/${rfi.id}`, { title: 'Moved' })).status).toBe(404)
    const moved = await as('admin').patch(`/api/rfis/${rfi.id}`, { project_id: 1, title: 'Stays' })
    expect(moved.data).toMatchObject({ project_id: project.id, title: 'Stays' })
  })

  test('sharing with a guest who is not on the team is asked about, naming whom they belong to', async () => {
    const rfi = await make()
    const share = (draft: object) => as('manager').patch(`/api/rfis/${rfi.id}`, draft)
    const { data: contact } = await as('admin').get(`/api/users/${idOf('contact')}`)
    const message = `${contact.name} (${contact.contact_type_name}) is not on this project’s team. Share this RFI with them?`
    for (const draft of [{ assigned_id: contact.id }, { distributions: [{ user_id: contact.id }] }]) {
      const asked = await share(draft)
      expect([asked.status, asked.data.warnings]).toEqual([422, [{ code: 'outside_project', message }]])
    }
    expect((await share({ assigned_id: contact.id, confirmed: ['outside_project'] })).status).toBe(200)
    // Who sees it already is not asked about again.
    expect((await share({ assigned_id: contact.id, due_date: due })).status).toBe(200)
    expect((await share({ assigned_id: idOf('foreman') })).status).toBe(200)
  })

  test('a guest of another customer is refused, even if confirmed, until the project’s team has them', async () => {
    const { id: user_id, customer_id, name } = as('customer').user
    const { data: customers } = await as('admin').get('/api/customers')
    const other = customers.find(({ id }: { id: number }) => id !== customer_id)
    await as('admin').patch(`/api/projects/${project.id}`, { customer_id: other.id })
    const rfi = await make()
    const shared = { assigned_id: user_id, distributions: [{ user_id }], confirmed: ['outside_project'] }
    const refused = await as('manager').patch(`/api/rfis/${rfi.id}`, shared)
    const { data: guest } = await as('admin').get(`/api/users/${user_id}`)
    const problem = `${name} is a guest of ${guest.customer_name}. Add them to the project’s team first.`
    expect([refused.status, refused.data.errors]).toEqual([422, { assigned_id: [problem], distributions: [problem] }])
    await as('admin').patch(`/api/projects/${project.id}`, { project_users: [{ user_id }] })
    expect((await as('manager').patch(`/api/rfis/${rfi.id}`, shared)).status).toBe(200)
  })

  test('sending locks title and question; other fields can still be changed', async () => {
    const rfi = await make()
    expect((await act('manager', rfi, 'send')).data).toMatchObject({ sent_id: idOf('manager') })
    const changed = await as('manager').patch(`/api/rfis/${rfi.id}`, { question: 'Or grid D?' })
    expect([changed.status, Object.keys(changed.data.errors)]).toEqual([422, ['question']])
    const dated = await as('manager').patch(`/api/rfis/${rfi.id}`, { question: 'Along grid C?', due_date: due })
    expect(dated.data.due_date).toBe(due)
  })

  test('unsending is possible until someone replies; resolving needs a response', async () => {
    const rfi = await make()
    // Who has not been asked has not answered.
    const unsent = await act('manager', rfi, 'resolve')
    expect([unsent.status, unsent.data.message]).toEqual([422, 'This RFI is not sent.'])
    await act('manager', rfi, 'send')
    const early = await act('manager', rfi, 'resolve')
    expect([early.status, early.data.message]).toEqual([422, 'Add a response before resolving.'])
    expect((await act('manager', rfi, 'unsend')).data.sent_at).toBeNull()
    await act('manager', rfi, 'send')
    expect((await say('foreman', rfi)).status).toBe(201)
    const late = await act('manager', rfi, 'unsend')
    expect([late.status, late.data.message]).toEqual([422, 'Replies exist. Unsending is not possible.'])
    expect((await act('manager', rfi, 'resolve')).data.resolved_id).toBe(idOf('manager'))
    expect((await act('manager', rfi, 'unresolve')).data).toMatchObject({
      resolved_at: null,
      sent_at: expect.any(String),
    })
  })

  test('office staff edit RFIs of others, and only those who manage projects delete them', async () => {
    const rfi = await make()
    expect((await as('office').patch(`/api/rfis/${rfi.id}`, { title: 'Routed' })).data.title).toBe('Routed')
    for (const role of ['office', 'foreman', 'employee'] as const)
      expect([role, (await as(role).delete(`/api/rfis/${rfi.id}`)).status]).toEqual([role, 403])
    expect((await as('manager').delete(`/api/rfis/${rfi.id}`)).status).toBe(204)
  })

  test('of a concurrent unsend and reply only one succeeds', async () => {
    const rfi = await make({ assigned_id: idOf('contact') })
    await act('manager', rfi, 'send')
    const [unsent, said] = await Promise.all([act('manager', rfi, 'unsend'), say('foreman', rfi)])
    const { data } = await as('manager').get(`/api/rfis/${rfi.id}`)
    expect(said.status).toBe(201)
    // If the reply came first the RFI is still sent; otherwise it was unsent before.
    expect(unsent.status === 422 ? data.sent_at !== null : data.sent_at === null).toBe(true)
  })

  test('followers are flagged until they view the RFI, and again for each new answer', async () => {
    const rfi = await make({ assigned_id: idOf('foreman'), distributions: [{ user_id: idOf('employee') }] })
    expect(await flagged('manager')).not.toContain(rfi.id)
    expect(await flagged('foreman')).toContain(rfi.id)
    expect(await flagged('employee')).toContain(rfi.id)
    expect(await flagged('admin')).not.toContain(rfi.id)
    const before = (await as('foreman').get(`/api/rfis/${rfi.id}`)).data
    const seen = await act('foreman', rfi, 'mark_messages_viewed')
    expect(seen.data.views.map(({ user_id }: { user_id: number }) => user_id)).toEqual([idOf('foreman')])
    expect(seen.data.updated_at).toBe(before.updated_at)
    expect(await flagged('foreman')).not.toContain(rfi.id)
    await say('foreman', rfi, 'Grid C works.')
    expect(await flagged('manager')).toContain(rfi.id)
    expect(await flagged('foreman')).not.toContain(rfi.id)
    await Promise.all([1, 2].map(() => act('manager', rfi, 'mark_messages_viewed')))
    expect(await flagged('manager')).not.toContain(rfi.id)
    const { data: thread } = await as('manager').get(`/api/rfis/${rfi.id}/messages`)
    expect(thread[0].views.map(({ user_id }: { user_id: number }) => user_id)).toEqual([idOf('manager')])
    const { data: history } = await as('manager').get(`/api/rfis/${rfi.id}/history`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['created'])
  })

  test('the history hides the time before a guest could see the RFI; staff see everything', async () => {
    const rfi = await make({ question: 'Is the bid too low?', assigned_id: idOf('contact') })
    const change = (draft: object) => as('manager').patch(`/api/rfis/${rfi.id}`, draft)
    const history = async (role: Role) => (await as(role).get(`/api/rfis/${rfi.id}/history`)).data
    const actions = async (role: Role) => (await history(role)).map(({ action }: { action: string }) => action)
    await change({ question: 'Along grid C?' })
    expect((await as('contact').get(`/api/rfis/${rfi.id}/history`)).status).toBe(404)
    await act('manager', rfi, 'send')
    await change({ due_date: due })
    expect(await actions('contact')).toEqual(['updated', 'send'])
    expect(JSON.stringify(await history('contact'))).not.toContain('bid')
    expect((await history('contact'))[0].changes).toEqual({ due_date: { old: null, new: due } })

    await act('manager', rfi, 'unsend')
    await change({ title: 'Route of the feeder' })
    await act('manager', rfi, 'send')
    expect(await actions('contact')).toEqual(['send'])
    await change({ distributions: [{ user_id: idOf('customer') }] })
    expect(await history('customer')).toMatchObject([{ action: 'updated', changes: {} }])
    expect(await actions('contact')).toEqual(['updated', 'send'])
    expect(await actions('employee')).toHaveLength(8)
  })

  test('the query and the browser’s rule flag the same RFIs, for random messages and views', async () => {
    const ids = roles.map(idOf)
    let seed = 7
    const pick = (below: number) => (seed = (seed * 16807) % 2147483647) % below
    for (let count = 0; count < 12; count++) {
      const rfi = await make(
        {
          assigned_id: pick(2) ? ids[pick(4)] : null,
          distributions: [...new Set([ids[pick(4)], ids[pick(4)]])].map((user_id) => ({ user_id })),
        },
        as(pick(2) ? 'manager' : 'foreman'),
      )
      for (let said = pick(3); said > 0; said--) {
        await say(roles[pick(4)] ?? 'admin', rfi)
        if (pick(2)) await act(roles[pick(4)] ?? 'admin', rfi, 'mark_messages_viewed')
      }
    }
    const { data: all } = await as('admin').get('/api/rfis')
    for (const role of ['admin', 'manager', 'foreman', 'employee'] as const) {
      const expected: number[] = []
      for (const rfi of all) {
        const { data: thread } = await as('admin').get(`/api/rfis/${rfi.id}/messages`)
        if (isFlagged(rfi, thread, idOf(role))) expected.push(rfi.id)
      }
      expect([role, (await flagged(role)).sort((a, b) => a - b)]).toEqual([role, expected.sort((a, b) => a - b)])
    }
  })

  test('files may be changed and deleted by their uploader, or with the same permission on the RFI', async () => {
    const rfi = await make({ assigned_id: idOf('contact') })
    await act('manager', rfi, 'send')
    const file: [string, string] = ['plan.txt', 'Grid C']
    const { data: plan } = await upload(as('manager'), `/api/rfis/${rfi.id}/attachments`, { file })
    const at = `/api/attachments/${plan.id}`
    for (const role of ['contact', 'employee', 'foreman'] as const) {
      expect((await as(role).patch(at, { caption: 'Mine' })).status).toBe(403)
      expect((await as(role).delete(at)).status).toBe(403)
    }
    expect((await as('admin').patch(at, { caption: 'Level 2' })).data.caption).toBe('Level 2')
    const { data: own } = await upload(as('foreman'), `/api/rfis/${rfi.id}/attachments`, { file })
    expect((await as('foreman').delete(`/api/attachments/${own.id}`)).status).toBe(204)
  })

  test('the next number is proposed to users who may create RFIs', async () => {
    expect((await as('employee').get(`${at()}/next_number`)).status).toBe(403)
    expect((await as('foreman').get(`${at()}/next_number`)).data).toBe(1)
    expect((await as('customer').get('/api/projects/next_number')).status).toBe(403)
    expect((await as('foreman').get('/api/projects/next_number')).status).toBe(403)
  })

  test('guests see RFIs once they are sent to them, and may answer but not decide', async () => {
    const rfi = await make({ assigned_id: idOf('contact') })
    const guest = as('contact')
    expect((await guest.get(`/api/rfis/${rfi.id}`)).status).toBe(404)
    expect(await flagged('contact')).not.toContain(rfi.id)
    await act('manager', rfi, 'send')
    expect((await guest.get(`/api/rfis/${rfi.id}`)).data).toMatchObject({ title: 'Route', project_name: 'Asked' })
    expect((await guest.get(`/api/rfis/${rfi.id}`)).data).not.toHaveProperty('custom_field_values')
    expect((await guest.get(`/api/projects/${project.id}`)).status).toBe(404)
    expect((await as('customer').get(`/api/rfis/${rfi.id}`)).status).toBe(404)
    expect(await flagged('contact')).toContain(rfi.id)
    expect((await act('contact', rfi, 'mark_messages_viewed')).status).toBe(200)
    expect(await flagged('contact')).not.toContain(rfi.id)
    expect((await say('contact', rfi, 'Fine with grid C.')).data.user_id).toBe(guest.user.id)
    for (const action of ['resolve', 'unresolve', 'send', 'unsend'])
      expect([action, (await act('contact', rfi, action)).status]).toEqual([action, 403])
    expect((await guest.patch(`/api/rfis/${rfi.id}`, { title: 'Mine' })).status).toBe(403)
    const { data: thread } = await guest.get(`/api/rfis/${rfi.id}/messages`)
    expect((await guest.post(`/api/messages/${thread[0].id}/make_official`)).data.message).toBe(NO)
    expect((await guest.delete(`/api/messages/${thread[0].id}`)).status).toBe(403)
    expect((await guest.patch(`/api/messages/${thread[0].id}`, { content: 'No.' })).status).toBe(403)
  })

  test('a guest removed from the distribution no longer sees the RFI and its messages', async () => {
    const rfi = await make({ distributions: [{ user_id: idOf('contact') }] })
    await act('manager', rfi, 'send')
    const { data: message } = await say('manager', rfi, 'See above.')
    expect((await as('contact').get(`/api/messages/${message.id}`)).status).toBe(200)
    await as('manager').patch(`/api/rfis/${rfi.id}`, { distributions: [] })
    expect((await as('contact').get(`/api/rfis/${rfi.id}`)).status).toBe(404)
    expect((await as('contact').get(`/api/messages/${message.id}`)).status).toBe(404)
    expect((await say('contact', rfi)).status).toBe(404)
  })

  test('followers may answer, other viewers may not; the author marks the official answer', async () => {
    const rfi = await make({ distributions: [{ user_id: idOf('employee') }] }, as('foreman'))
    const { data: said } = await say('employee', rfi, 'Grid C.')
    expect((await as('employee').post(`/api/messages/${said.id}/make_official`)).status).toBe(403)
    expect((await as('foreman').post(`/api/messages/${said.id}/make_official`)).data.official_at).toBeTruthy()
    const others = await make()
    expect([(await say('employee', others)).status, (await say('foreman', others)).status]).toEqual([403, 201])
    const { data: thread } = await as('admin').get(`/api/rfis/${others.id}/messages`)
    expect((await as('foreman').post(`/api/messages/${thread[0].id}/make_official`)).status).toBe(403)
  })

  test('foremen may create and send their own RFIs but not change others’', async () => {
    const own = await make({}, as('foreman'))
    expect((await act('foreman', own, 'send')).status).toBe(200)
    const others = await make()
    expect((await act('foreman', others, 'send')).data.message).toBe(NO)
    expect((await as('foreman').patch(`/api/rfis/${others.id}`, { title: 'X' })).data.message).toBe(NO)
    expect((await as('employee').post(at(), { number: 9, title: 'A', question: 'B' })).status).toBe(403)
  })

  test('lists of RFIs have their messages, each with its author, for who may see them', async () => {
    const { data: made } = await as('manager').post(at(), { title: 'Grounding', question: 'Where?' })
    const { data: answer } = await as('admin').post(`/api/rfis/${made.id}/messages`, { content: 'At the panel.' })
    const { id, name } = as('admin').user
    const inOwn = (all: { id: number; messages: unknown }[]) => all.find((one) => one.id === made.id)?.messages
    const whole = [expect.objectContaining({ id: answer.id, content: 'At the panel.', user: { id, name } })]
    expect(inOwn((await as('manager').get(at())).data)).toEqual(whole)
    expect(inOwn((await as('manager').get('/api/rfis?page=1&per_page=500')).data.data)).toEqual(whole)
    expect(inOwn((await as('manager').get('/api/rfis/subscribed_and_unread')).data)).toEqual(whole)
    expect(inOwn((await as('customer').get(at())).data)).toBe(undefined)
  })

  test('rule rfi: a reply becomes the official answer as its RFI is resolved, and is none again with Undo', async () => {
    const [rfi, other] = [await make(), await make()]
    for (const one of [rfi, other]) await act('manager', one, 'send')
    const [first, second, foreign] = [
      (await say('manager', rfi, 'A')).data,
      (await say('manager', rfi, 'B')).data,
      (await say('manager', other, 'C')).data,
    ]
    await as('manager').post(`/api/messages/${first.id}/make_official`)
    const wrong = await act('manager', rfi, 'resolve', { official_id: foreign.id })
    expect([wrong.status, wrong.data.errors]).toEqual([422, { official_id: ['Choose a reply to this RFI.'] }])
    const resolved = await act('manager', rfi, 'resolve', { official_id: second.id })
    expect(resolved.data.resolved_id).toBe(idOf('manager'))
    const official = async () =>
      (await as('manager').get(`/api/rfis/${rfi.id}/messages`)).data.map(
        (one: { official_id: number | null }) => one.official_id,
      )
    expect(await official()).toEqual([null, idOf('manager')])
    expect((await as('manager').post('/api/undo', { change: resolved.headers.get('x-change-id') })).data.left).toEqual(
      [],
    )
    expect(await official()).toEqual([idOf('manager'), null])
    expect((await as('manager').get(`/api/rfis/${rfi.id}`)).data.resolved_at).toBeNull()
    // A client that does not ask resolves it as before.
    expect((await act('manager', rfi, 'resolve')).status).toBe(200)
  })

  test('only one answer is official, and the list has the message count and the last author', async () => {
    const rfi = await make({ assigned_id: idOf('foreman') })
    const { data: first } = await say('foreman', rfi, 'Grid C.')
    const { data: second } = await say('foreman', rfi, 'Grid D.')
    await as('manager').post(`/api/messages/${first.id}/make_official`)
    await as('manager').post(`/api/messages/${second.id}/make_official`)
    const { data: thread } = await as('manager').get(`/api/rfis/${rfi.id}/messages`)
    expect(thread.map(({ official_at }: { official_at: string | null }) => official_at !== null)).toEqual([false, true])
    const { data } = await as('manager').get(`/api/rfis/${rfi.id}`)
    expect(data).toMatchObject({ message_count: 2, last_user_id: idOf('foreman') })
    expect(data.messages.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
  })

  test('markup in a message is stored as text, and blank messages are refused', async () => {
    const rfi = await make()
    const content = '<img src=x onerror=alert(1)> & "quotes"'
    expect((await say('manager', rfi, content)).data.content).toBe(content)
    expect((await say('manager', rfi, '  ')).data.errors).toEqual({ content: ['Content is required'] })
  })

  test('in an archived project RFIs cannot be created, answered or decided, but viewed', async () => {
    const rfi = await make()
    await as('admin').post(`/api/projects/${project.id}/archive`)
    for (const answer of [
      await as('admin').post(at(), { number: 8, title: 'A', question: 'B' }),
      await as('admin').patch(`/api/rfis/${rfi.id}`, { title: 'Late' }),
      await say('admin', rfi),
      await act('admin', rfi, 'send'),
    ])
      expect([answer.status, answer.data.message]).toEqual([422, 'This project is archived.'])
    expect((await act('admin', rfi, 'mark_messages_viewed')).status).toBe(200)
  })

  test('a project counts its open RFIs, for guests only those they see', async () => {
    const [first] = [await make(), await make()]
    const count = async (role: Role, path = `/api/projects/${project.id}`) => (await as(role).get(path)).data.open_rfis
    expect(await count('manager')).toBe(2)
    await act('manager', first, 'send')
    await say('manager', first)
    await act('manager', first, 'resolve')
    expect(await count('manager')).toBe(1)
    expect(await count('customer')).toBe(as('customer').user.customer_id === 1 ? 0 : undefined)
  })

  test('followers who want mail get one complete mail for each event', async () => {
    await as('admin').patch(`/api/users/${idOf('employee')}`, { notification_methods: ['text'] })
    const rfi = await make({ assigned_id: idOf('contact'), distributions: [{ user_id: idOf('employee') }] })
    await say('manager', rfi, 'Not sent yet: nobody hears of it.')
    await world.app.jobs.drain()
    expect(world.mails).toEqual([])
    const other = await make({ assigned_id: idOf('contact'), distributions: [{ user_id: idOf('foreman') }] })
    await act('manager', other, 'send')
    await act('manager', other, 'send')
    await world.app.jobs.drain()
    expect(world.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['contact@plumbline.test', 'RFI 002: Route'],
      ['foreman@plumbline.test', 'RFI 002: Route'],
    ])
    const [letter] = world.mails
    expect(letter?.text).toContain('Along grid C?')
    expect(letter?.text).toContain(`http://plumbline.test/rfis/${other.id}`)
    world.mails.length = 0
    await say('contact', other, `Go ahead. @${as('admin').user.name} knows, and @${as('customer').user.name} need not.`)
    await world.app.jobs.drain()
    expect(world.mails.map(({ to }) => to).sort()).toEqual([
      'admin@plumbline.test',
      'foreman@plumbline.test',
      'manager@plumbline.test',
    ])
    expect(world.mails[0]?.text).toContain('Go ahead.')
    await as('admin').patch(`/api/users/${idOf('employee')}`, { notification_methods: ['email'] })
  })

  test('the mail of a long thread has its last 50 messages, in their order', async () => {
    const rfi = await make({ assigned_id: idOf('contact') })
    await act('manager', rfi, 'send')
    const data = Array.from({ length: 60 }, (_, at) => ({ content: `Message ${at}.` }))
    expect((await as('manager').post(`/api/rfis/${rfi.id}/messages/store_many`, { data })).status).toBe(200)
    await world.app.jobs.drain()
    const { text = '' } = world.mails.findLast(({ to }) => to === 'contact@plumbline.test') ?? {}
    const told = data.flatMap(({ content }) => (text.includes(content) ? [content] : []))
    expect(told).toEqual(data.slice(10).map(({ content }) => content))
    expect(told.map((content) => text.indexOf(content))).toEqual(
      told.map((content) => text.indexOf(content)).toSorted((a, b) => a - b),
    )
    expect(text).toContain('What was said before is in the app.')
  })

  test('the mail has the photos of the RFI, but no other files', async () => {
    const rfi = await make({ assigned_id: idOf('foreman') })
    const picture = jpeg()
    await upload(as('manager'), `/api/rfis/${rfi.id}/attachments`, { file: ['wall.jpg', picture] })
    await upload(as('manager'), `/api/rfis/${rfi.id}/attachments`, {
      file: ['notes.txt', new TextEncoder().encode('x')],
    })
    await act('manager', rfi, 'send')
    await world.app.jobs.drain()
    expect(world.mails.map(({ to, contents }) => [to, contents?.map(({ name, mime }) => [name, mime])])).toEqual([
      ['foreman@plumbline.test', [['wall.jpg', 'image/jpeg']]],
    ])
    expect(Buffer.from(world.mails[0]?.contents?.[0]?.content ?? [])).toEqual(Buffer.from(picture))
  })

  test('overdue RFIs cause one reminder a day, and a failed reminder is retried', async () => {
    clock.moveTo(clock.day(), '08:00')
    const rfi = await make({ assigned_id: idOf('foreman'), due_date: clock.day(-2) })
    await act('manager', rfi, 'send')
    await world.app.jobs.drain()
    world.mails.length = 0
    const overdue = () => world.mails.filter(({ subject }) => subject.startsWith('Overdue: RFI 001: Route'))
    await world.app.runDaily()
    await world.app.runDaily()
    await world.app.jobs.drain()
    expect(overdue().map(({ to }) => to)).toEqual(['foreman@plumbline.test'])
    clock.moveTo(clock.day(1), '08:00')
    await world.app.runDaily()
    await world.app.jobs.drain()
    expect(overdue()).toHaveLength(2)
    clock.moveTo(clock.day(), '23:59')
    await world.app.runDaily()
    await world.app.jobs.drain()
    expect(overdue()).toHaveLength(2)
  })
})
