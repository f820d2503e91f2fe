import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createClient, createTestWorld, type Client } from '../harness.ts'
import { endpointsOf, filled, marksIn, truthOf, type Truth } from '../security/endpoints.ts'
import { jpeg, upload } from '../files.ts'
import { isBrief, someOf } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
const idsOf = (data: readonly { id: number }[]) => data.map(({ id }) => id).sort((a, b) => a - b)

describe.each(enginesOfTier)('share links to work items on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: World
  let manager: Client
  let truth: Map<string, Truth[]>
  let job: number
  const all = (entity: string) => (truth.get(entity) ?? []).filter((one) => one.project_id === job)
  const person = async (email: string) => (await world.app.accounts.byEmail(`${email}@plumbline.test`))?.user.id ?? 0

  const make = async (table: string, values: object): Promise<number> => {
    const { status, data } = await manager.post(`/api/projects/${job}/${table}`, { title: 'Cover plate', ...values })
    expect([status, data]).toEqual([201, expect.anything()])
    return data.id
  }
  async function send(target: object, { client = manager, to = { name: 'Jo Reyes' } as object } = {}) {
    return client.post(`/api/projects/${job}/share_links/send`, { until: clock.day(30), to: [to], ...target })
  }
  async function open(target: object, to?: object) {
    const { status, data } = await send(target, to && { to })
    expect([status, data]).toEqual([200, [expect.objectContaining({ plain: expect.any(String) })]])
    const client = createClient(world.app)
    const [link] = data
    const page = (await client.post('/s/open', { token: link.plain.split('/').at(-1) })).data
    const at = `/s/${page.link}/api`
    return {
      link,
      page,
      client,
      at,
      get: (path: string) => client.get(`${at}${path}`),
      post: (path: string, body: object = {}, headers = {}) => client.post(`${at}${path}`, body, headers),
    }
  }
  const item = (table: string, target_id: number, more: object = {}) => ({
    what: 'work_item',
    target_type: table,
    target_id,
    ...more,
  })
  const photo = (more: Record<string, string> = { kind: 'after' }, content: string | ArrayBuffer = jpeg()) => ({
    ...more,
    file: ['done.jpg', content] as const,
  })

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    manager = await world.signIn('manager@plumbline.test')
    truth = await truthOf(world)
    job = Number(truth.get('punch_item')?.[0]?.project_id)
    const admin = await world.signIn('admin@plumbline.test')
    const { data: project } = await admin.get(`/api/projects/${job}`)
    const project_users = [...project.project_users, { user_id: await person('contact') }]
    expect((await admin.patch(`/api/projects/${job}`, { project_users })).status).toBe(200)
  })
  afterAll(() => world.close())

  test('show one item with its messages and photos, in words that the page needs and no others', async () => {
    const id = await make('punch_items', { description: 'Missing in 104', location: 'Room 104', cost_code_id: null })
    const other = await make('punch_items', {})
    await manager.post(`/api/punch_items/${id}/messages`, { content: 'It is the double gang one.' })
    await manager.post(`/api/punch_items/${other}/messages`, { content: 'Another.' })
    await upload(manager, `/api/punch_items/${id}/attachments`, photo({ kind: 'before', lat: '46.2', lng: '-119.1' }))
    const { page, get } = await open(item('punch_items', id))
    expect(page).toMatchObject({ noun: 'item', answers: false, kind: { path: 'punch_items', noun: 'punch item' } })
    expect(page.kind.states.map(({ label }: { label: string }) => label)).toEqual(['Open', 'Completed', 'Closed'])
    expect(page.kind.done).toEqual({ step: 'complete', label: 'Complete' })
    const keys = async (path: string) => Object.keys((await get(path)).data[0]).sort()
    expect(idsOf((await get('/punch_items')).data)).toEqual([id])
    expect(await keys('/punch_items')).toMatchInlineSnapshot(`
      [
        "assigned_id",
        "assigned_name",
        "closed_at",
        "completed_at",
        "created_at",
        "deleted_at",
        "description",
        "due_date",
        "id",
        "location",
        "number",
        "requires_photo",
        "title",
        "trade",
        "updated_at",
      ]
    `)
    expect((await get('/messages')).data).toHaveLength(1)
    expect(await keys('/messages')).toMatchInlineSnapshot(`
      [
        "content",
        "created_at",
        "deleted_at",
        "id",
        "messageable_id",
        "messageable_type",
        "official_at",
        "updated_at",
        "user_name",
      ]
    `)
    const { data: photos } = await get('/attachments')
    expect(photos).toHaveLength(1)
    expect(await keys('/attachments')).toMatchInlineSnapshot(`
      [
        "attachable_id",
        "attachable_type",
        "caption",
        "created_at",
        "deleted_at",
        "id",
        "image",
        "kind",
        "mime",
        "name",
        "preview_state",
        "size",
        "updated_at",
      ]
    `)
    expect((await get(`/attachments/${photos[0].id}/file`)).status).toBe(200)
    expect((await get(`/punch_items/${other}`)).status).toBe(404)
    for (const path of ['/rfis', '/tasks', '/extra_work', '/drawing_sheets', '/documents'])
      expect([path, (await get(path)).data]).toEqual([path, []])
  })

  test('show each kind of work item, its checklist, and neither prices nor what is for staff', async () => {
    const task = await make('tasks', { checklist: [{ text: 'Shut the feeder off' }] })
    const tasks = await open(item('tasks', task))
    const { data } = await tasks.get('/tasks')
    expect(data[0].checklist).toEqual([expect.objectContaining({ text: 'Shut the feeder off', done_at: null })])
    expect(Object.keys(data[0])).not.toContain('blocked_rfi_id')
    const materials = [{ kind: 'material', description: 'EMT', quantity: 60, unit: 'ft', price: 3.5 }]
    const ticket = await make('extra_work', { date: clock.day(0), materials })
    const tickets = await open(item('extra_work', ticket))
    const text = JSON.stringify((await tickets.get('/extra_work')).data)
    expect(text).toContain('Cover plate')
    expect(text).not.toMatch(/EMT|3\.5|price/)
    const rfi = await make('rfis', { question: 'Which conduit?' })
    const rfis = await open(item('rfis', rfi))
    expect((await rfis.get('/rfis')).data[0]).toMatchObject({ question: 'Which conduit?' })
    expect(JSON.stringify((await rfis.get('/rfis')).data)).not.toMatch(/views|distributions|cost_impact/)
    expect(rfis.page.kind.done).toBeNull()
  })

  test('of a list show the recipient’s open items, or all that guests may see', async () => {
    const contact = await person('contact')
    const [mine, others, done, secret] = [
      await make('punch_items', { assigned_id: contact }),
      await make('punch_items', {}),
      await make('punch_items', { assigned_id: contact }),
      await make('punch_items', { private: true }),
    ]
    await manager.post(`/api/punch_items/${done}/close`, { confirmed: ['not_completed'] })
    truth = await truthOf(world)
    const isOpen = (one: Truth) => one.completed_at === null && one.closed_at === null && one.private === false
    const list = { what: 'list', target_type: 'punch_items' }
    const own = await open(list, { user_id: contact })
    const wanted = all('punch_item').filter((one) => isOpen(one) && one.assigned_id === contact)
    expect(idsOf((await own.get('/punch_items')).data)).toEqual(idsOf(wanted))
    expect(idsOf(wanted)).toContain(mine)
    const whole = await open({ ...list, whole: true })
    expect(idsOf((await whole.get('/punch_items')).data)).toEqual(idsOf(all('punch_item').filter(isOpen)))
    expect(idsOf((await whole.get('/punch_items')).data)).toEqual(expect.arrayContaining([mine, others]))
    expect((await whole.get(`/punch_items/${secret}`)).status).toBe(404)
    const { data } = await manager.get(`/api/projects/${job}/share_links/${whole.link.id}`)
    expect(data).toMatchObject({ title: 'Open punch items', changed_at: expect.any(String) })
  })

  test('show a daily log as customers read one', async () => {
    const { data: log } = await manager.post(`/api/projects/${job}/daily_logs`, {
      date: clock.day(-300),
      work_performed: 'Feeder pulled',
      notes: 'Owner is slow',
    })
    const entry = (values: object) => manager.post(`/api/daily_logs/${log.id}/entries`, values)
    const { data: delivery } = await entry({ type: 'delivery', supplier: 'Platt Electric' })
    await entry({ type: 'note', body: 'Ours alone', is_issue: true })
    await manager.post(`/api/daily_logs/${log.id}/messages`, { content: 'Between us' })
    await upload(manager, `/api/daily_logs/${log.id}/attachments`, photo({}))
    const { get, post, page } = await open({ what: 'log', target_id: log.id, answers: true })
    expect(page.kind.path).toBe('daily_logs')
    const { data: logs } = await get('/daily_logs')
    expect(logs).toEqual([expect.objectContaining({ id: log.id, work_performed: 'Feeder pulled' })])
    expect(Object.keys(logs[0]).sort()).toMatchInlineSnapshot(`
      [
        "completed_at",
        "created_at",
        "date",
        "delays",
        "deleted_at",
        "id",
        "updated_at",
        "work_performed",
      ]
    `)
    expect(idsOf((await get('/daily_log_entries')).data)).toEqual([delivery.id])
    expect((await get('/attachments')).data).toHaveLength(1)
    expect((await get('/messages')).data).toEqual([])
    expect((await post(`/daily_logs/${log.id}/messages`, { content: 'No' })).status).toBe(404)
    const foreman = await world.signIn('employee@plumbline.test')
    expect((await send({ what: 'log', target_id: log.id }, { client: foreman })).status).toBeOneOf([403, 404])
  })

  test('end their sight with that of guests: what becomes private is shown no longer', async () => {
    const id = await make('punch_items', {})
    const { get, post } = await open(item('punch_items', id, { answers: true }))
    expect((await get(`/punch_items/${id}`)).status).toBe(200)
    await manager.patch(`/api/punch_items/${id}`, { private: true })
    expect((await get(`/punch_items/${id}`)).status).toBe(404)
    expect((await get('/messages')).data).toEqual([])
    expect((await post(`/punch_items/${id}/messages`, { content: 'Still there?' })).status).toBe(404)
    expect((await send(item('punch_items', id))).status).toBe(403)
  })

  test('are made by staff who may edit such items, and of nothing else', async () => {
    const id = await make('punch_items', { assigned_id: await person('employee') })
    for (const [email, status] of [
      ['foreman', 200],
      ['employee', 403],
      ['customer', 403],
      ['contact', 403],
    ] as const) {
      const client = await world.signIn(`${email}@plumbline.test`)
      const made = await send(item('punch_items', id), { client, to: { user_id: await person('contact') } })
      expect([email, made.status]).toEqual([email, email === 'foreman' ? status : expect.toBeOneOf([403, 404])])
    }
    for (const target of [
      item('users', 1),
      item('projects', job),
      item('punch_items', 99999),
      { what: 'work_item', target_id: id },
      { what: 'list', target_type: 'rfis' },
      { what: 'list' },
    ])
      expect([target, (await send(target)).status]).toEqual([target, 403])
  })

  test('take a message, photos and the step of who is to do it, as their recipient', async () => {
    const contact = await person('contact')
    const id = await make('punch_items', { assigned_id: contact, requires_photo: true })
    const { get, post, client, at } = await open(item('punch_items', id, { answers: true }), { user_id: contact })
    const key = { 'idempotency-key': 'one-answer' }
    const said = await post(`/punch_items/${id}/messages`, { content: 'Plate is on order.' }, key)
    expect([said.status, said.data]).toEqual([201, expect.objectContaining({ content: 'Plate is on order.' })])
    const again = await post(`/punch_items/${id}/messages`, { content: 'Plate is on order.' }, key)
    expect([again.status, again.data.id]).toEqual([201, said.data.id])
    expect((await get('/messages')).data).toHaveLength(1)
    const early = await post(`/punch_items/${id}/complete`)
    expect([early.status, early.data.message]).toEqual([422, 'Add a photo of the finished work.'])
    const added = await upload(client, `${at}/punch_items/${id}/attachments`, photo())
    expect([added.status, added.data]).toEqual([201, expect.objectContaining({ kind: 'after', image: true })])
    const done = await post(`/punch_items/${id}/complete`)
    expect([done.status, done.data.completed_at]).toEqual([200, expect.any(String)])
    const { data } = await manager.get(`/api/punch_items/${id}`)
    expect(data).toMatchObject({ completed_id: contact, photo_ids: { after: added.data.id } })
    const { data: messages } = await manager.get(`/api/punch_items/${id}/messages`)
    expect(messages).toEqual([expect.objectContaining({ user_id: contact, content: 'Plate is on order.' })])
    await world.app.jobs.drain()
    const { data: told } = await manager.get('/api/notifications')
    expect(JSON.stringify(told)).toMatch(/completed punch item/)
  })

  test('complete a task of their recipient, answer an RFI, and nothing that is another’s', async () => {
    const contact = await person('contact')
    const task = await make('tasks', { assigned_id: contact })
    const mine = await open(item('tasks', task, { answers: true }), { user_id: contact })
    expect((await mine.post(`/tasks/${task}/complete`)).status).toBe(200)
    const rfi = await make('rfis', { question: 'Which conduit?' })
    const asked = await open(item('rfis', rfi, { answers: true }))
    expect((await asked.post(`/rfis/${rfi}/messages`, { content: 'EMT.' })).status).toBe(201)
    const foreign = await make('punch_items', { assigned_id: await person('employee') })
    const other = await open(item('punch_items', foreign, { answers: true }))
    expect((await other.post(`/punch_items/${foreign}/complete`)).status).toBe(403)
    expect((await other.post(`/punch_items/${foreign}/messages`, { content: 'I can help.' })).status).toBe(201)
  })

  test('take nothing where their maker did not ask for answers, nor of other items or other sites', async () => {
    const [id, other] = [await make('punch_items', {}), await make('punch_items', {})]
    const silent = await open(item('punch_items', id))
    for (const path of [`/punch_items/${id}/messages`, `/punch_items/${id}/attachments`, `/punch_items/${id}/complete`])
      expect([path, (await silent.post(path, { content: 'No' })).status]).toEqual([path, 403])
    const loud = await open(item('punch_items', id, { answers: true }))
    expect((await loud.post(`/punch_items/${other}/messages`, { content: 'No' })).status).toBe(404)
    const { data: note } = await manager.post(`/api/punch_items/${id}/messages`, { content: 'By Friday.' })
    expect((await upload(loud.client, `${loud.at}/messages/${note.id}/attachments`, photo())).status).toBe(404)
    const foreign = await loud.post(
      `/punch_items/${id}/messages`,
      { content: 'No' },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(foreign.status).toBe(403)
    expect((await loud.post(`/punch_items/${id}/attachments`, { upload_id: 'x' })).status).toBe(422)
    const add = (file: readonly [string, string | ArrayBuffer]) =>
      upload(loud.client, `${loud.at}/punch_items/${id}/attachments`, { file })
    const refused = await add(['parts.txt', 'a list of parts'])
    expect([refused.status, refused.data.errors]).toEqual([422, { file: ['Only photos can be sent here.'] }])
    expect((await add(['huge.jpg', jpeg('x'.repeat(15 * 1024 * 1024))])).status).toBe(422)
    const { rows } = await sql`select * from attachments where attachable_id = ${id}`.execute(
      world.app.services.database.kysely,
    )
    expect(rows).toEqual([])
  })

  test('take thirty answers an hour', async () => {
    const id = await make('tasks', {})
    const { post } = await open(item('tasks', id, { answers: true }))
    const say = async (at: number) => (await post(`/tasks/${id}/messages`, { content: `Answer ${at}` })).status
    for (let at = 0; at < 30; at++) expect(await say(at)).toBe(201)
    expect(await say(30)).toBe(429)
    clock.pass({ hours: 1, minutes: 1 })
    manager = await world.signIn('manager@plumbline.test')
    expect(await say(31)).toBe(201)
  })

  test('write nothing else of the whole catalog', async () => {
    const id = await make('punch_items', {})
    const { client, at } = await open(item('punch_items', id, { answers: true }))
    await world.app.jobs.drain()
    truth = await truthOf(world)
    const before = JSON.stringify([...truth])
    const answered = new Set([
      `/punch_items/${id}/messages`,
      `/punch_items/${id}/attachments`,
      `/punch_items/${id}/complete`,
    ])
    const endpoints = someOf(
      endpointsOf(world).filter(({ method, path }) => path.startsWith('/api/') && method !== 'GET'),
    )
    for (const { method, path, entity } of endpoints) {
      const known = entity && truth.get(entity.name)?.find((one) => one.project_id === job)
      for (const one of [id, known?.id ?? 1]) {
        const values = Object.fromEntries(marksIn(path).map((name) => [name, name === 'project_id' ? job : one]))
        const to = filled(path, values).replace(/^\/api/, '')
        if (answered.has(to)) continue
        const { status } = await client.send(method, `${at}${to}`, { content: 'No', title: 'No' })
        expect([method, to, status]).toEqual([method, to, expect.toBeOneOf([401, 403, 404, 405, 429])])
      }
    }
    expect(endpoints.length).toBeGreaterThan(isBrief ? 100 : 400)
    expect(JSON.stringify([...(await truthOf(world))])).toBe(before)
  })

  test('write nothing that their maker may not', async () => {
    const admin = await world.signIn('admin@plumbline.test')
    const nia = { name: 'Nia Vance', email: 'nia@plumbline.test', role: 'project_manager' }
    const password = { password: 'nia knows her tools', password_confirmation: 'nia knows her tools' }
    const { data: maker } = await admin.post('/api/users', { ...nia, ...password })
    const client = createClient(world.app)
    await client.signIn(nia.email, password.password)
    const id = await make('punch_items', {})
    const { data } = await send(item('punch_items', id, { answers: true }), { client })
    const reader = createClient(world.app)
    const { data: page } = await reader.post('/s/open', { token: data[0].plain.split('/').at(-1) })
    const say = async () =>
      (await reader.post(`/s/${page.link}/api/punch_items/${id}/messages`, { content: 'Hello' })).status
    const add = async () => (await upload(reader, `/s/${page.link}/api/punch_items/${id}/attachments`, photo())).status
    expect([await say(), await add()]).toEqual([201, 201])
    await admin.patch(`/api/users/${maker.id}`, { permission_overrides: { punchItems: { edit: false } } })
    expect(await add()).toBe(403)
    await admin.patch(`/api/users/${maker.id}`, { permission_overrides: { punchItems: { view: false } } })
    expect([await say(), await add()]).toEqual([expect.toBeOneOf([403, 404]), expect.toBeOneOf([403, 404])])
  })
})
