import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
const COMPLETE = 'This daily log is complete. Reopen it to make changes.'

describe.each(enginesOfTier)('Daily logs on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock()
  const today = clock.day()
  const day = clock.day(-1)
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  let project: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    clock.moveTo(today, '08:00')
    const number = `D-${crypto.randomUUID().slice(0, 8)}`
    const { user } = as('contact')
    const team = ['manager', 'foreman', 'employee'] as const
    project = (
      await as('admin').post('/api/projects', {
        customer_id: as('customer').user.customer_id,
        name: 'Logged',
        number,
        project_users: [...team.map((role) => ({ user_id: as(role).user.id })), { user_id: user.id }],
      })
    ).data
    await world.app.jobs.drain()
    world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const at = () => `/api/projects/${project.id}/daily_logs`
  async function make(draft: object = {}, role: Role = 'foreman') {
    const { status, data } = await as(role).post(at(), { date: day, ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const entriesOf = ({ id }: { id: number }) => `/api/daily_logs/${id}/entries`
  const add = (log: { id: number }, entry: object, role: Role = 'foreman') => as(role).post(entriesOf(log), entry)
  const act = (log: { id: number }, action: string, body: object = {}, role: Role = 'foreman') =>
    as(role).post(`/api/daily_logs/${log.id}/${action}`, body)
  const manpower = { type: 'manpower', company: 'Apex General', trade: 'General', workers: 4, hours: 8 }

  test('there is one log per project and day; a second one is answered with the first', async () => {
    const log = await make({ work_performed: 'Boxes set.' })
    expect(log).toMatchObject({ date: day, user_id: as('foreman').user.id, work_performed: 'Boxes set.' })
    const again = await as('manager').post(at(), { date: day })
    expect(again.status).toBe(422)
    expect(again.data).toMatchObject({
      message: 'A daily log already exists for this date.',
      errors: { date: ['A daily log already exists for this date.'] },
      data: { id: log.id, work_performed: 'Boxes set.' },
    })
    const both = await Promise.all(
      (['foreman', 'manager'] as const).map((role) => as(role).post(at(), { date: clock.day(-2) })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(new Set(both.map(({ data }) => data.id ?? data.data.id)).size).toBe(1)
  })

  test('the day is the company’s: neither its tomorrow nor the last century is accepted', async () => {
    // It is the next day in New York.
    clock.moveTo(today, '23:00')
    const refused = async (date: string) => (await as('foreman').post(at(), { date })).data.errors
    expect(await refused(clock.day(1))).toEqual({ date: ['Date cannot be in the future.'] })
    expect(await refused('1900-01-01')).toEqual({ date: ['Date is too far back.'] })
    expect(await refused('2026-02-30')).toEqual({ date: ['Date must be a date.'] })
    expect((await make({ date: today })).date).toBe(today)
  })

  test('each type of entry has its own required fields and limits', async () => {
    const log = await make()
    const errorsOf = async (entry: object) => Object.keys((await add(log, entry)).data.errors ?? {}).toSorted()
    expect(await errorsOf({ type: 'manpower' })).toEqual(['company', 'workers'])
    expect(await errorsOf({ type: 'manpower', workers: 3 })).toEqual(['company'])
    expect(await errorsOf({ ...manpower, hours: 24.5 })).toEqual(['hours'])
    expect(await errorsOf({ type: 'weather' })).toEqual(['sky'])
    expect(await errorsOf({ type: 'weather', sky: 'rain', precipitation_in: -1 })).toEqual(['precipitation_in'])
    expect(await errorsOf({ type: 'equipment' })).toEqual(['name'])
    expect(await errorsOf({ type: 'delivery', time: '25:00' })).toEqual(['supplier', 'time'])
    expect(await errorsOf({ type: 'visitor' })).toEqual(['name'])
    expect(await errorsOf({ type: 'safety' })).toEqual(['description', 'kind'])
    expect(await errorsOf({ type: 'photo' })).toEqual(['attachment_id'])
    expect(await errorsOf({ type: 'delay' })).toEqual(['cause', 'hours'])
    expect(await errorsOf({ type: 'note' })).toEqual(['body'])
    expect(await errorsOf({ type: 'crew', hours: 8 })).toEqual(['type'])
    expect((await as('foreman').get(entriesOf(log))).data).toEqual([])
  })

  test('what was entered adds up on the log', async () => {
    const log = await make()
    await add(log, manpower)
    await add(log, { ...manpower, company: 'Columbia Drywall', workers: 8 })
    await add(log, { type: 'delay', hours: 1.1, cause: 'trades', description: 'Lift shared' })
    await add(log, { type: 'weather', sky: 'rain', delay: true, delay_hours: 2.2 })
    const { data } = await as('employee').get(`/api/daily_logs/${log.id}`)
    expect(data.totals).toEqual({
      companies: 2,
      workers: 12,
      worker_hours: 96,
      delay_hours: 3.3,
      safety: 0,
      injuries: 0,
    })
  })

  test('the own crew is what time says, for those who enter time', async () => {
    const log = await make()
    const { data: category } = await as('admin').post(`/api/projects/${project.id}/cost_code_categories`, {
      number: '26',
      name: 'Electrical',
    })
    const { data: code } = await as('admin').post(`/api/projects/${project.id}/cost_codes`, {
      cost_code_category_id: category.id,
      number: '120',
      name: 'Rough-in',
    })
    const employee = as('employee').user
    const { data: entry } = await as('foreman').post('/api/time_entries', {
      user_id: employee.id,
      project_id: project.id,
      cost_code_id: code.id,
      date: day,
      hours: 8,
    })
    const read = async (role: Role) => (await as(role).get(`/api/daily_logs/${log.id}`)).data
    const crew = (await read('foreman')).crew
    expect(crew).toEqual([
      { user_id: employee.id, name: employee.name, hours: 8, codes: [{ number: '26.120', name: 'Rough-in' }] },
    ])
    const seen = await read('employee')
    expect([seen.crew, seen.crew_total]).toEqual([undefined, { people: 1, hours: 8 }])
    await act(log, 'share')
    expect(Object.keys(await read('customer'))).not.toContain('crew_total')
    expect((await as('foreman').patch(`/api/daily_logs/${log.id}`, { crew: [] })).data.crew).toEqual(crew)
    // Time that changes after the log was completed shows beside what was signed.
    await as('foreman').patch(`/api/daily_logs/${log.id}`, { work_performed: 'Rough-in.' })
    await act(log, 'complete')
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 6 })
    const done = await read('foreman')
    expect([done.crew[0].hours, done.signed_crew[0].hours]).toEqual([6, 8])
  })

  test('completing needs something to complete, locks everything, and reopening needs a reason', async () => {
    const log = await make()
    const empty = await act(log, 'complete')
    expect([empty.status, empty.data.message]).toEqual([422, 'Add work performed before completing.'])
    const { data: entry } = await add(log, manpower)
    const path = 'M 10 20 L 30 40 M 50 60 L 70 80.5'
    const done = await act(log, 'complete', { signature_path: path })
    expect(done.data).toMatchObject({ completed_id: as('foreman').user.id, signature_path: path })
    const refused = [
      await as('foreman').patch(`/api/daily_logs/${log.id}`, { notes: 'More' }),
      await add(log, manpower),
      await as('admin').patch(`${entriesOf(log)}/${entry.id}`, { workers: 5 }),
      await as('admin').delete(`${entriesOf(log)}/${entry.id}`),
      await act(log, 'copy_previous'),
    ]
    for (const { status, data } of refused) expect([status, data.message]).toEqual([422, COMPLETE])
    expect((await act(log, 'share', {}, 'manager')).data.shared_at).not.toBeNull()
    expect((await act(log, 'reopen', { reason: 'Wrong hours' })).status).toBe(403)
    expect((await act(log, 'reopen', {}, 'manager')).data.errors).toEqual({ reason: ['Add a reason.'] })
    const reopened = await act(log, 'reopen', { reason: 'Wrong hours' }, 'manager')
    expect(reopened.data).toMatchObject({ completed_at: null, reopened_reason: 'Wrong hours' })
    expect((await add(log, manpower)).status).toBe(201)
    const bad = await act(log, 'complete', { signature_path: 'M 0 0 <script>' })
    expect(Object.keys(bad.data.errors)).toEqual(['signature_path'])
  })

  test('a line that arrives while the log is completed is in it or refused', async () => {
    const log = await make({ work_performed: 'Done.' })
    const [done, added] = await Promise.all([act(log, 'complete'), add(log, manpower)])
    expect(done.status).toBe(200)
    const lines = (await as('foreman').get(entriesOf(log))).data
    expect([added.status, lines.length]).toEqual(added.status === 201 ? [201, 1] : [422, 0])
  })

  test('an archived project keeps its logs as they are', async () => {
    const log = await make({ work_performed: 'Done.' })
    const { data: entry } = await add(log, manpower)
    await act(log, 'complete')
    await as('admin').post(`/api/projects/${project.id}/archive`)
    const archived = 'This project is archived.'
    expect((await act(log, 'reopen', { reason: 'Late' }, 'manager')).data.message).toBe(archived)
    await as('admin').post(`/api/projects/${project.id}/unarchive`)
    await act(log, 'reopen', { reason: 'Late' }, 'manager')
    await as('admin').post(`/api/projects/${project.id}/archive`)
    expect((await as('foreman').patch(`${entriesOf(log)}/${entry.id}`, { workers: 9 })).data.message).toBe(archived)
  })

  test('an outside contact adds to the day for their company, sees that only, and waits for approval', async () => {
    const log = await make({ work_performed: 'Secret wall detail.', notes: 'Argued with Apex.' })
    await add(log, { type: 'note', body: 'They are late again.' })
    const known = await as('contact').post(at(), { date: day })
    expect(known.data.data).toMatchObject({ id: log.id, date: day })
    const seen = (await as('contact').get(`/api/daily_logs/${log.id}`)).data
    for (const hidden of ['work_performed', 'notes', 'delays', 'user_id', 'totals', 'crew_total'])
      expect(seen).not.toHaveProperty(hidden)
    expect((await as('contact').get(`${at()}?page=1&search=secret`)).data.data).toEqual([])
    expect((await as('employee').get(`${at()}?page=1&search=secret`)).data.data).toHaveLength(1)
    const { data: entry, status } = await add(log, { ...manpower, company: 'Someone else' }, 'contact')
    expect(status).toBe(201)
    expect(entry).toMatchObject({ status: 'pending', contact_id: as('contact').user.id, company: null })
    expect((await as('contact').get(entriesOf(log))).data).toHaveLength(1)
    expect((await add(log, { type: 'visitor', name: 'Me' }, 'contact')).status).toBe(403)
    expect((await add(log, manpower, 'employee')).status).toBe(403)
    expect((await add(log, manpower, 'customer')).status).toBe(403)
    const before = (await as('foreman').get(`/api/daily_logs/${log.id}`)).data
    expect([before.pending_entries, before.totals.workers]).toEqual([1, 0])
    expect((await as('contact').patch(`${entriesOf(log)}/${entry.id}`, { workers: 5 })).data.workers).toBe(5)
    expect((await as('contact').post(`${entriesOf(log)}/${entry.id}/approve`)).status).toBe(403)
    const approved = await as('foreman').post(`${entriesOf(log)}/${entry.id}/approve`)
    expect(approved.data.status).toBe('approved')
    const after = (await as('foreman').get(`/api/daily_logs/${log.id}`)).data
    expect([after.pending_entries, after.totals.workers]).toEqual([0, 5])
    expect((await as('contact').patch(`${entriesOf(log)}/${entry.id}`, { workers: 50 })).status).toBe(403)
    expect((await as('contact').delete(`${entriesOf(log)}/${entry.id}`)).status).toBe(403)
    expect((await as('contact').patch(`/api/daily_logs/${log.id}`, { work_performed: 'Mine' })).status).toBe(403)
  })

  test('a contact’s first entry of a day makes its draft log', async () => {
    const { data: log, status } = await as('contact').post(at(), { date: day, work_performed: 'Our part.' })
    expect([status, log.date]).toEqual([201, day])
    await add(log, { type: 'delivery', supplier: 'Platt' }, 'contact')
    const seen = (await as('foreman').get(`/api/daily_logs/${log.id}`)).data
    expect(seen).toMatchObject({ pending_entries: 1, completed_at: null, work_performed: null })
  })

  test('a customer sees shared logs, without issues, private notes and what is pending', async () => {
    const log = await make({ work_performed: 'Panels set.', notes: 'For us only.' })
    await add(log, { type: 'note', body: 'Inspector passed it.' })
    await add(log, { type: 'note', body: 'Drywall is late.', is_issue: true })
    await add(log, manpower, 'contact')
    await add(log, manpower)
    expect((await as('customer').get(`/api/daily_logs/${log.id}`)).status).toBe(404)
    await act(log, 'share')
    const seen = (await as('customer').get(`/api/daily_logs/${log.id}`)).data
    expect(seen.work_performed).toBe('Panels set.')
    expect(seen).not.toHaveProperty('notes')
    const lines: { type: string; body?: string }[] = (await as('customer').get(entriesOf(log))).data
    expect(lines.map(({ type, body }) => body ?? type)).toEqual(['Inspector passed it.', 'manpower'])
    const recent = async (role: Role) => (await as(role).get(`/api/projects/${project.id}`)).data.recent_daily_logs
    const shown = { id: log.id, date: day, is_complete: false }
    expect(await recent('customer')).toEqual([{ ...shown, work_performed: 'Panels set.' }])
    expect(await recent('contact')).toEqual([shown])
    await act(log, 'unshare')
    expect((await as('customer').get(`/api/daily_logs/${log.id}`)).status).toBe(404)
    expect((await as('customer').get(`/api/projects/${project.id}`)).data.recent_daily_logs).toEqual([])
  })

  test('employees add photos, which contacts do not see', async () => {
    const log = await make()
    const place = `/api/daily_logs/${log.id}/attachments`
    const { data: photo, status } = await upload(as('employee'), place, { file: ['photo.jpg', jpeg()] })
    expect(status).toBe(201)
    const lines = await add(log, { type: 'photo', attachment_id: photo.id, location: 'Stage' })
    expect(lines.data).toMatchObject({ location: 'Stage', attachment_id: photo.id })
    expect((await as('contact').get(place)).data).toEqual([])
    expect((await as('contact').get(`/api/attachments/${photo.id}/file`)).status).toBe(404)
    expect((await upload(as('contact'), place, { file: ['photo.jpg', jpeg()] })).status).toBe(403)
    const other = await make({ date: clock.day(-2) })
    const wrong = await add(other, { type: 'photo', attachment_id: photo.id })
    expect(Object.keys(wrong.data.errors)).toEqual(['attachment_id'])
  })

  test('lines of an earlier day are copied once, with hours at zero', async () => {
    const first = await make({ date: clock.day(-3) })
    await add(first, manpower)
    await add(first, { type: 'equipment', name: 'Scissor lift', hours_operating: 6, inspected: true })
    await add(first, { type: 'visitor', name: 'Inspector' })
    await make({ date: clock.day(-2), work_performed: 'Nobody else here.' })
    const log = await make()
    await act(log, 'copy_previous')
    await act(log, 'copy_previous')
    const lines: object[] = (await as('foreman').get(entriesOf(log))).data
    expect(lines).toMatchObject([
      { type: 'manpower', company: 'Apex General', workers: 4, hours: 0, status: 'approved' },
      { type: 'equipment', name: 'Scissor lift', hours_operating: 0, inspected: false },
    ])
    await act(log, 'copy_previous', { from: clock.day(-3), kinds: ['visitor'] })
    expect((await as('foreman').get(entriesOf(log))).data).toHaveLength(3)
    const errorsOf = async (body: object) => Object.keys((await act(log, 'copy_previous', body)).data.errors)
    expect(await errorsOf({ kinds: ['weather'] })).toEqual(['kinds'])
    expect(await errorsOf({ from: clock.day(5) })).toEqual(['from'])
    const none = await act(log, 'copy_previous', { from: clock.day(-2) })
    expect(none.data.message).toBe('There is nothing to copy from an earlier day.')
  })

  test('an injury tells administrators and the project manager at once, whatever their settings', async () => {
    const log = await make()
    await as('manager').patch(`/api/users/${as('manager').user.id}`, { notification_methods: [] })
    const safety = { type: 'safety', kind: 'incident', description: 'Cut hand on strut.', person: 'Pat Olsen' }
    const { data: entry } = await add(log, safety)
    await world.app.jobs.drain()
    expect(world.mails).toEqual([])
    await as('foreman').patch(`${entriesOf(log)}/${entry.id}`, { injury: true })
    await as('foreman').patch(`${entriesOf(log)}/${entry.id}`, { corrective_action: 'Gloves.' })
    await world.app.jobs.drain()
    const { user: manager } = as('manager')
    expect(world.mails.map(({ to }) => to).toSorted()).toEqual(['admin@plumbline.test', manager.email])
    expect(world.mails[0]?.text).toContain('Cut hand on strut.')
    expect(world.mails[0]?.text).toContain(`/projects/${project.id}/daily_logs/${log.id}`)
    const { data: told } = await as('manager').get('/api/notifications?kind=injuries')
    expect(told).toEqual([
      expect.objectContaining({
        kind: 'injuries',
        subject_id: log.id,
        note: 'Cut hand on strut.',
        project_id: project.id,
      }),
    ])
    world.mails.length = 0
    await as('admin').post(entriesOf(log), { ...safety, injury: true })
    await world.app.jobs.drain()
    expect(world.mails.map(({ to }) => to)).toEqual([manager.email])
  })

  test('the logs of a project come along with it, with their entries and photos, for use without a connection', async () => {
    const log = await make()
    const { data: entry } = await add(log, manpower)
    const { data: photo } = await upload(as('foreman'), `/api/daily_logs/${log.id}/attachments`, {
      file: ['photo.jpg', jpeg()],
    })
    const { data } = await as('foreman').get(`/api/projects/${project.id}/offline`)
    const idsOf = (name: string) =>
      data.lists.flatMap(({ entity, ids }: { entity: string; ids: number[] }) => (entity === name ? ids : []))
    expect([idsOf('daily_log'), idsOf('daily_log_entry')]).toEqual([[log.id], [entry.id]])
    expect(idsOf('attachment')).toContain(photo.id)
  })

  test('a text that is saved while it is typed is one line of history for each ten minutes', async () => {
    const log = await make()
    const write = (work_performed: string, role: Role = 'foreman') =>
      as(role).patch(`/api/daily_logs/${log.id}`, { work_performed })
    for (const text of ['Boxes', 'Boxes set', 'Boxes set.']) await write(text)
    await write('Boxes set. Good.', 'manager')
    await write('Boxes set. Good. Clean.')
    clock.pass({ minutes: 11 })
    await write('Boxes set. Good. Clean. Done.')
    const { data } = await as('office').get(`/api/daily_logs/${log.id}/history`)
    const lines = data.map(({ changes }: { changes: Record<string, { old: string; new: string }> }) => [
      changes.work_performed?.old,
      changes.work_performed?.new,
    ])
    expect(lines).toEqual([
      ['Boxes set. Good. Clean.', 'Boxes set. Good. Clean. Done.'],
      ['Boxes set. Good.', 'Boxes set. Good. Clean.'],
      ['Boxes set.', 'Boxes set. Good.'],
      [null, 'Boxes set.'],
      [undefined, undefined],
    ])
  })

  test('a PDF is mailed to the list that is kept with the project', async () => {
    const list = `/api/projects/${project.id}/daily_log_recipients`
    const mailings = `/api/projects/${project.id}/daily_log_mailings`
    const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
    const send = (role: Role, parts: object = {}) =>
      upload(as(role), mailings, { file: ['log.pdf', pdf], from: day, to: day, ...parts })
    expect((await send('foreman')).data.errors).toEqual({ addresses: ['Add someone to the list first.'] })
    for (const email of ['owner@school.example', 'architect@office.example'])
      expect((await as('foreman').post(list, { email })).status).toBe(201)
    const twice = await as('foreman').post(list, { email: 'Owner@school.example' })
    expect(twice.data.errors).toEqual({ email: ['That address is on the list already.'] })
    expect((await send('employee')).status).toBe(403)
    expect((await send('foreman', { file: ['a.jpg', jpeg()] })).data.errors).toEqual({ file: ['File must be a PDF.'] })
    expect((await send('foreman', { to: clock.day(-19) })).data.errors).toEqual({ to: ['To must not be before from.'] })
    expect((await send('foreman')).status).toBe(201)
    await world.app.jobs.drain()
    const addresses = ['owner@school.example', 'architect@office.example']
    expect(world.mails.map(({ to }) => to)).toEqual(addresses)
    expect((await as('manager').get(mailings)).data).toMatchObject([{ name: 'log.pdf', from: day, to: day, addresses }])
    expect(world.mails[0]?.subject).toContain(`Logged, ${formatDay(day)}`)
    expect(world.mails[0]?.contents).toEqual([
      { name: 'log.pdf', mime: 'application/pdf', content: new Uint8Array(pdf) },
    ])
    expect((await as('customer').get(mailings)).status).toBe(403)
  })

  test('logs and entries are found by their texts', async () => {
    const log = await make({ work_performed: 'Megger test of feeder HP-1 passed.' })
    await add(log, { type: 'delivery', supplier: 'Platt Electric', ticket_number: '88213' })
    expect((await as('employee').get(`${at()}?page=1&search=megger`)).data.data).toMatchObject([{ id: log.id }])
    expect((await as('employee').get(`${entriesOf(log)}?page=1&search=88213`)).data.total).toBe(1)
    expect((await as('employee').get(`${at()}?from=${today}`)).data).toEqual([])
  })
})
