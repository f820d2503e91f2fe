import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'pat', 'contact'] as const
type Role = (typeof roles)[number]
const at = '/api/time_off_requests'
const events = '/api/schedule_events'

describe.each(enginesOfTier)('Time off that is asked for on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock('2027-03-10 08:00')
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id

  /** Asks for Monday to Friday, March 15 to 19, 2027. */
  const ask = (draft: object = {}, by: Role = 'pat') =>
    as(by).post(at, { kind: 'vacation', start_date: '2027-03-15', end_date: '2027-03-19', ...draft })
  async function asked(draft: object = {}, by: Role = 'pat'): Promise<number> {
    const { status, data } = await ask(draft, by)
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data.id
  }
  const step = (id: number, action: string, by: Role = 'manager', body: object = {}) =>
    as(by).post(`${at}/${id}/${action}`, body)
  const read = async (id: number, by: Role = 'manager') => (await as(by).get(`${at}/${id}`)).data
  const eventsOf = async (by: Role = 'manager') =>
    (await as(by).get(`${events}?kind=calendar&type=time_off&from=2027-03-01&to=2027-12-31`)).data
  const plan = (draft: object = {}) =>
    as('manager').post(events, {
      kind: 'assignment',
      user_id: idOf('pat'),
      project_id: 1,
      start_date: '2027-03-15',
      end_date: '2027-03-19',
      ...draft,
    })
  const bell = async (role: Role) => {
    await world.app.jobs.drain()
    const { data } = await as(role).get('/api/notifications?view=unread')
    return data.map(({ text, note }: { text: string; note: string | null }) => [text, note])
  }

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    clock.moveTo('2027-03-10', '08:00')
    for (const { id } of (await as('admin').get(events)).data) await as('admin').delete(`${events}/${id}`)
    await as('admin').post(`${events}/publish`, {})
    for (const { id } of (await as('admin').get(`${at}?view=asked`)).data)
      await step(id, 'decline', 'admin', { reason: 'Cleared' })
    await world.app.jobs.drain()
    world.mails.length = 0
    for (const role of roles) await as(role).post('/api/notifications/read_all', {})
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('who asks is the asker, and days must be in order', async () => {
    const id = await asked({ user_id: idOf('foreman'), granted_at: '2027-01-01T00:00:00.000Z' })
    expect(await read(id)).toMatchObject({ user_id: idOf('pat'), granted_at: null, kind: 'vacation' })
    expect((await ask({ end_date: '2027-03-14' })).data.errors).toEqual({
      end_date: ['End date must be on or after start date.'],
    })
    expect((await ask({ end_date: '2028-03-19' })).data.errors).toEqual({
      end_date: ['Time off lasts a year at most.'],
    })
    expect((await ask({ hours_per_day: 25 })).status).toBe(422)
    expect((await ask({}, 'contact')).status).toBe(403)
  })

  test('a request is seen by its person and by those who answer', async () => {
    const id = await asked({ note: 'My sister marries.' })
    expect((await read(id, 'pat')).note).toBe('My sister marries.')
    expect((await read(id, 'office')).note).toBe('My sister marries.')
    for (const role of ['foreman', 'employee', 'contact'] as const) {
      expect([role, (await as(role).get(`${at}/${id}`)).status]).not.toEqual([role, 200])
      expect([role, (await step(id, 'grant', role)).status]).not.toEqual([role, 200])
    }
    expect((await step(id, 'grant', 'pat')).status).toBe(403)
    expect((await as('foreman').get(at)).data).toEqual([])
  })

  test('granted, it is time off on the schedule, which says neither kind nor note to others', async () => {
    const id = await asked({ kind: 'sick', note: 'Surgery', hours_per_day: 4 })
    expect(await eventsOf()).toEqual([])
    expect((await plan()).data.warnings).toContainEqual({
      code: 'time_off_asked',
      message: 'Pat Olsen asks for time off that day.',
    })
    expect((await step(id, 'grant')).data.granted_id).toBe(idOf('manager'))
    const [event] = await eventsOf()
    expect(event).toMatchObject({
      title: 'Time off',
      type: 'time_off',
      start_date: '2027-03-15',
      end_date: '2027-03-19',
      user_ids: [idOf('pat')],
      everyone: false,
      hours_off: 4,
      off_kind: 'sick',
      request_id: id,
      draft: false,
    })
    expect((await plan()).data.warnings).toContainEqual({ code: 'time_off', message: 'Pat Olsen has time off.' })
    for (const role of ['foreman', 'pat'] as const) {
      const [seen] = await eventsOf(role)
      expect(seen).toMatchObject({ title: 'Time off', user_ids: [idOf('pat')] })
      expect(JSON.stringify(seen)).not.toMatch(/sick|Surgery/)
    }
    expect(await eventsOf('employee')).toEqual([])
  })

  test('a request is withdrawn, and changed, by its person until it is answered', async () => {
    const id = await asked()
    expect((await as('manager').patch(`${at}/${id}`, { note: 'x' })).status).toBe(403)
    expect((await step(id, 'withdraw', 'manager')).status).toBe(403)
    expect((await as('pat').patch(`${at}/${id}`, { end_date: '2027-03-16' })).data.end_date).toBe('2027-03-16')
    expect((await step(id, 'decline', 'manager')).data.errors).toEqual({ reason: ['Add a reason.'] })
    expect((await step(id, 'decline', 'manager', { reason: 'Rough-in' })).data.declined_reason).toBe('Rough-in')
    expect((await as('pat').patch(`${at}/${id}`, { note: 'x' })).data.message).toBe(
      'This was answered. Ask again for other days.',
    )
    expect((await step(id, 'withdraw', 'pat')).status).toBe(422)
    const other = await asked()
    expect((await step(other, 'withdraw', 'pat')).data.withdrawn_id).toBe(idOf('pat'))
    expect((await step(other, 'grant')).status).toBe(422)
    expect((await as('admin').delete(`${at}/${other}`)).status).toBe(403)
  })

  test('granted time off is withdrawn by its person before its first day, and the office hears of it', async () => {
    await plan({ start_date: '2027-03-10', end_date: '2027-03-10' })
    const { data: job } = await as('manager').get('/api/projects/1')
    await as('admin').patch('/api/projects/1', { project_users: [...job.project_users, { user_id: idOf('manager') }] })
    const id = await asked()
    await step(id, 'grant')
    await world.app.jobs.drain()
    for (const role of roles) await as(role).post('/api/notifications/read_all', {})
    clock.moveTo('2027-03-15', '08:00')
    expect((await step(id, 'withdraw', 'pat')).data.message).toBe(
      'This time off has begun. Ask those who plan to change it.',
    )
    expect(await eventsOf()).toHaveLength(1)
    clock.moveTo('2027-03-14', '08:00')
    expect((await step(id, 'withdraw', 'manager')).status).toBe(403)
    expect((await step(id, 'withdraw', 'pat')).status).toBe(200)
    expect(await eventsOf()).toEqual([])
    const told = ['Pat Olsen does not take time off, Mon, Mar 15 – Fri, Mar 19', null]
    for (const role of ['manager', 'office'] as const) expect(await bell(role)).toContainEqual(told)
    for (const role of ['pat', 'foreman'] as const) expect(await bell(role)).not.toContainEqual(told)
  })

  test('an answer is taken back, and undone, with what it put on the schedule', async () => {
    const id = await asked()
    await step(id, 'grant')
    await step(id, 'reopen')
    expect([await eventsOf(), (await read(id)).granted_at]).toEqual([[], null])
    const granted = await step(id, 'grant')
    const undone = await as('manager').post('/api/undo', { change: granted.headers.get('x-change-id') })
    expect([undone.status, undone.data.left]).toEqual([200, []])
    expect([await eventsOf(), (await read(id)).granted_at]).toEqual([[], null])
  })

  test('what is moved or deleted on the schedule is moved or withdrawn with its request', async () => {
    const id = await asked()
    await step(id, 'grant')
    const [event] = await eventsOf()
    await as('manager').patch(`${events}/${event.id}`, { end_date: '2027-03-17', hours_off: 2 })
    expect(await read(id)).toMatchObject({ end_date: '2027-03-17', hours_per_day: 2 })
    const gone = await as('admin').delete(`${events}/${event.id}`)
    expect(await read(id)).toMatchObject({ withdrawn_id: idOf('admin') })
    const undone = await as('admin').post('/api/undo', { change: gone.headers.get('x-change-id') })
    expect(undone.data.left).toEqual([])
    expect(await read(id)).toMatchObject({ withdrawn_id: null })
    expect((await eventsOf()).map(({ id: one }: { id: number }) => one)).toEqual([event.id])
  })

  test('the project managers of the person’s jobs are told, and the person of the answer', async () => {
    await plan({ start_date: '2027-03-10', end_date: '2027-03-10' })
    const { data: job } = await as('manager').get('/api/projects/1')
    const isManaged = job.project_users.some(({ user_id }: { user_id: number }) => user_id === idOf('manager'))
    const lines = isManaged ? job.project_users : [...job.project_users, { user_id: idOf('manager') }]
    await as('admin').patch('/api/projects/1', { project_users: lines })
    const id = await asked({ note: 'My sister marries.' })
    const said = 'Pat Olsen asks for time off, Mon, Mar 15 – Fri, Mar 19'
    expect(await bell('manager')).toContainEqual([said, 'My sister marries.'])
    for (const role of ['office', 'foreman', 'employee', 'pat'] as const)
      expect([role, await bell(role)]).toEqual([role, []])
    await step(id, 'decline', 'office', { reason: 'Inspection' })
    expect(await bell('pat')).toContainEqual([
      `${as('office').user.name} declined your time off, Mon, Mar 15 – Fri, Mar 19`,
      'Inspection',
    ])
    expect(world.mails.some(({ subject }) => subject === said)).toBe(true)
  })

  test('where no job has a manager, everybody who plans is told', async () => {
    const { data: jobs } = await as('admin').get(`/api/projects?user_id=${idOf('employee')}&status=all`)
    for (const { id, archived_at } of jobs)
      if (archived_at === null) await as('admin').patch(`/api/projects/${id}`, { project_users: [] })
    await asked({}, 'employee')
    for (const role of ['manager', 'office', 'admin'] as const)
      expect([role, (await bell(role)).length]).toEqual([role, 1])
  })

  test.each([
    ['hours', { all_day: true, start_date: '2027-03-16', end_date: '2027-03-16', hours_off: 4 }],
    ['times', { all_day: false, starts_at: '2027-03-16T19:00:00.000Z', ends_at: '2027-03-16T23:00:00.000Z' }],
  ])('a holiday of four hours by its %s leaves four hours of the day', async (_, draft) => {
    await as('manager').post(events, { kind: 'calendar', type: 'holiday', title: 'Christmas Eve', ...draft })
    await plan()
    await as('manager').post(`${events}/publish`, {})
    const { data: agenda } = await as('pat').get(`${events}/agenda?from=2027-03-15&to=2027-03-17`)
    expect(agenda.jobs.map(({ date, mine }: { date: string; mine: { hours: number } }) => [date, mine.hours])).toEqual([
      ['2027-03-15', 8],
      ['2027-03-16', 4],
      ['2027-03-17', 8],
    ])
    const { data: day } = await as('manager').get(`${events}/planned?day=2027-03-16`)
    expect(day.work).toContainEqual(expect.objectContaining({ user_id: idOf('pat'), hours: 4 }))
    const { data: load } = await as('manager').get(`${events}/workload?from=2027-03-15&to=2027-03-19`)
    expect(load.short).toMatchObject({ '2027-03-16': 4 })
    expect(load.off).not.toContain('2027-03-16')
  })

  test('granted hours are less to work on a day, which is none off', async () => {
    await plan()
    await as('manager').post(`${events}/publish`, {})
    await step(await asked({ hours_per_day: 3, end_date: '2027-03-15' }), 'grant')
    const hoursOf = async (day: string) => {
      const { data } = await as('manager').get(`${events}/planned?day=${day}`)
      const own = data.work.find(({ user_id }: { user_id: number }) => user_id === idOf('pat'))
      return [own?.hours, data.off.includes(idOf('pat'))]
    }
    expect([await hoursOf('2027-03-15'), await hoursOf('2027-03-16')]).toEqual([
      [5, false],
      [8, false],
    ])
    await step(await asked({ start_date: '2027-03-17', end_date: '2027-03-17' }), 'grant')
    expect(await hoursOf('2027-03-17')).toEqual([8, true])
  })

  test('balances count granted and asked hours of the year by kind, where the company gives hours', async () => {
    const balances = async (by: Role, query = 'year=2027') => (await as(by).get(`${at}/balances?${query}`)).data
    expect(await balances('pat')).toEqual([])
    const [setting] = (await as('admin').get('/api/schedule_settings')).data
    const give = (hours: object) => as('admin').patch(`/api/schedule_settings/${setting.id}`, hours)
    await give({ vacation_hours: 80, personal_hours: 16 })
    // Monday to Friday, of which the Tuesday is a holiday of two hours.
    await as('manager').post(events, {
      kind: 'calendar',
      type: 'holiday',
      title: 'Party',
      start_date: '2027-03-16',
      end_date: '2027-03-16',
      hours_off: 2,
    })
    await step(await asked(), 'grant')
    await asked({ start_date: '2027-12-30', end_date: '2028-01-04', hours_per_day: 4 })
    await asked({ kind: 'unpaid', start_date: '2027-05-03', end_date: '2027-05-03' })
    // Planned without a kind, as by an earlier version.
    await as('manager').post(events, {
      kind: 'calendar',
      type: 'time_off',
      title: 'Personal',
      start_date: '2027-06-07',
      end_date: '2027-06-07',
      user_ids: [idOf('pat')],
    })
    const expected = [
      { kind: 'vacation', hours: 80, used: 38, asked: 8 },
      { kind: 'personal', hours: 16, used: 8, asked: 0 },
    ]
    expect(await balances('pat')).toEqual(expected)
    expect(await balances('manager', `year=2027&user_id=${idOf('pat')}`)).toEqual(expected)
    expect((await as('foreman').get(`${at}/balances?user_id=${idOf('pat')}`)).status).toBe(422)
    expect((await as('pat').get(`${at}/balances?year=then`)).status).toBe(422)

    // Who came with 30 hours left in April has taken none of them since; the holiday week before counts no more.
    const balance = (of: object) => as('admin').post('/api/time_off_balances', { user_id: idOf('pat'), ...of })
    const { data: first } = await balance({ date: '2027-01-01', vacation_hours: 60, sick_hours: 24 })
    expect(await balances('pat')).toEqual([
      { kind: 'vacation', hours: 60, used: 38, asked: 8 },
      { kind: 'sick', hours: 24, used: 0, asked: 0 },
      { kind: 'personal', hours: 16, used: 8, asked: 0 },
    ])
    expect((await balance({ date: '2027-04-01', vacation_hours: 30 })).status).toBe(201)
    const since = [
      { kind: 'vacation', hours: 30, used: 0, asked: 8 },
      { kind: 'personal', hours: 16, used: 8, asked: 0 },
    ]
    expect(await balances('pat')).toEqual(since)
    // Those of other years and people stay.
    expect(await balances('pat', 'year=2028')).toMatchObject([{ hours: 80 }, { hours: 16 }])
    expect(await balances('manager', `year=2027&user_id=${idOf('foreman')}`)).toMatchObject([
      { hours: 80 },
      { hours: 16 },
    ])
    expect((await balance({ date: '2027-04-01', vacation_hours: 1 })).data.errors).toEqual({
      date: ['This person has a balance of that day.'],
    })
    // The hours of others are for who looks after accounts.
    for (const [who, status] of Object.entries({ pat: 200, foreman: 404, manager: 404, contact: 403 } as const))
      expect([who, (await as(who as 'pat').get(`/api/time_off_balances/${first.id}`)).status]).toEqual([who, status])
    expect((await as('pat').patch(`/api/time_off_balances/${first.id}`, { vacation_hours: 99 })).status).toBe(403)
    await give({ vacation_hours: null, personal_hours: null })
    expect(await balances('pat')).toEqual([{ kind: 'vacation', hours: 30, used: 0, asked: 8 }])
  })
})
