import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import { leadFirst } from '#modules/schedule/server/leading.ts'
import { transact } from '#server/context/transact.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'sam', 'marisol', 'employee'] as const
type Role = (typeof roles)[number]
const today = '2027-03-10'
const [monday, tuesday, thursday, friday] = ['2027-03-08', '2027-03-09', '2027-03-11', '2027-03-12']
const signature_path = 'M 60 120 L 90.5 60 L 120 130'

// Rule time-visibility: leading by a published assignment gives sight of that person's hours of that day, a team does not.
describe.each(enginesOfTier)('who sees hours on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const clock = createTestClock(`${today} 08:00`)
  const people = new Map<Role, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: number
  let code: number
  let entries: Record<string, number>

  const plan = async (role: Role, draft: object = {}) =>
    (
      await as('manager').post('/api/schedule_events', {
        kind: 'assignment',
        user_id: idOf(role),
        project_id: project,
        start_date: monday,
        end_date: thursday,
        ...draft,
      })
    ).data.id as number
  const publish = () => as('manager').post('/api/schedule_events/publish', {})
  const enter = async (date: string, by: Role = 'office', more: object = {}) =>
    (
      await as(by).post('/api/time_entries', {
        user_id: idOf('employee'),
        project_id: project,
        cost_code_id: code,
        hours: 8,
        date,
        confirmed: ['duplicate'],
        ...more,
      })
    ).data.id as number
  const seen = async (role: Role) =>
    (await as(role).get(`/api/time_entries?user_id=${idOf('employee')}&from=${monday}&to=${friday}`)).data
      .map(({ date }: { date: string }) => date)
      .sort()
  const weeks = async (role: Role) =>
    (await as(role).get(`/api/timecards?user_id=${idOf('employee')}&from=2027-03-01`)).data
  const led = async (role: Role) =>
    (await as(role).get(`/api/time_entries/led?from=${monday}&to=${friday}`)).data
      .filter(({ user_id }: { user_id: number }) => user_id === idOf('employee'))
      .map(({ date }: { date: string }) => date)
      .sort()

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    clock.moveTo(today, '08:00')
    for (const { id } of (await as('admin').get('/api/schedule_events')).data)
      await as('admin').delete(`/api/schedule_events/${id}`)
    // What was published before goes too, as of a day before all of it.
    clock.moveTo('2027-02-01', '08:00')
    await publish()
    clock.moveTo(today, '08:00')
    for (const { id } of (await as('admin').get(`/api/time_entries?user_id=${idOf('employee')}&from=${monday}`)).data)
      await as('admin').delete(`/api/time_entries/${id}`)
    const team = [{ user_id: idOf('foreman') }, { user_id: idOf('sam') }, { user_id: idOf('employee') }]
    const number = `L-${crypto.randomUUID().slice(0, 8)}`
    const made = { customer_id: 1, name: 'Led', number, project_users: team }
    project = (await as('admin').post('/api/projects', made)).data.id
    code = (await as('admin').post(`/api/projects/${project}/cost_codes`, { number: '010', name: 'Rough' })).data.id
    entries = {}
    for (const day of [monday, tuesday, friday]) entries[day] = await enter(day)
    await world.app.settled()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('sharing a project’s team shows no hours and no week, drafts neither', async () => {
    await plan('foreman', { lead: true })
    await plan('employee')
    expect([await seen('foreman'), await weeks('foreman'), await led('foreman')]).toEqual([[], [], []])
    expect((await as('foreman').get(`/api/time_entries/${entries[monday]}`)).status).toBe(404)
    expect((await seen('office')).length).toBe(3)
  })

  test('who leads by the published plan sees those days alone, and the week without what it says of the others', async () => {
    await plan('foreman', { lead: true })
    await plan('sam')
    // An employee may lead too.
    await plan('marisol', { lead: true, start_date: tuesday, end_date: tuesday })
    await plan('employee')
    await publish()
    expect([await seen('foreman'), await seen('sam'), await seen('marisol')]).toEqual([
      [monday, tuesday],
      [],
      [tuesday],
    ])
    expect(await led('foreman')).toEqual([monday, tuesday, today, thursday])
    const [week] = await weeks('foreman')
    expect(week).toMatchObject({ user_id: idOf('employee') })
    for (const field of ['totals', 'split', 'signed_lines', 'hours'])
      for (const role of ['foreman', 'marisol'] as const) expect((await weeks(role))[0]).not.toHaveProperty(field)
    for (const role of ['employee', 'office'] as const) expect((await weeks(role))[0]).toHaveProperty('totals')
    expect(await weeks('sam')).toEqual([])
    const lines = [monday, tuesday].map((date) => ({
      date,
      project_id: project,
      type: 'standard',
      hours: 8,
      per_diem: false,
    }))
    const signed = await as('foreman').post(`/api/timecards/${week.id}/sign`, { signature_path, lines })
    expect([signed.status, signed.data.message]).toEqual([
      422,
      'This week has hours that you do not see: it is signed with someone who sees them all.',
    ])
    expect((await as('foreman').post(`/api/timecards/${week.id}/submit`)).status).toBe(200)
  })

  test('who entered hours sees them and their week, and nothing else of it', async () => {
    await enter(thursday, 'sam', { hours: 2 })
    expect(await seen('sam')).toEqual([thursday])
    expect((await weeks('sam')).map(({ user_id }: { user_id: number }) => user_id)).toEqual([idOf('employee')])
    expect(await led('sam')).toEqual([])
  })

  test('past days stay with who led them, coming ones go with the plan; both are told to who gains or loses sight', async () => {
    const lead = await plan('foreman', { lead: true })
    await plan('employee')
    await enter(thursday)
    const heard = await listen('foreman')
    await publish()
    const gained = await heard()
    expect(gained.filter(([event, date]) => event === 'saved' && date).map(([, date]) => date)).toEqual(
      expect.arrayContaining([monday, tuesday, thursday]),
    )
    expect(gained.filter(([, , start]) => start).map(([event]) => event)).toContain('saved')
    await as('manager').patch(`/api/schedule_events/${lead}`, { lead: false })
    await publish()
    expect(await seen('foreman')).toEqual([monday, tuesday])
    expect((await heard()).filter(([event]) => event === 'deleted')).toHaveLength(1)
    expect(await led('foreman')).toEqual([monday, tuesday])
    // What is entered later for a day that is past is seen by who led it.
    await as('manager').delete(`/api/schedule_events/${lead}`)
    await publish()
    await enter(tuesday, 'office', { hours: 1 })
    expect(await seen('foreman')).toEqual([monday, tuesday, tuesday])
  })

  test('a database of an earlier version knows who leads whom from its first start on, and later starts change nothing', async () => {
    await plan('foreman', { lead: true })
    await plan('employee')
    await publish()
    const { services, system } = world.app
    await sql`delete from led_days`.execute(services.database.kysely)
    expect(await seen('foreman')).toEqual([])
    await transact(services, { user: system }, leadFirst)
    expect([await seen('foreman'), await led('foreman')]).toEqual([
      [monday, tuesday],
      [monday, tuesday, today, thursday],
    ])
    await sql`delete from led_days where date > ${today}`.execute(services.database.kysely)
    await transact(services, { user: system }, leadFirst)
    expect(await led('foreman')).toEqual([monday, tuesday, today])
  })

  test('undoing a publication takes back the sight of coming days', async () => {
    await plan('foreman', { lead: true })
    await plan('employee')
    const { headers } = await publish()
    expect(await led('foreman')).toContain(thursday)
    const undone = await as('manager').post('/api/undo', { change: headers.get('X-Change-Id') })
    expect([undone.status, await led('foreman')]).toEqual([200, [monday, tuesday]])
  })

  test('a dispute and who cannot come are told to who leads; missing hours are those of whom one leads', async () => {
    await plan('foreman', { lead: true })
    const own = await plan('employee')
    await publish()
    const [week] = await weeks('office')
    await as('employee').post(`/api/timecards/${week.id}/dispute`, { reason: 'I left at noon' })
    await as('employee').post(`/api/schedule_events/${own}/decline`, { date: thursday, reason: 'Dentist' })
    await world.app.jobs.drain()
    const told = async (role: Role) =>
      (await as(role).get('/api/notifications?view=unread')).data.map(({ note }: { note: string | null }) => note)
    expect(await told('foreman')).toEqual(expect.arrayContaining(['“I left at noon”', 'Dentist']))
    expect(await told('marisol')).not.toContain('Dentist')
    const missing = async (role: Role, day: string) =>
      (await as(role).get(`/api/time_entries/missing?day=${day}`)).data.user_ids
    expect(await missing('foreman', today)).toContain(idOf('employee'))
    expect(await missing('foreman', friday)).not.toContain(idOf('employee'))
    expect(await missing('sam', today)).not.toContain(idOf('employee'))

    // The last day that the company worked: neither a holiday nor a weekend.
    const back = async (day: string) =>
      (await as('manager').get(`/api/time_entries/missing?day=${day}&back=1`)).data.day
    expect([await back(today), await back('2027-03-14')]).toEqual([today, friday])
    await as('manager').post('/api/schedule_events', {
      kind: 'calendar',
      type: 'holiday',
      title: 'Closed',
      everyone: true,
      start_date: thursday,
      end_date: friday,
    })
    expect(await back('2027-03-14')).toBe(today)
  })

  test('days are asked about between two dates, a year at most', async () => {
    const path = '/api/time_entries/led'
    for (const query of ['', '?from=soon&to=2027-03-12', `?from=${monday}&to=${addDays(monday, 400)}`])
      expect((await as('foreman').get(`${path}${query}`)).status).toBe(422)
  })

  /** Opens a socket as a browser does: what became of hours and weeks, as event, date or first day of the week. */
  async function listen(role: Role) {
    const frames: { event: string; data: string }[] = []
    const connection = world.app.hub.connect(
      { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    for (const prefix of ['time_entries', 'timecards']) {
      const channel = `private-${prefix}.${idOf(role)}`
      const body = { socket_id: connection?.id, channel_name: channel }
      const { data } = await as(role).post('/broadcasting/auth', body)
      await connection?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
    }
    return async (): Promise<[string, string | undefined, string | undefined][]> => {
      await world.app.settled()
      return frames
        .splice(0)
        .filter(({ event }) => event === 'saved' || event === 'deleted')
        .map(({ event, data }) => [event, JSON.parse(data).model.date, JSON.parse(data).model.week_start])
    }
  }
})
