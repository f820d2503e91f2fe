import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

type Person = Client & { user: { id: number } }

describe.each(enginesOfTier)('Undoing changes on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let manager: Person
  let foreman: Person
  let mailsFail = false
  const subjects: string[] = []
  let at = ''
  let project = 0
  beforeAll(async () => {
    world = await createTestWorld({
      database: await openSample(clock),
      clock,
      mailer: {
        async send({ subject }) {
          if (mailsFail) throw new Error('The mail server is away.')
          subjects.push(subject)
        },
      },
    })
    admin = await world.signIn('admin@plumbline.test')
    manager = await world.signIn('manager@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
    ;[{ id: project }] = (await admin.get('/api/projects?status=active')).data
    at = `/api/projects/${project}/tasks`
  })
  afterAll(async () => {
    expect(world.errors.filter((error) => !String(error).includes('mail server is away'))).toEqual([])
    await world.close()
  })

  let keys = 0
  const key = () => `undo-test-${++keys}`
  const changeOf = (answer: { headers: Headers }) => answer.headers.get('X-Change-Id') ?? ''
  const undo = (client: Client, what: object, headers: Record<string, string> = {}) =>
    client.post('/api/undo', what, headers)
  const make = (client: Client, draft: object) => client.post(at, { title: 'Hang racks', ...draft })
  const read = async (id: number) => (await admin.get(`${at}/${id}`)).data

  test('every request names its change, by its key or by itself, and history names it too', async () => {
    const own = key()
    const made = await admin.post(at, { title: 'Named' }, { 'Idempotency-Key': own })
    expect(changeOf(made)).toBe(`${admin.user.id}.${own}`)
    const saved = await admin.patch(`${at}/${made.data.id}`, { title: 'Renamed' })
    expect(changeOf(saved)).toMatch(new RegExp(`^${admin.user.id}\\.[0-9a-f]{32}$`))
    const history = (await admin.get(`${at}/${made.data.id}/history`)).data
    expect(history.map((entry: { change_id: string }) => entry.change_id)).toEqual([changeOf(saved), changeOf(made)])
  })

  test('what was done in the last day is listed for who may undo it, deleted records and what was undone included', async () => {
    const last = async (client: Client) => (await client.get(`${at}/last_changes`)).data
    const { id } = (await make(admin, { title: 'Listed' })).data
    const saved = await admin.patch(`${at}/${id}`, { title: 'Listed again' })
    const named = { user_id: admin.user.id, count: 1 }
    expect((await last(manager)).slice(0, 2)).toEqual([
      {
        ...named,
        change_id: changeOf(saved),
        created_at: expect.any(String),
        verb: 'edit',
        title: expect.stringMatching(/: Listed again$/),
        undoes: null,
        undone: false,
      },
      expect.objectContaining({ ...named, verb: 'create', undone: false }),
    ])
    const back = await undo(manager, { change: changeOf(saved) })
    expect((await last(manager)).slice(0, 2)).toMatchObject([
      {
        user_id: manager.user.id,
        verb: 'edit',
        title: expect.stringMatching(/: Listed$/),
        undoes: changeOf(saved),
        undone: false,
      },
      { user_id: admin.user.id, verb: 'edit', undone: true },
    ])
    await undo(manager, { change: back.data.change })
    expect((await last(admin)).slice(0, 3).map(({ undone }: { undone: boolean }) => undone)).toEqual([
      false,
      true,
      false,
    ])
    await admin.delete(`${at}/${id}`)
    expect((await last(manager))[0]).toMatchObject({ verb: 'delete', count: 1, title: null })
    // Who may not edit what others made gets their own changes alone, and another project nothing of this one.
    const [customer] = (await admin.get('/api/customers')).data
    await admin.patch(`/api/customers/${customer.id}`, { name: 'Renamed' })
    const ofCustomers = async (client: Client) => (await client.get('/api/customers/last_changes')).data.length
    expect([await ofCustomers(admin), await ofCustomers(foreman)]).toEqual([1, 0])
    const [, other] = (await admin.get('/api/projects?status=active')).data
    expect((await admin.get(`/api/projects/${other.id}/tasks/last_changes`)).data).toEqual([])
    clock.pass({ hours: 25 })
    expect(await last(manager)).toEqual([])
  })

  test('fields get their values back, and undoing that is doing it again', async () => {
    const { id } = (await make(admin, { description: 'Two of them' })).data
    const saved = await admin.patch(`${at}/${id}`, {
      title: 'Hang trays',
      description: 'Three',
      checklist: [{ key: 'line-one', text: 'Order' }],
    })
    const undone = await undo(admin, { change: changeOf(saved) })
    expect(undone).toMatchObject({ status: 200, data: { undone: changeOf(saved), left: [] } })
    expect(undone.data.changed[0].saved.task[0]).toMatchObject({ id, title: 'Hang racks' })
    expect(await read(id)).toMatchObject({ title: 'Hang racks', description: 'Two of them', checklist: [] })
    const [latest] = (await admin.get(`${at}/${id}/history`)).data
    expect(latest).toMatchObject({ action: 'undone', user_id: admin.user.id })
    const again = await undo(admin, { change: undone.data.change })
    expect(again.data.left).toEqual([])
    expect(await read(id)).toMatchObject({ title: 'Hang trays', checklist: [{ text: 'Order' }] })
  })

  test('what somebody changed since stays, and is named with who changed it', async () => {
    const { id } = (await make(admin, {})).data
    const saved = await admin.patch(`${at}/${id}`, { title: 'Hang trays', description: 'Three' })
    await manager.patch(`${at}/${id}`, { description: 'Four' })
    const undone = await undo(admin, { change: changeOf(saved) })
    expect(undone.data.left).toEqual([
      {
        entity: 'task',
        id,
        title: expect.stringContaining('Hang racks'),
        field: 'description',
        by: manager.user.id,
        why: 'It was changed since.',
      },
    ])
    expect(await read(id)).toMatchObject({ title: 'Hang racks', description: 'Four' })
  })

  test('what was made is deleted, unless others changed it or refer to it', async () => {
    const made = await make(admin, {})
    expect((await undo(admin, { change: changeOf(made) })).data.left).toEqual([])
    expect((await admin.get(`${at}/${made.data.id}`)).status).toBe(404)

    const changed = await make(admin, {})
    await manager.patch(`${at}/${changed.data.id}`, { description: 'Mine now' })
    expect((await undo(admin, { change: changeOf(changed) })).data.left).toMatchObject([
      { field: null, by: manager.user.id, why: 'It was changed since.' },
    ])

    const spoken = await make(admin, {})
    await manager.post(`/api/tasks/${spoken.data.id}/messages`, { content: 'When?' })
    expect((await undo(admin, { change: changeOf(spoken) })).data.left).toMatchObject([{ why: 'Others refer to it.' }])
    expect((await admin.get(`${at}/${spoken.data.id}`)).status).toBe(200)
  })

  test('what was deleted comes back under its id with its lines and all that went with it', async () => {
    const { id } = (await make(admin, { checklist: [{ key: 'one', text: 'Order' }] })).data
    const before = await read(id)
    const gone = await admin.delete(`${at}/${id}`)
    expect(gone.status).toBe(204)
    expect((await undo(admin, { change: changeOf(gone) })).data.left).toEqual([])
    expect(await read(id)).toMatchObject({ id, checklist: before.checklist, created_at: before.created_at })

    const customer_id = (await admin.get('/api/customers')).data[0].id
    const whole = (await admin.post('/api/projects', { customer_id, name: 'Whole', number: key() })).data
    const foldersOf = async () =>
      (await admin.get(`/api/projects/${whole.id}/folders`)).data.map(({ id }: { id: number }) => id)
    const folders = await foldersOf()
    expect(folders.length).toBeGreaterThan(0)
    const all = await admin.delete(`/api/projects/${whole.id}`)
    expect(all.status).toBe(204)
    const back = await undo(admin, { change: changeOf(all) })
    expect(back.data.left).toEqual([])
    expect((await admin.get(`/api/projects/${whole.id}`)).data).toMatchObject({ name: 'Whole' })
    expect(await foldersOf()).toEqual(folders)
    // Deleting it again takes all of it along as well, what is never undone by itself too.
    const again = await undo(admin, { change: back.data.change })
    expect(again.data.left).toEqual([])
    expect((await admin.get(`/api/projects/${whole.id}`)).status).toBe(404)
    expect((await undo(admin, { change: again.data.change })).data.left).toEqual([])
    expect(await foldersOf()).toEqual(folders)
  })

  test.runIf(!isBrief)('what would have no place any more is left, and named', async () => {
    const number = `N${key()}`
    const customer = (await admin.get('/api/customers')).data[0].id
    const draft = { customer_id: customer, name: 'Numbered', number }
    const first = (await admin.post('/api/projects', draft)).data
    const gone = await admin.delete(`/api/projects/${first.id}`)
    await admin.post('/api/projects', draft)
    const undone = await undo(admin, { change: changeOf(gone) })
    expect(undone.data.left).toMatchObject([{ entity: 'project', id: first.id, field: 'number' }])
    expect((await admin.get(`/api/projects/${first.id}`)).status).toBe(404)
  })

  test('a step is undone by the step that takes it back, with its rules, and not where there is none', async () => {
    const { id } = (await make(admin, {})).data
    const done = await admin.post(`${at}/${id}/complete`)
    expect((await undo(admin, { change: changeOf(done) })).data.left).toEqual([])
    expect(await read(id)).toMatchObject({ completed_at: null, completed_id: null })
    const [latest] = (await admin.get(`${at}/${id}/history`)).data
    expect(latest.action).toBe('reopen')

    const [week] = (await admin.get('/api/timecards?status=open')).data
    const approved = await admin.post(`/api/timecards/${week.id}/approve`, { confirmed: [] })
    expect(approved.status).toBe(200)
    expect(await undo(admin, { change: changeOf(approved) })).toMatchObject({
      status: 422,
      data: { message: 'This cannot be undone.' },
    })
  })

  test('what was made stays once something was done to it that is never undone', async () => {
    const items = `/api/projects/${project}/punch_items`
    const made = await admin.post(items, { title: 'Scratched panel' })
    const path = `${items}/${made.data.id}`
    await admin.post(`${path}/complete`)
    expect((await admin.post(`${path}/reject`, { reason: 'Still scratched' })).status).toBe(200)
    expect((await undo(admin, { change: changeOf(made) })).data.left).toMatchObject([
      { id: made.data.id, why: 'Something was done to it since that cannot be undone.' },
    ])
    expect((await admin.get(path)).status).toBe(200)
  })

  test('several requests of a group are undone together, the last one first', async () => {
    const group = key()
    const headers = { 'X-Change-Group': group }
    const { id } = (await admin.post(at, { title: 'In a group' }, headers)).data
    await admin.patch(`${at}/${id}`, { title: 'Changed' }, headers)
    const undone = await undo(admin, { group })
    expect(undone.data.left).toEqual([])
    expect((await admin.get(`${at}/${id}`)).status).toBe(404)
    expect((await undo(manager, { group })).status).toBe(404)
    // With one among them that is never undone, none is.
    const mixed = { 'X-Change-Group': key() }
    const kept = (await admin.post(at, { title: 'Kept' }, mixed)).data
    await admin.patch(`/api/users/${foreman.user.id}`, { short_name: 'Lou' }, mixed)
    expect((await undo(admin, { group: mixed['X-Change-Group'] })).status).toBe(422)
    expect((await admin.get(`${at}/${kept.id}`)).status).toBe(200)
    // The name of what undid it stands for both again.
    expect((await undo(admin, { change: undone.data.change })).status).toBe(200)
  })

  test('rights are those of the same step by hand, and what others did takes edit in the area', async () => {
    const mine = await make(manager, {})
    expect((await undo(foreman, { change: changeOf(mine) })).data).toMatchObject({
      left: [{ why: expect.any(String) }],
    })
    expect(await read(mine.data.id)).toMatchObject({ id: mine.data.id })
    expect((await undo(admin, { change: changeOf(mine) })).data.left).toEqual([])
    const customer = await world.signIn('customer@plumbline.test')
    const saved = await make(manager, {})
    expect((await undo(customer, { change: changeOf(saved) })).status).toBe(403)
    const person = await admin.post('/api/users', {
      name: 'Undone Person',
      email: `${key()}@plumbline.test`,
      role: 'employee',
    })
    expect(person.status).toBe(201)
    expect((await undo(admin, { change: changeOf(person) })).status).toBe(422)
  })

  test('mails about what was undone, and that have not left, are dropped', async () => {
    const rfi = (
      await admin.post(`/api/projects/${project}/rfis`, {
        title: 'Undone',
        question: 'Which?',
        assigned_id: manager.user.id,
      })
    ).data
    const path = `/api/projects/${project}/rfis/${rfi.id}`
    await world.app.jobs.drain()
    mailsFail = true
    const sent = await admin.post(`${path}/send`)
    await world.app.jobs.drain()
    expect((await undo(admin, { change: changeOf(sent) })).data.left).toEqual([])
    mailsFail = false
    subjects.length = 0
    clock.pass({ minutes: 30 })
    await world.app.jobs.drain()
    expect(subjects).toEqual([])
    expect((await admin.post(`${path}/send`)).status).toBe(200)
    await world.app.jobs.drain()
    expect(subjects).toEqual([expect.stringContaining('Undone')])
  })

  test('sent again since its answer was lost, it is done once; after a day it is too late', async () => {
    const { id } = (await make(admin, {})).data
    const saved = await admin.patch(`${at}/${id}`, { title: 'Once' })
    const headers = { 'Idempotency-Key': key() }
    const first = await undo(admin, { change: changeOf(saved) }, headers)
    const repeated = await undo(admin, { change: changeOf(saved) }, headers)
    expect(repeated.data).toMatchObject({ undone: first.data.undone, change: first.data.change, left: [] })
    expect((await admin.get(`${at}/${id}/history`)).data).toHaveLength(3)
    const gone = await admin.delete(`${at}/${id}`, { 'Idempotency-Key': 'undo-delete' })
    expect(gone.status).toBe(204)
    expect((await admin.delete(`${at}/${id}`, { 'Idempotency-Key': 'undo-delete' })).status).toBe(204)
    clock.pass({ hours: 25 })
    admin = await world.signIn('admin@plumbline.test')
    expect(await undo(admin, { change: changeOf(gone) })).toMatchObject({
      status: 422,
      data: { message: 'A change can be undone for a day, which is over.' },
    })
  })
})
