import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { sha256 } from '#server/auth/crypto.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'pat', 'nell', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
const at = '/api/schedule_events'

describe.each(enginesOfTier)('The schedule on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock('2027-03-10 08:00')
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: number
  let other: number
  async function makeProject(customer: number | null) {
    const { data } = await as('admin').post('/api/projects', {
      customer_id: customer,
      name: 'Planned',
      number: `S-${crypto.randomUUID().slice(0, 8)}`,
    })
    return Number(data.id)
  }
  /** Plans a week of a person, by default Monday to Friday, March 8 to 12, 2027. */
  const plan = (role: Role, draft: object = {}, by: Role = 'manager') =>
    as(by).post(at, {
      kind: 'assignment',
      user_id: idOf(role),
      project_id: project,
      start_date: '2027-03-08',
      end_date: '2027-03-12',
      ...draft,
    })
  async function planned(role: Role, draft: object = {}) {
    const { status, data } = await plan(role, draft)
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const publish = (body: object = {}, by: Role = 'manager') => as(by).post(`${at}/publish`, body)
  const read = async (id: number, by: Role = 'manager') => (await as(by).get(`${at}/${id}`)).data
  const calendar = (draft: object, by: Role = 'manager') => as(by).post(at, { kind: 'calendar', ...draft })

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    clock.moveTo('2027-03-10', '08:00')
    const all = await as('admin').get(at)
    for (const { id } of all.data) await as('admin').delete(`${at}/${id}`)
    await publish({}, 'admin')
    await world.app.jobs.drain()
    world.mails.length = 0
    project = await makeProject(as('customer').user.customer_id)
    other = await makeProject(as('customer').user.customer_id)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('each kind requires its own fields and refuses those of other kinds', async () => {
    const bar = await as('manager').post(at, { kind: 'phase', project_id: project })
    expect(bar.data.errors).toMatchObject({ phase_id: ['Phase is required'], start_date: ['Start date is required'] })
    const foreign = await plan('pat', { title: 'Meeting', headcount: { journeyman: 1 } })
    expect(foreign.data.errors).toEqual({
      title: ['Title does not belong to this kind.'],
      headcount: ['Headcount does not belong to this kind.'],
    })
    expect((await as('manager').post(at, { title: 'x' })).data.errors).toHaveProperty('kind')
    expect((await plan('pat', { project_id: null })).data.errors).toEqual({ project_id: ['Project is required'] })
    expect((await plan('pat', { end_date: '2027-03-07' })).data.errors).toEqual({
      end_date: ['End date must be on or after start date.'],
    })
    expect((await plan('pat', { days: [0, 7] })).status).toBe(422)
    expect((await calendar({ title: 'Walk', type: 'meeting', all_day: false })).data.errors).toEqual({
      starts_at: ['Start is required'],
    })
    for (const people of [-1, 10_000])
      expect(
        (
          await as('manager').post(at, {
            kind: 'phase',
            project_id: project,
            phase_id: 1,
            start_date: '2027-03-08',
            end_date: '2027-03-12',
            headcount: { journeyman: people },
          })
        ).data.errors,
      ).toHaveProperty(['headcount.journeyman'])
  })

  test('only people who can be scheduled are, and nobody is booked twice without being asked', async () => {
    expect((await plan('office')).data.errors).toEqual({ user_id: ['This person cannot be scheduled.'] })
    await planned('pat')
    const twice = await plan('pat', { project_id: other, start_date: '2027-03-12', end_date: '2027-03-15' })
    expect([twice.status, twice.data.warnings]).toEqual([
      422,
      [{ code: 'double_booking', message: 'Pat Olsen is already on Planned that day.' }],
    ])
    expect(
      (await plan('pat', { project_id: other, start_date: '2027-03-12', confirmed: ['double_booking'] })).status,
    ).toBe(201)
    // The weekend between is no day of a longer assignment, but a single day that somebody chose is.
    expect((await plan('pat', { start_date: '2027-03-13', end_date: '2027-03-13' })).status).toBe(201)
  })

  test('time off is asked about, and trainees without a journeyman', async () => {
    await calendar({
      title: 'Vacation',
      type: 'time_off',
      start_date: '2027-03-09',
      end_date: '2027-03-09',
      user_ids: [idOf('nell')],
    })
    expect((await plan('nell')).data.warnings).toEqual([{ code: 'time_off', message: 'Nell Abbott has time off.' }])
    const alone = await plan('employee')
    expect(alone.data.warnings).toEqual([
      { code: 'ratio', message: 'Trainees outnumber journeymen on Planned that day.' },
    ])
    await planned('pat')
    const trainee = await plan('employee')
    expect(trainee.status).toBe(201)
    // Moving the journeyman away leaves the trainee alone.
    const [mine] = (await as('manager').get(`${at}?user_id=${idOf('pat')}&kind=assignment`)).data
    const moved = await as('manager').patch(`${at}/${mine.id}`, { project_id: other })
    expect(moved.data.warnings).toEqual([
      { code: 'ratio', message: 'Trainees outnumber journeymen on Planned that day.' },
    ])
  })

  test('drafts are seen by those who plan, on no path by anyone else', async () => {
    const draft = await planned('pat')
    for (const role of ['foreman', 'pat', 'customer', 'contact'] as const) {
      expect((await as(role).get(at)).data, role).toEqual([])
      expect((await as(role).get(`${at}/${draft.id}`)).status).toBe(404)
      expect((await as(role).get(`${at}/${draft.id}/history`)).status).toBe(404)
      expect((await as(role).get(`${at}/changes`)).status).toBe(403)
      expect((await as(role).post(`${at}/publish`)).status).toBe(403)
      expect((await as(role).get(`${at}/agenda?from=2027-03-08&to=2027-03-12`)).data.jobs).toEqual([])
    }
    expect((await publish()).status).toBe(200)
    expect((await as('pat').get(`${at}?from=2027-03-08&to=2027-03-08`)).data).toMatchObject([
      { id: draft.id, start_date: '2027-03-08', end_date: '2027-03-12', user_id: idOf('pat') },
    ])
    await as('manager').patch(`${at}/${draft.id}`, {
      start_date: '2027-03-22',
      end_date: '2027-03-23',
      project_id: other,
      note: 'Bring the bender.',
    })
    expect(await read(draft.id)).toMatchObject({ draft: true, start_date: '2027-03-22', note: 'Bring the bender.' })
    for (const role of ['foreman', 'pat'] as const) {
      const seen = await read(draft.id, role)
      expect(seen).toMatchObject({ start_date: '2027-03-08', end_date: '2027-03-12', project_id: project, note: null })
      expect(seen).not.toHaveProperty('draft')
      expect((await as(role).get(`${at}?from=2027-03-22`)).data).toEqual([])
      expect((await as(role).get(`${at}?project_id=${other}`)).data).toEqual([])
      expect(await as(role).get(`${at}?start_date=2027-03-22`)).toMatchObject({ data: [{ id: draft.id }] })
      const history = JSON.stringify((await as(role).get(`${at}/${draft.id}/history`)).data)
      expect(history).not.toContain('2027-03-22')
      expect(history).not.toContain('bender')
    }
    expect((await as('customer').get(at)).data).toEqual([])
  })

  test('an employee sees what concerns them, a customer published phases of their own projects', async () => {
    await planned('pat')
    await planned('nell', { project_id: other })
    await publish()
    expect((await as('pat').get(at)).data).toHaveLength(1)
    expect((await as('foreman').get(at)).data).toHaveLength(2)
    const [phase] = (await as('manager').get('/api/phases')).data
    const bar = await as('manager').post(at, {
      kind: 'phase',
      project_id: project,
      phase_id: phase.id,
      start_date: '2027-03-08',
      end_date: '2027-04-02',
      headcount: { journeyman: 2 },
    })
    expect(bar.data.headcount).toEqual({ journeyman: 2, apprentice: 0, laborer: 0 })
    // A bar exists only for a phase of its project.
    expect((await as('manager').get(`/api/projects/${project}`)).data.project_phases).toMatchObject([
      { phase_id: phase.id },
    ])
    expect((await as('customer').get(at)).data).toEqual([])
    await publish({ ids: [bar.data.id] })
    const [told] = (await as('customer').get(at)).data
    expect(told).toMatchObject({ id: bar.data.id, start_date: '2027-03-08' })
    // How many people a phase takes is nothing to customers, in whatever place it is told.
    expect(told.headcount).toEqual({ journeyman: 0, apprentice: 0, laborer: 0 })
    expect(told).not.toHaveProperty('published')
    expect((await read(bar.data.id, 'foreman')).headcount).toEqual({ journeyman: 2, apprentice: 0, laborer: 0 })
    expect((await as('customer').get('/api/schedule_settings')).data[0]).not.toHaveProperty('ratio')
    expect((await as('contact').get(at)).data).toEqual([])
    await calendar({
      title: 'Meeting',
      type: 'meeting',
      start_date: '2027-03-09',
      end_date: '2027-03-09',
      user_ids: [idOf('nell')],
    })
    await calendar({ title: 'Picnic', type: 'holiday', start_date: '2027-03-19', end_date: '2027-03-19' })
    expect((await as('pat').get(`${at}?kind=calendar`)).data.map(({ title }: { title: string }) => title)).toEqual([
      'Picnic',
    ])
    expect((await as('nell').get(`${at}?kind=calendar`)).data).toHaveLength(2)
  })

  test('phases that wait for each other in a circle are refused', async () => {
    const [phase] = (await as('manager').get('/api/phases')).data
    const bar = (blocked_by_id: number | null) => ({
      kind: 'phase',
      project_id: project,
      phase_id: phase.id,
      start_date: '2027-03-08',
      end_date: '2027-03-12',
      blocked_by_id,
    })
    const first = (await as('manager').post(at, bar(null))).data
    const second = (await as('manager').post(at, bar(first.id))).data
    const circle = await as('manager').patch(`${at}/${first.id}`, { blocked_by_id: second.id })
    expect(circle.data.errors).toEqual({ blocked_by_id: ['These phases would wait for each other.'] })
  })

  test('a body whose values have no value is refused like any other', async () => {
    const nothing = { toString: null, valueOf: null }
    const { id } = await planned('pat')
    const sent: readonly [string, object, string][] = [
      [`${at}/shift`, { ids: [id], days: nothing }, 'days'],
      [`${at}/${id}/shift`, { days: nothing }, 'days'],
      [`${at}/leave_double`, { user_id: nothing }, 'user_id'],
    ]
    for (const [path, body, field] of sent) {
      const { status, data } = await as('manager').post(path, body)
      expect([path, status, Object.keys(data.errors ?? {})]).toEqual([path, 422, [field]])
    }
    await publish()
    await as('pat').post(`${at}/${id}/decline`, { date: '2027-03-11', reason: 'Dentist' })
    const given = await as('manager').post(`${at}/replace`, { id, date: '2027-03-11', user_id: nothing })
    expect([given.status, given.data.errors]).toEqual([422, { user_id: ['Choose another person.'] }])
  })

  test('a phase waits for a phase, and for no circle of others', async () => {
    const [phase] = (await as('manager').get('/api/phases')).data
    const bar = async (blocked_by_id: number | null) =>
      (
        await as('manager').post(at, {
          kind: 'phase',
          project_id: project,
          phase_id: phase.id,
          start_date: '2027-03-08',
          end_date: '2027-03-12',
          blocked_by_id,
        })
      ).data
    const assignment = await planned('pat')
    expect((await bar(assignment.id)).errors).toEqual({ blocked_by_id: ['Choose a phase of the schedule.'] })
    expect((await bar(999_999)).errors).toHaveProperty('blocked_by_id')
    const first = await bar(null)
    const second = await bar(first.id)
    const third = await bar(second.id)
    const circle = await as('manager').patch(`${at}/${first.id}`, { blocked_by_id: third.id })
    expect(circle.data.errors).toEqual({ blocked_by_id: ['These phases would wait for each other.'] })
    expect((await as('manager').patch(`${at}/${third.id}`, { blocked_by_id: first.id })).status).toBe(200)
  })

  test('a calendar event is for people of the directory, on the days of its times', async () => {
    const own = idOf('pat')
    const missing = await calendar({
      title: 'Walk',
      type: 'meeting',
      start_date: '2027-03-09',
      end_date: '2027-03-09',
      user_ids: [own, 999_999],
    })
    expect(missing.data.errors).toEqual({ 'attendees.1.user_id': ['User is invalid.'] })
    const { data: some } = await calendar({
      title: 'Walk',
      type: 'meeting',
      start_date: '2027-03-09',
      end_date: '2027-03-09',
      user_ids: [own],
    })
    expect(some).toMatchObject({ everyone: false, user_ids: [own], starts_at: null, ends_at: null })
    const { data: all } = await calendar({
      title: 'Walk',
      type: 'meeting',
      start_date: '2027-03-09',
      end_date: '2027-03-09',
      user_ids: [],
    })
    expect(all).toMatchObject({ everyone: true, user_ids: [] })
    const gone = await as('manager').patch(`${at}/${some.id}`, { user_ids: [999_999] })
    expect(gone.data.errors).toEqual({ 'attendees.0.user_id': ['User is invalid.'] })
    // In the evening of Pasco it is the next day in Greenwich.
    const times = { all_day: false, starts_at: '2027-03-10T02:00:00Z', ends_at: '2027-03-11T04:00:00Z' }
    const { data: timed } = await calendar({ title: 'Walk', type: 'meeting', ...times })
    expect(timed).toMatchObject({ start_date: '2027-03-09', end_date: '2027-03-10' })
    const whole = await as('manager').patch(`${at}/${timed.id}`, { all_day: true })
    expect(whole.data).toMatchObject({ starts_at: null, ends_at: null })
  })

  test('somebody is planned for work days alone, and moved away though they cannot be scheduled any more', async () => {
    const weekend = { start_date: '2027-03-13', end_date: '2027-03-14' }
    expect((await plan('pat', weekend)).data.errors).toEqual({ days: ['None of these days is a work day.'] })
    const { id } = await planned('pat')
    await as('admin').patch(`/api/users/${idOf('pat')}`, { schedulable: false })
    const patch = (draft: object) => as('manager').patch(`${at}/${id}`, draft)
    // Nothing is planned anew.
    expect((await patch({ end_date: '2027-03-11' })).status).toBe(200)
    expect((await patch({ end_date: '2027-03-11' })).status).toBe(200)
    expect((await patch({ end_date: '2027-03-15' })).data.errors).toEqual({
      user_id: ['This person cannot be scheduled.'],
    })
    await as('admin').patch(`/api/users/${idOf('pat')}`, { schedulable: true })
  })

  test('one request that plans somebody twice is asked about, as two are', async () => {
    const draft = (project_id: number, day: string) => ({
      kind: 'assignment',
      user_id: idOf('pat'),
      project_id,
      start_date: day,
      end_date: day,
    })
    const twice = await as('manager').post(`${at}/store_many`, {
      data: [draft(project, '2027-03-09'), draft(other, '2027-03-09')],
    })
    expect(twice.data.warnings).toEqual([
      { code: 'double_booking', message: 'Pat Olsen is already on Planned that day.' },
    ])
    const data = [draft(project, '2027-03-09'), draft(other, '2027-03-10')]
    expect((await as('manager').post(`${at}/store_many`, { data })).status).toBe(200)
  })

  test('only what somebody was told of is taken off by publishing', async () => {
    const { id } = await planned('pat')
    expect((await as('manager').patch(`${at}/${id}`, { removed: true })).data).toMatchObject({ removed: false })
    await publish()
    const drafted = await as('manager').patch(`${at}/${id}`, { removed: true })
    expect(drafted.data).toMatchObject({ removed: true, drafted_id: idOf('manager') })
    // Its days are free for another job.
    expect((await plan('pat', { project_id: other })).status).toBe(201)
  })

  test('publishing keeps what was told, and answers to days that did not change', async () => {
    const event = await planned('pat')
    await publish()
    expect(await read(event.id)).toMatchObject({ draft: false, published_id: idOf('manager') })
    expect((await as('nell').post(`${at}/${event.id}/confirm`)).status).toBe(404)
    expect((await as('manager').post(`${at}/${event.id}/confirm`)).status).toBe(403)
    await as('pat').post(`${at}/${event.id}/confirm`)
    const confirmed = await read(event.id, 'pat')
    // It is Wednesday: days that are over need no answer.
    expect(confirmed.answers.map(({ date }: { date: string }) => date)).toEqual([
      '2027-03-10',
      '2027-03-11',
      '2027-03-12',
    ])
    const refused = await as('pat').post(`${at}/${event.id}/decline`, { date: '2027-03-12' })
    expect(refused.data.errors).toEqual({ reason: ['Add a reason.'] })
    await as('pat').post(`${at}/${event.id}/decline`, { date: '2027-03-12', reason: 'Dentist' })
    expect((await read(event.id)).answers.at(-1)).toMatchObject({ declined_reason: 'Dentist', confirmed_at: null })
    // A day more: the other days keep their answers.
    await as('manager').patch(`${at}/${event.id}`, { end_date: '2027-03-15' })
    await publish()
    expect((await read(event.id)).answers).toHaveLength(3)
    await as('manager').patch(`${at}/${event.id}`, { start_time: '06:30' })
    await publish()
    expect((await read(event.id)).answers).toEqual([])
  })

  test('a publication that is undone gives answers back, and tells those alone who were told of it', async () => {
    const event = await planned('pat')
    await publish()
    await as('pat').post(`${at}/${event.id}/confirm`)
    await world.app.jobs.drain()
    world.mails.length = 0
    await as('manager').patch(`${at}/${event.id}`, { start_time: '06:30' })
    const changed = await publish()
    await world.app.jobs.drain()
    expect(world.mails.map(({ to }) => to)).toEqual(['pat@plumbline.test'])
    expect((await read(event.id)).answers).toEqual([])
    const undone = await as('manager').post('/api/undo', { change: changed.headers.get('X-Change-Id') })
    expect(undone.data.left).toEqual([])
    expect(await read(event.id)).toMatchObject({ draft: true, start_time: '06:30', published: { start_time: null } })
    expect((await read(event.id)).answers).toHaveLength(3)
    await world.app.jobs.drain()
    expect(world.mails.map(({ to }) => to)).toEqual(['pat@plumbline.test', 'pat@plumbline.test'])
    expect(world.mails.at(-1)?.text).toContain('Changed:')
    // A removal comes back, as a removal that is a draft.
    await as('manager').delete(`${at}/${event.id}`)
    const removal = await publish()
    expect((await as('manager').get(`${at}/${event.id}`)).status).toBe(404)
    await as('manager').post('/api/undo', { change: removal.headers.get('X-Change-Id') })
    expect(await read(event.id)).toMatchObject({ removed: true, draft: true })
  })

  test('discarding goes back to what was published, and deleting that is a draft too', async () => {
    const event = await planned('pat')
    await publish()
    await as('manager').patch(`${at}/${event.id}`, { end_date: '2027-03-19', note: 'Changed' })
    const fresh = await planned('nell')
    await as('office').post(`${at}/discard`, { ids: [event.id, fresh.id] })
    expect(await read(event.id)).toMatchObject({ draft: false, end_date: '2027-03-12', note: null })
    expect((await as('manager').get(`${at}/${fresh.id}`)).status).toBe(404)
    expect((await as('office').delete(`${at}/${event.id}`)).status).toBe(403)
    expect((await as('office').patch(`${at}/${event.id}`, { removed: true })).status).toBe(403)
    expect((await as('manager').delete(`${at}/${event.id}`)).status).toBe(204)
    expect(await read(event.id)).toMatchObject({ draft: true, removed: true })
    expect(await read(event.id, 'pat')).toMatchObject({ start_date: '2027-03-08' })
    const told = (await as('manager').get(`${at}/changes`)).data
    expect(told).toMatchObject([{ user_id: idOf('pat'), changes: [{ kind: 'removed' }] }])
    await publish()
    expect((await as('pat').get(at)).data).toEqual([])
  })

  test('of two who publish at the same moment, each change is told once', async () => {
    await planned('pat')
    await planned('nell')
    const told = (await as('manager').get(`${at}/changes`)).data
    expect(told.map(({ name }: { name: string }) => name)).toEqual(['Nell Abbott', 'Pat Olsen'])
    const both = await Promise.all([publish({}, 'manager'), publish({}, 'admin')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.flatMap(({ data }) => data)).toHaveLength(2)
    expect((await publish()).data).toEqual([])
    expect((await as('manager').get(`${at}/changes`)).data).toEqual([])
  })

  test('two planners who move one person at the same moment: the second is asked', async () => {
    const moves = await Promise.all([plan('pat'), plan('pat', { project_id: other }, 'admin')])
    expect(moves.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const many = (by: Role, project_id: number) =>
      as(by).post(`${at}/store_many`, {
        data: ['nell', 'foreman'].map((role) => ({
          kind: 'assignment',
          user_id: idOf(role === 'nell' ? 'nell' : 'foreman'),
          project_id,
          start_date: '2027-03-08',
          end_date: '2027-03-12',
        })),
      })
    const both = await Promise.all([many('manager', project), many('admin', other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const stale = (await as('manager').get(`${at}?kind=assignment`)).data[0]
    await as('admin').patch(`${at}/${stale.id}`, { note: 'First' })
    const late = await as('manager').patch(`${at}/${stale.id}`, { note: 'Second', updated_at: stale.updated_at })
    expect(late.status).toBe(409)
  })

  test('a week is copied once, without days off and people who cannot be scheduled any more', async () => {
    await planned('pat')
    await planned('nell', { start_date: '2027-03-11', end_date: '2027-03-17' })
    await calendar({ title: 'Shop day', type: 'holiday', start_date: '2027-03-19', end_date: '2027-03-19' })
    const week = { from: '2027-03-07', to: '2027-03-14' }
    const copied = await as('manager').post(`${at}/copy_week`, { ...week, user_ids: [idOf('pat')] })
    expect(copied.data).toMatchObject([{ start_date: '2027-03-15', end_date: '2027-03-19', draft: true }])
    expect((await as('manager').post(`${at}/copy_week`, { ...week, user_ids: [idOf('pat')] })).data).toEqual([])
    await as('admin').patch(`/api/users/${idOf('nell')}`, { schedulable: false })
    expect((await as('manager').post(`${at}/copy_week`, week)).data).toEqual([])
    await as('admin').patch(`/api/users/${idOf('nell')}`, { schedulable: true })
  })

  /** What each line of a step does, as `{day}{sign}`: `15+` is new, `16=` the same, `17x` in conflict. */
  const signs = { new: '+', moved: '>', changed: '~', gone: '-', back: '<', same: '=', conflict: 'x' }
  interface Line {
    id: number
    days: { date: string; is: keyof typeof signs; on?: number | null }[]
  }
  async function previewed(step: string, asked: Record<string, string>, by: Role = 'manager') {
    const { data } = await as(by).get(`${at}/preview?${new URLSearchParams({ step, ...asked }).toString()}`)
    return new Map<number, string>(
      data.map(({ id, days }: Line) => [
        id,
        days.map(({ date, is }) => `${Number(date.slice(8))}${signs[is]}`).join(' '),
      ]),
    )
  }

  test('a copied week leaves out what is there already and what is in the way, as shown before (rule schedule-steps)', async () => {
    const pat = await planned('pat')
    const nell = await planned('nell')
    const foreman = await planned('foreman')
    await planned('pat', { project_id: other, start_date: '2027-03-17', end_date: '2027-03-17' })
    await planned('nell', { start_date: '2027-03-15', end_date: '2027-03-16' })
    await calendar({
      type: 'time_off',
      title: 'Vacation',
      start_date: '2027-03-19',
      end_date: '2027-03-19',
      user_ids: [idOf('nell')],
    })
    const week = { from: '2027-03-07', to: '2027-03-14' }
    const shown = await previewed('copy_week', week)
    expect([...shown].toSorted()).toEqual([
      [pat.id, '15+ 16+ 17x 18+ 19+'],
      [nell.id, '15= 16= 17+ 18+ 19x'],
      [foreman.id, '15+ 16+ 17+ 18+ 19+'],
    ])
    const { data } = await as('manager').post(`${at}/copy_week`, { ...week, ids: [pat.id, nell.id] })
    expect(
      data.map((one: Line & { user_id: number; start_date: string; end_date: string }) => [
        one.user_id,
        one.start_date,
        one.end_date,
      ]),
    ).toEqual([
      [idOf('pat'), '2027-03-15', '2027-03-16'],
      [idOf('pat'), '2027-03-18', '2027-03-19'],
      [idOf('nell'), '2027-03-17', '2027-03-18'],
    ])
    expect((await previewed('copy_week', week)).get(pat.id)).toBe('15= 16= 17x 18= 19=')
    expect((await as('manager').post(`${at}/copy_week`, { ...week, ids: [pat.id, nell.id] })).data).toEqual([])
  })

  test('a week in which somebody is at two jobs is not copied so (rule schedule-steps)', async () => {
    const first = await planned('pat')
    const second = await plan('pat', {
      project_id: other,
      start_date: '2027-03-10',
      end_date: '2027-03-10',
      confirmed: ['double_booking'],
    })
    const shown = await previewed('copy_week', { from: '2027-03-07', to: '2027-03-14' })
    expect([shown.get(first.id), shown.get(second.data.id)]).toEqual(['15+ 16+ 17+ 18+ 19+', '17x'])
  })

  test('a push leaves out the days on which people are elsewhere, and moves the chosen alone (rule schedule-steps)', async () => {
    const pat = await planned('pat', { start_date: '2027-03-10', end_date: '2027-03-11' })
    const nell = await planned('nell', { start_date: '2027-03-10', end_date: '2027-03-10' })
    await planned('pat', { project_id: other, start_date: '2027-03-12', end_date: '2027-03-12' })
    await planned('nell', { project_id: other, start_date: '2027-03-11', end_date: '2027-03-11' })
    const push = { from: '2027-03-10', days: '1' }
    expect([...(await previewed('shift', push))].toSorted()).toEqual([
      [pat.id, '11> 12x'],
      [nell.id, '11x'],
    ])
    await as('manager').post(`${at}/shift`, { ...push, days: 1, ids: [nell.id] })
    expect(await read(pat.id)).toMatchObject({ start_date: '2027-03-10', end_date: '2027-03-11' })
    await as('manager').post(`${at}/shift`, { ...push, days: 1 })
    expect(await read(pat.id)).toMatchObject({ start_date: '2027-03-11', end_date: '2027-03-11' })
    // All of it is in the way of nothing better: it stays.
    expect(await read(nell.id)).toMatchObject({ start_date: '2027-03-10', end_date: '2027-03-10' })
  })

  test('a calendar event that is pushed with others moves as a whole', async () => {
    const { data } = await calendar({
      type: 'meeting',
      title: 'Foremen',
      start_date: '2027-03-09',
      end_date: '2027-03-10',
    })
    const pat = await planned('pat')
    await as('manager').post(`${at}/shift`, { ids: [data.id, pat.id], days: 1, from: '2027-03-10' })
    expect(await read(data.id)).toMatchObject({ start_date: '2027-03-10', end_date: '2027-03-11' })
    expect(await read(pat.id)).toMatchObject({ start_date: '2027-03-08', end_date: '2027-03-09' })
  })

  test('cleared days are taken out of longer assignments, and what was published goes when that is (rule schedule-steps)', async () => {
    const pat = await planned('pat')
    const nell = await planned('nell', { start_date: '2027-03-10', end_date: '2027-03-10' })
    await publish({ ids: [nell.id] })
    const days = { from: '2027-03-10', to: '2027-03-10' }
    expect([...(await previewed('clear', days))]).toEqual([
      [pat.id, '10-'],
      [nell.id, '10-'],
    ])
    const { headers, data } = await as('manager').post(`${at}/clear`, { ...days, ids: [pat.id, nell.id] })
    expect(data).toHaveLength(3)
    expect(await read(nell.id)).toMatchObject({ removed: true, draft: true, drafted_id: idOf('manager') })
    const spans = (await as('manager').get(`${at}?user_id=${idOf('pat')}`)).data.map(
      ({ start_date, end_date }: { start_date: string; end_date: string }) => [start_date, end_date],
    )
    expect(spans).toEqual([
      ['2027-03-08', '2027-03-09'],
      ['2027-03-11', '2027-03-12'],
    ])
    expect((await as('manager').post(`${at}/clear`, days)).status).toBe(422)
    const change = headers.get('X-Change-Id')
    await as('manager').post('/api/undo', { change })
    expect(await read(nell.id)).toMatchObject({ removed: false, draft: false })
    expect(await read(pat.id)).toMatchObject({ start_date: '2027-03-08', end_date: '2027-03-12' })
  })

  test('who may not delete clears drafts and days of what was published, and takes nothing published off (rule schedule-steps)', async () => {
    const clear = (ids: number[], from: string, to = from) => as('office').post(`${at}/clear`, { from, to, ids })
    const pat = await planned('pat', { start_date: '2027-03-07' })
    const nell = await planned('nell', { start_date: '2027-03-10', end_date: '2027-03-10' })
    await publish({ ids: [pat.id, nell.id] })
    // The Sunday that is left alone at its edge is not kept, since a single day would be worked.
    expect((await clear([pat.id], '2027-03-08')).status).toBe(200)
    expect(await read(pat.id)).toMatchObject({ start_date: '2027-03-09' })
    const draft = await planned('nell', { start_date: '2027-03-11', end_date: '2027-03-12' })
    const refused = await clear([pat.id, nell.id], '2027-03-10')
    expect(refused.status).toBe(403)
    expect(refused.data.message).toMatch(/those who may delete/)
    expect(await read(pat.id)).toMatchObject({ end_date: '2027-03-12' })
    expect((await clear([pat.id, draft.id], '2027-03-11', '2027-03-12')).status).toBe(200)
    expect(await read(pat.id)).toMatchObject({ end_date: '2027-03-10', draft: true, drafted_id: idOf('office') })
    expect((await as('manager').get(`${at}/${draft.id}`)).status).toBe(404)
    expect(
      (await as('foreman').post(`${at}/clear`, { from: '2027-03-10', to: '2027-03-10', ids: [pat.id] })).status,
    ).toBe(403)
  })

  test('who drafted is known until it is published, and answers do not change it', async () => {
    const event = await planned('pat')
    expect(event).toMatchObject({ drafted_id: idOf('manager') })
    await as('office').patch(`${at}/${event.id}`, { start_time: '06:30' })
    expect(await read(event.id)).toMatchObject({ drafted_id: idOf('office') })
    await publish()
    expect(await read(event.id)).toMatchObject({ drafted_id: null })
    await as('office').patch(`${at}/${event.id}`, { end_date: '2027-03-11' })
    await as('pat').post(`${at}/${event.id}/confirm`, { date: '2027-03-10' })
    expect(await read(event.id)).toMatchObject({ draft: true, drafted_id: idOf('office') })
    expect((await as('pat').get(at)).data[0]).not.toHaveProperty('drafted_id')
    expect([...(await previewed('discard', {}))]).toEqual([[event.id, '12<']])
    expect([...(await previewed('publish', {}))]).toEqual([[event.id, '12-']])
    expect((await as('foreman').get(`${at}/preview?step=publish`)).status).toBe(403)
    expect((await as('manager').get(`${at}/preview?step=all`)).status).toBe(422)
  })

  test('pushing today to tomorrow skips weekends and days off, and leaves the days that were worked', async () => {
    const today = '2027-03-12'
    const single = await planned('pat', { start_date: today, end_date: today })
    const longer = await planned('nell', { start_date: '2027-03-10', end_date: '2027-03-15' })
    await calendar({ title: 'Picnic', type: 'holiday', start_date: '2027-03-15', end_date: '2027-03-15' })
    await as('manager').post(`${at}/shift`, { ids: [single.id, longer.id], days: 1, from: today })
    expect(await read(single.id)).toMatchObject({ start_date: '2027-03-16', end_date: '2027-03-16' })
    expect(await read(longer.id)).toMatchObject({ start_date: '2027-03-10', end_date: '2027-03-11' })
    const [rest] = (await as('manager').get(`${at}?user_id=${idOf('nell')}&from=2027-03-13&kind=assignment`)).data
    expect(rest).toMatchObject({ start_date: '2027-03-16', end_date: '2027-03-16' })
    expect((await as('manager').post(`${at}/shift`, { ids: [single.id], days: 'x' })).status).toBe(422)
  })

  test('what is left of a longer assignment is not worked on days off', async () => {
    // From Sunday to Tuesday, Monday is pushed: Sunday was not worked and is not kept.
    const whole = await planned('pat', { start_date: '2027-03-07', end_date: '2027-03-09' })
    // From Thursday to Saturday, Saturday is pushed: it was not worked either.
    const ended = await planned('nell', { start_date: '2027-03-11', end_date: '2027-03-13' })
    await as('manager').post(`${at}/shift`, { ids: [whole.id], days: 1, from: '2027-03-08' })
    await as('manager').post(`${at}/shift`, { ids: [ended.id], days: 1, from: '2027-03-13' })
    const { data } = await as('manager').get(`${at}?kind=assignment`)
    expect(data).toMatchObject([
      { id: whole.id, start_date: '2027-03-09', end_date: '2027-03-10' },
      { id: ended.id, start_date: '2027-03-11', end_date: '2027-03-13' },
    ])
    // The Sunday on which this one begins is alone in the week that is copied.
    await planned('foreman', { start_date: '2027-03-20', end_date: '2027-03-22' })
    const weeks = { from: '2027-03-14', to: '2027-03-28' }
    expect((await as('manager').post(`${at}/copy_week`, weeks)).data).toEqual([])
  })

  test('pushing without ids moves who works that day, and nobody on a day off', async () => {
    const longer = await planned('pat', { start_date: '2027-03-11', end_date: '2027-03-16' })
    const chosen = await planned('nell', { start_date: '2027-03-13', end_date: '2027-03-13' })
    const push = async (day: string) => (await as('manager').post(`${at}/shift`, { days: 1, from: day })).data
    expect(await push('2027-03-14')).toEqual([])
    expect(await push('2027-03-13')).toMatchObject([{ id: chosen.id, start_date: '2027-03-15' }])
    expect(await read(longer.id)).toMatchObject({ start_date: '2027-03-11', end_date: '2027-03-16' })
    const pushed = (await push('2027-03-12')).map(({ start_date }: { start_date: string }) => start_date)
    expect(pushed.toSorted()).toEqual(['2027-03-11', '2027-03-15'])
    expect((await as('manager').post(`${at}/shift`, { days: 1 })).status).toBe(422)
  })

  test('days stay the company’s in weeks in which the clocks change', async () => {
    // In Los Angeles the clocks go forward on Sunday, March 14, 2027, and back on November 7.
    clock.moveTo('2027-03-14', '01:59')
    const spring = await planned('pat', { start_date: '2027-03-12', end_date: '2027-03-15' })
    await as('manager').post(`${at}/${spring.id}/shift`, { days: 1 })
    expect(await read(spring.id)).toMatchObject({ start_date: '2027-03-15', end_date: '2027-03-16' })
    const meeting = await calendar({
      title: 'Foremen',
      type: 'meeting',
      all_day: false,
      starts_at: '2027-03-12T14:15:00Z',
      ends_at: '2027-03-12T15:00:00Z',
    })
    expect(meeting.data).toMatchObject({ start_date: '2027-03-12', end_date: '2027-03-12' })
    // 6:15 in the morning before and after the clocks change.
    const later = await as('manager').post(`${at}/${meeting.data.id}/shift`, { days: 1 })
    expect(later.data).toMatchObject({ start_date: '2027-03-15', starts_at: '2027-03-15T13:15:00.000Z' })
    const evening = await calendar({
      title: 'Late',
      type: 'meeting',
      all_day: false,
      starts_at: '2027-11-08T07:30:00Z',
      ends_at: '2027-11-08T08:30:00Z',
    })
    expect(evening.data).toMatchObject({ start_date: '2027-11-07', end_date: '2027-11-08' })
  })

  test('someone who leaves keeps what was planned, and it can be given away', async () => {
    const event = await planned('nell')
    await publish()
    await as('admin').post(`/api/users/${idOf('nell')}/deactivate`)
    expect((await as('manager').patch(`${at}/${event.id}`, { end_date: '2027-03-19' })).data.errors).toEqual({
      user_id: ['This person cannot be scheduled.'],
    })
    expect((await as('manager').patch(`${at}/${event.id}`, { end_date: '2027-03-11' })).status).toBe(200)
    expect((await as('manager').patch(`${at}/${event.id}`, { user_id: idOf('pat') })).status).toBe(200)
    expect((await as('manager').get(`${at}/changes`)).data).toMatchObject([{ user_id: idOf('pat') }])
    await as('admin').post(`/api/users/${idOf('nell')}/activate`)
  })

  test('a guest who is scheduled sees their own days, and the phones of those they work with', async () => {
    await as('admin').patch(`/api/users/${idOf('contact')}`, { schedulable: true })
    await planned('pat', { lead: true })
    await planned('nell')
    await planned('contact')
    await planned('foreman', { project_id: other })
    expect((await as('contact').get(`${at}/agenda?from=2027-03-11&to=2027-03-11`)).data.jobs).toEqual([])
    await publish()
    const { data } = await as('contact').get(`${at}/agenda?from=2027-03-11&to=2027-03-11`)
    expect(data.jobs).toHaveLength(1)
    const phones = data.jobs[0].crew.map(({ name, phone }: { name: string; phone: string | null }) => [
      name,
      phone !== null,
    ])
    expect(phones).toEqual([
      ['Pat Olsen', true],
      ['Alex Winters', true],
      ['Nell Abbott', true],
    ])
    expect((await as('contact').get(at)).data).toMatchObject([
      { user_id: idOf('contact'), told_project_name: 'Planned' },
    ])
    for (const [method, path] of [
      ['patch', `${at}/${(await as('contact').get(at)).data[0].id}`],
      ['post', at],
      ['post', `${at}/discard`],
      ['post', `${at}/copy_week`],
      ['post', `${at}/shift`],
    ] as const)
      expect((await as('contact')[method](path, { ids: [1] })).status, path).toBe(403)
    await as('admin').patch(`/api/users/${idOf('contact')}`, { schedulable: false })
  })

  test('the agenda names the crew of one’s own jobs with their phones', async () => {
    await planned('pat', { lead: true, start_time: '06:30', meeting_place: 'Gate 2' })
    await planned('nell', { note: 'Bring the lift key.' })
    await planned('foreman', { project_id: other })
    await publish()
    await as('pat').post(`${at}/${(await as('pat').get(at)).data[0].id}/confirm`)
    const { data } = await as('nell').get(`${at}/agenda?from=2027-03-11&to=2027-03-11`)
    expect(data.jobs).toMatchObject([
      {
        date: '2027-03-11',
        name: 'Planned',
        mine: { note: 'Bring the lift key.', reply: 'open', start_time: '07:00', hours: 8 },
        crew: [
          { name: 'Pat Olsen', lead: true, reply: 'confirmed', phone: expect.stringMatching(/^1509/) },
          { name: 'Nell Abbott', lead: false, reply: 'open' },
        ],
      },
    ])
    expect((await as('foreman').get(`${at}/agenda?from=2027-03-11&to=2027-03-11`)).data.jobs).toHaveLength(2)
    expect((await as('nell').get(`${at}/agenda?from=2027-03-01&to=2027-12-11`)).status).toBe(422)
  })

  describe('telling', () => {
    const linkIn = (text: string) => /confirm\?token=(\w+)/.exec(text)?.[1] ?? ''
    const visit = (token: string) => world.client().get(`/confirm?token=${token}`)
    const answer = (token: string, body: object) => world.client().post('/confirm', { token, ...body })
    async function told() {
      await world.app.jobs.drain()
      return world.mails.splice(0)
    }

    test('only those whose days changed are told, once, with place, time, lead and note', async () => {
      await planned('pat', { lead: true, start_time: '06:30' })
      const event = await planned('nell', { note: 'Bring the lift key.' })
      await publish({}, 'manager')
      const mails = await told()
      expect(mails.map(({ to }) => to).toSorted()).toEqual(['nell@plumbline.test', 'pat@plumbline.test'])
      const nell = mails.find(({ to }) => to.startsWith('nell'))
      // Days that are over are not told of: it is Wednesday.
      expect(nell?.text).toContain('Wed, Mar 10 – Fri, Mar 12, 7:00 AM,')
      expect(nell?.text).toContain('Lead: Pat Olsen.')
      expect(nell?.text).toContain('Bring the lift key.')
      expect((await as('nell').get('/api/notifications')).data[0]).toMatchObject({
        kind: 'schedule',
        href: '/schedule',
      })
      await as('manager').patch(`${at}/${event.id}`, { end_date: '2027-03-15' })
      await publish()
      const second = await told()
      expect(second.map(({ to }) => to)).toEqual(['nell@plumbline.test'])
      expect(second[0]?.text).toContain('Changed: Mon, Mar 15')
      await publish()
      expect(await told()).toEqual([])
    })

    test('those who want no mail are told in the app alone, and those who left not at all', async () => {
      // Text messages need a gateway, which the server does not have, so nobody is promised one.
      await as('admin').patch(`/api/users/${idOf('pat')}`, { notification_methods: ['text'] })
      await planned('pat')
      expect((await as('manager').get(`${at}/changes`)).data).toMatchObject([{ user_id: idOf('pat'), methods: [] }])
      await planned('nell')
      await as('admin').post(`/api/users/${idOf('nell')}/deactivate`)
      await publish()
      expect(await told()).toEqual([])
      expect((await as('pat').get('/api/notifications')).data[0]).toMatchObject({ kind: 'schedule' })
      await as('admin').post(`/api/users/${idOf('nell')}/activate`)
      await as('admin').patch(`/api/users/${idOf('pat')}`, { notification_methods: ['email'] })
    })

    test('the mail’s link confirms without signing in, and only answering uses it up', async () => {
      const event = await planned('pat')
      await publish()
      const token = linkIn((await told())[0]?.text ?? '')
      for (let times = 0; times < 3; times++) {
        const page = await visit(token)
        expect([page.status, page.data.includes('Can’t make it')]).toEqual([200, true])
      }
      expect((await read(event.id)).answers).toEqual([])
      const foreign = await world
        .client()
        .post('/confirm', { token, answer: 'confirm' }, { origin: 'https://evil.test' })
      expect(foreign.status).toBe(403)
      const both = await Promise.all([answer(token, { answer: 'confirm' }), answer(token, { answer: 'confirm' })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
      const { answers } = await read(event.id)
      expect(answers).toHaveLength(3)
      expect(answers[0]).toMatchObject({ date: '2027-03-10', declined_at: null })
      expect((await visit(token)).status).toBe(410)
      expect((await visit('0'.repeat(64))).status).toBe(410)
      expect((await visit('')).status).toBe(410)
    })

    test('declining needs a reason, which its publisher hears, and the assignment stays', async () => {
      const event = await planned('pat')
      await publish({}, 'office')
      const token = linkIn((await told())[0]?.text ?? '')
      expect((await answer(token, { answer: 'decline', reason: ' ' })).status).toBe(422)
      expect((await answer(token, { answer: 'decline', reason: 'Dentist <b>' })).status).toBe(200)
      expect((await read(event.id)).answers[0]).toMatchObject({ declined_reason: 'Dentist <b>', confirmed_at: null })
      const mails = await told()
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['office@plumbline.test', 'Pat Olsen can’t make it to Planned, Wed, Mar 10 – Fri, Mar 12'],
      ])
      // Published again with other hours, the days are open again.
      await as('office').patch(`${at}/${event.id}`, { start_time: '09:00' })
      await publish({}, 'office')
      expect((await read(event.id)).answers).toEqual([])
      expect((await told()).map(({ to }) => to)).toEqual(['pat@plumbline.test'])
    })

    test('an older link does not answer for what was published since', async () => {
      const event = await planned('pat')
      await publish()
      const old = linkIn((await told())[0]?.text ?? '')
      clock.pass({ hours: 1 })
      await as('manager').patch(`${at}/${event.id}`, { project_id: other })
      await publish()
      await told()
      const late = await answer(old, { answer: 'confirm' })
      expect([late.status, late.data.includes('The plan has changed since')]).toEqual([200, true])
      expect((await read(event.id)).answers).toEqual([])
    })
  })

  test('time knows who was planned and who is off, and default tasks are due from the start of their phase', async () => {
    const day = '2027-03-10'
    await planned('pat', { hours_per_day: 10 })
    await calendar({
      title: 'Vacation',
      type: 'time_off',
      start_date: day,
      end_date: day,
      user_ids: [idOf('nell')],
    })
    const missing = async () => (await as('office').get(`/api/time_entries/missing?day=${day}`)).data
    expect((await missing()).planned_ids).toEqual([])
    await publish()
    const { user_ids, planned_ids } = await missing()
    expect([planned_ids, user_ids[0], user_ids.includes(idOf('nell'))]).toEqual([[idOf('pat')], idOf('pat'), false])
    // A part of the hours is missing as well, and on days off only those who were planned all the same.
    const entry = { user_id: idOf('pat'), type: 'shop', date: day, hours: 2.4 }
    await as('office').post('/api/time_entries', entry)
    expect((await missing()).short).toEqual([{ user_id: idOf('pat'), hours: 7.6 }])
    await as('office').post('/api/time_entries', { ...entry, hours: 7.6 })
    expect((await missing()).user_ids).not.toContain(idOf('pat'))
    const missingOn = async (date: string) => (await as('office').get(`/api/time_entries/missing?day=${date}`)).data
    await planned('pat', { start_date: '2027-03-15', end_date: '2027-03-21', days: [1, 6] })
    await planned('foreman', { start_date: '2027-03-27', end_date: '2027-03-27' })
    await calendar({ title: 'Picnic', type: 'time_off', start_date: '2027-03-22', end_date: '2027-03-22' })
    await publish()
    expect(await missingOn('2027-03-20')).toMatchObject({ user_ids: [idOf('pat')], planned_ids: [idOf('pat')] })
    expect((await missingOn('2027-03-16')).planned_ids).toEqual([])
    expect((await missingOn('2027-03-16')).user_ids).toContain(idOf('pat'))
    expect((await missingOn('2027-03-21')).user_ids).toEqual([])
    expect((await missingOn('2027-03-22')).user_ids).toEqual([])
    expect((await missingOn('2027-03-27')).user_ids).toEqual([idOf('foreman')])

    const on = async (role: Role) => (await as(role).get(`${at}/planned?day=${day}`)).data
    expect(await on('foreman')).toMatchObject({
      work: [{ user_id: idOf('pat'), project_id: project, hours: 10 }],
      off: [idOf('nell')],
    })
    expect((await on('nell')).work).toEqual([])
    expect((await as('contact').get(`${at}/planned?day=${day}`)).status).toBe(403)

    const [, phase] = (await as('manager').get('/api/phases')).data
    const made = await as('admin').post('/api/default_tasks', {
      title: 'Order long-lead gear',
      phase_id: phase.id,
      due_offset_days: -14,
    })
    await as('manager').post(at, {
      kind: 'phase',
      project_id: project,
      phase_id: phase.id,
      start_date: '2027-04-05',
      end_date: '2027-04-30',
    })
    await world.app.jobs.drain()
    const { data: tasks } = await as('manager').get(`/api/projects/${project}/tasks`)
    const own = tasks.find((one: { default_task_id: number }) => one.default_task_id === made.data.id)
    expect(own).toMatchObject({ title: 'Order long-lead gear', due_date: '2027-03-22' })
    await as('admin').delete(`/api/default_tasks/${made.data.id}`)
  })

  describe('calendar addresses', () => {
    const feeds = async (role: Role) => (await as(role).get('/api/calendar_feeds')).data
    const renew = async (role: Role, { id }: { id: number }, key?: Record<string, string>) =>
      (await as(role).post(`/api/calendar_feeds/${id}/renew`, {}, key)).data
    const open = (url: string) => world.client().get(new URL(url).pathname)
    const given = async (role: Role): Promise<string> => (await renew(role, (await feeds(role))[0])).url

    test('a person subscribes to what was published for them, and a renewed address ends the old one', async () => {
      await planned('pat', { start_date: '2027-03-12', end_date: '2027-03-15', meeting_place: 'Gate 2, north; side' })
      await planned('pat', { project_id: other, start_date: '2027-03-18', end_date: '2027-03-18' })
      await publish({ to: '2027-03-16' })
      const [feed, ...more] = await feeds('pat')
      expect([feed.project_id, more, feed.token, feed.url, feed.given_at]).toEqual([null, [], undefined, null, null])
      const own = await renew('pat', feed)
      const { status, headers, data } = await open(own.url)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
      // Friday at 7 in the morning is before the clocks go forward, Monday after it.
      expect(data.match(/DTSTART:.*/g)).toEqual(['DTSTART:20270312T150000Z', 'DTSTART:20270315T140000Z'])
      expect(data).toContain('LOCATION:Gate 2\\, north\\; side\r\n')
      expect((await feeds('pat'))[0]).toMatchObject({ url: null, given_at: own.given_at })
      expect((await as('pat').get(`/api/calendar_feeds/${own.id}`)).data.url).toBeNull()
      expect((await as('nell').post(`/api/calendar_feeds/${own.id}/renew`)).status).toBe(404)
      const renewed = await renew('pat', own)
      expect(renewed.url).not.toBe(own.url)
      expect([(await open(own.url)).status, (await open(renewed.url)).status]).toEqual([404, 200])
    })

    test('the database has no address, also where a request is repeated under its key', async () => {
      const [feed] = await feeds('pat')
      const key = { 'idempotency-key': crypto.randomUUID() }
      const { url } = await renew('pat', feed, key)
      const again = await renew('pat', feed, key)
      expect([(await open(url)).status, (await open(again.url)).status]).toEqual([404, 200])
      const token = new URL(again.url).pathname.slice('/calendar/'.length, -'.ics'.length)
      const { kysely } = world.app.services.database
      const text = async (statement: ReturnType<typeof sql>) => JSON.stringify((await statement.execute(kysely)).rows)
      expect(await text(sql`select * from calendar_feeds`)).not.toContain(token)
      expect(await text(sql`select * from calendar_feeds`)).toContain(sha256(token))
      expect(await text(sql`select * from events where subject_type = 'calendar_feed'`)).not.toContain(token)
      expect(await text(sql`select * from idempotency_keys`)).not.toContain(token)
    })

    test('an address ends where its person is signed out everywhere, gets a password, or has no access', async () => {
      const pat = `/api/users/${idOf('pat')}`
      const password = { password: 'hard to guess', password_confirmation: 'hard to guess' }
      const { data: before } = await as('admin').get(pat)
      const ends: Record<string, () => Promise<{ status: number }>> = {
        signed: () => as('pat').post(`${pat}/sign_out`),
        deactivated: () => as('admin').post(`${pat}/deactivate`),
        closed: () => as('admin').patch(pat, { has_access: false }),
        password: () => as('admin').patch(pat, password),
      }
      for (const [name, end] of Object.entries(ends)) {
        const url = await given('pat')
        await as('admin').patch(pat, { phone_number: '5095550142' })
        expect([name, (await open(url)).status]).toEqual([name, 200])
        expect([name, (await end()).status]).toEqual([name, 200])
        expect([name, (await open(url)).status]).toEqual([name, 404])
        // It stays ended when the person comes back.
        await as('admin').patch(pat, { active: before.active, has_access: before.has_access })
        expect([name, (await open(url)).status]).toEqual([name, 404])
        if (name === 'password') break
        people.set('pat', await world.signIn('pat@plumbline.test'))
        expect((await feeds('pat'))[0].given_at).toBeNull()
      }
    })

    test('an outside contact’s address has only what names them', async () => {
      const meeting = { type: 'meeting', start_date: '2027-03-11', end_date: '2027-03-11', project_id: project }
      await calendar({ ...meeting, title: 'All hands' })
      await calendar({ ...meeting, title: 'Owner meeting', user_ids: [idOf('contact')] })
      expect((await open(await given('contact'))).data.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Owner meeting'])
      expect((await open(await given('nell'))).data.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:All hands'])
    })

    test('a project’s address shows a customer its phases alone, and nobody who has left anything', async () => {
      await planned('nell')
      const [phase] = (await as('manager').get('/api/phases')).data
      await as('manager').post(at, {
        kind: 'phase',
        project_id: project,
        phase_id: phase.id,
        start_date: '2027-03-08',
        end_date: '2027-03-12',
      })
      await publish()
      const of = async (role: Role) =>
        renew(
          role,
          (await feeds(role)).find((one: { project_id: number | null }) => one.project_id === project),
        )
      const forCustomer = await open((await of('customer')).url)
      expect(forCustomer.data).toContain(`SUMMARY:Planned: ${phase.name}`)
      expect(forCustomer.data).toContain('DTEND;VALUE=DATE:20270313')
      expect(forCustomer.data).not.toContain('Nell')
      const mine = await of('foreman')
      expect((await open(mine.url)).data).toContain('SUMMARY:Nell Abbott')
      await as('admin').post(`/api/users/${idOf('foreman')}/deactivate`)
      expect((await open(mine.url)).status).toBe(404)
      await as('admin').post(`/api/users/${idOf('foreman')}/activate`)
      people.set('foreman', await world.signIn('foreman@plumbline.test'))
    })
  })
})
