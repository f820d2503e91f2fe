import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays, formatMonthDay, startOfWeek } from '#lib/days.ts'
import { linkWeeks } from '#modules/time/server/link-weeks.ts'
import { transact } from '#server/context/transact.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
interface Entry {
  id: number
  user_id: number
  project_id: number | null
  cost_code_id: number | null
  week_id: number | null
  updated_at: string
}
interface Week {
  id: number
  user_id: number
  week_start: string
  submitted_at: string | null
  approved_at: string | null
}

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer'] as const

describe.each(enginesOfTier)('time on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<string, Person>()
  const as = (role: (typeof roles)[number]): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: (typeof roles)[number]) => as(role).user.id
  /** Each test uses another week, so that the tests are independent. */
  let week = startOfWeek('2019-12-08')
  let project: { id: number; number: string }
  let code: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    week = addDays(week, 7)
    const number = `T-${crypto.randomUUID().slice(0, 8)}`
    const team = [{ user_id: as('foreman').user.id }, { user_id: as('employee').user.id }]
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Timed', number, project_users: team }))
      .data
    code = (await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '010', name: 'Mobilize' })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const standard = (more: object = {}) => ({
    user_id: as('employee').user.id,
    project_id: project.id,
    cost_code_id: code.id,
    date: week,
    hours: 8,
    ...more,
  })

  test('a foreman saves a crew that all who enter time see; only the owner and approvers change it', async () => {
    const crew_users = [{ user_id: idOf('foreman') }, { user_id: idOf('employee') }]
    const made = await as('foreman').post('/api/crews', { name: 'Crew of Ray', crew_users, user_id: idOf('admin') })
    expect(made).toMatchObject({ status: 201, data: { user_id: idOf('foreman'), crew_users } })
    const path = `/api/crews/${made.data.id}`
    expect((await as('office').get(path)).data.name).toBe('Crew of Ray')
    expect((await as('employee').get(path)).status).toBe(403)
    expect((await as('customer').get('/api/crews')).status).toBe(403)
    expect((await as('office').patch(path, { name: 'North crew' })).status).toBe(200)
    const other = await as('office').post('/api/crews', { name: 'Office crew', crew_users })
    expect((await as('foreman').patch(`/api/crews/${other.data.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await as('foreman').delete(path)).status).toBe(204)
  })

  async function enter(more: object = {}, client: Client = as('foreman')): Promise<Entry> {
    const { status, data } = await client.post('/api/time_entries', standard({ confirmed: ['duplicate'], ...more }))
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  async function weekOf(user_id = as('employee').user.id): Promise<Week> {
    const { data } = await as('admin').get(`/api/timecards?user_id=${user_id}&from=${week}&to=${week}`)
    return data[0]
  }

  test('standard time needs a project, a code of it, and hours; all errors are reported at once, by row', async () => {
    const foreman = as('foreman')
    const other = (await foreman.get('/api/projects')).data.find(({ id }: { id: number }) => id !== project.id)
    const { status, data } = await foreman.post('/api/time_entries/store_many', {
      data: [
        standard(),
        standard({ project_id: null, cost_code_id: null }),
        standard({ hours: 0 }),
        standard({ hours: -1 }),
        standard({ project_id: other.id }),
        standard({ hours: 1.005 }),
      ],
    })
    expect(status).toBe(422)
    expect(data.errors).toEqual({
      'data.1.project_id': ['Project is required'],
      'data.1.cost_code_id': ['Please select a cost code for each entry.'],
      'data.2.hours': ['Please add at least one entry with hours.'],
      'data.3.hours': ['Hours must be 0 or more.'],
      'data.4.cost_code_id': ['Choose a cost code of this project.'],
      'data.5.hours': ['Hours may have at most 2 decimals.'],
    })
    expect((await as('admin').get(`/api/time_entries?from=${week}&to=${week}`)).data).toEqual([])
  })

  test('other types have no project; changed back to standard, one is required again', async () => {
    const shop = await enter({ type: 'shop' })
    expect(shop).toMatchObject({ project_id: null, cost_code_id: null })
    const back = await as('foreman').patch(`/api/time_entries/${shop.id}`, { type: 'standard' })
    expect(Object.keys(back.data.errors)).toEqual(['project_id', 'cost_code_id'])
    const entry = await enter({ hours: 1 })
    const vacation = await as('foreman').patch(`/api/time_entries/${entry.id}`, { type: 'vacation' })
    expect(vacation.data).toMatchObject({ type: 'vacation', project_id: null, cost_code_id: null })
  })

  test('admin time requires permission', async () => {
    const refused = await as('foreman').post('/api/time_entries', standard({ type: 'admin' }))
    expect([refused.status, refused.data.errors]).toEqual([422, { type: ['You may not enter admin time.'] }])
    const made = await as('office').post('/api/time_entries', standard({ type: 'admin' }))
    expect(made.status).toBe(201)
    const path = `/api/time_entries/${made.data.id}`
    for (const change of [{ hours: 4 }, { notes: 'Mine' }, { type: 'shop' }])
      expect((await as('manager').patch(path, change)).status).toBe(403)
    expect((await as('manager').delete(path)).status).toBe(403)
    expect((await as('manager').post(`${path}/review`)).status).toBe(200)
    expect((await as('office').patch(path, { hours: 4 })).data).toMatchObject({ type: 'admin', hours: 4 })
  })

  test('the first entry of a week names it in its answer, also when it is moved into another week', async () => {
    const first = await enter()
    const [own] = (await as('admin').get(`/api/timecards?user_id=${idOf('employee')}&from=${week}&to=${week}`)).data
    expect(first.week_id).toBe(own.id)
    const { data: moved } = await as('foreman').patch(`/api/time_entries/${first.id}`, { date: addDays(week, 350) })
    expect(typeof moved.week_id).toBe('number')
    expect(moved.week_id).not.toBe(own.id)
    await as('foreman').delete(`/api/time_entries/${first.id}`)
  })

  test('a day without hours has per diem only where the company’s rules say so', async () => {
    const [setting] = (await as('admin').get('/api/overtime_settings')).data
    const post = (more: object) => as('foreman').post('/api/time_entries', standard({ hours: 0, ...more }))
    const NO_HOURS = { hours: ['Please add at least one entry with hours.'] }
    expect((await post({ per_diem: true })).data.errors).toEqual(NO_HOURS)
    const allow = (zero_hour_per_diem: boolean) =>
      as('admin').patch(`/api/overtime_settings/${setting.id}`, { zero_hour_per_diem })
    await allow(true)
    const { status, data } = await post({ per_diem: true })
    expect([status, data.hours, data.per_diem]).toEqual([201, 0, true])
    expect((await post({})).data.errors).toEqual(NO_HOURS)
    const path = `/api/time_entries/${data.id}`
    expect((await as('foreman').patch(path, { per_diem: false })).data.errors).toEqual(NO_HOURS)
    expect((await as('foreman').patch(path, { notes: 'Travel' })).status).toBe(200)
    await allow(false)
  })

  test('the server sets the creator, and an entry includes its project and code', async () => {
    const entry = await enter({ creator_id: as('admin').user.id, per_diem: true, notes: 'North wing' })
    expect(entry).toMatchObject({
      creator_id: as('foreman').user.id,
      user_name: as('employee').user.name,
      per_diem: true,
      notes: 'North wing',
      project: { id: project.id, number: project.number, name: 'Timed' },
      cost_code: { id: code.id, number: '010', name: 'Mobilize', category_number: null },
    })
  })

  test('a day has at most 24 hours, counting existing entries and those of the same request', async () => {
    await enter({ hours: 23.99 })
    expect((await enter({ hours: 0.01 })).id).toBeGreaterThan(0)
    const name = as('employee').user.name
    const text = `More than 24 hours entered for ${name} on ${Number(week.slice(5, 7))}/${Number(week.slice(8))}.`
    const more = await as('foreman').post('/api/time_entries', standard({ hours: 0.01 }))
    expect(more.data.errors).toEqual({ hours: [text] })
    const day = addDays(week, 1)
    const many = await as('foreman').post('/api/time_entries/store_many', {
      data: [standard({ date: day, hours: 12 }), standard({ date: day, hours: 12.01 })],
      confirmed: ['duplicate'],
    })
    expect(Object.keys(many.data.errors)).toEqual(['data.1.hours'])
    const both = await Promise.all(
      [13, 13].map((hours) =>
        as('foreman').post('/api/time_entries', standard({ date: day, hours, confirmed: ['duplicate'] })),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('only active people who track time can get new entries', async () => {
    const manager = as('manager')
    const { data: someone } = await as('admin').post('/api/users', {
      name: 'Sam Still',
      role: 'employee',
      has_access: false,
      track_time: false,
    })
    const refused = await manager.post('/api/time_entries', standard({ user_id: someone.id }))
    expect(refused.data.errors).toEqual({ user_id: ['Sam Still does not track time.'] })
    await as('admin').patch(`/api/users/${someone.id}`, { track_time: true })
    expect((await manager.post('/api/time_entries', standard({ user_id: someone.id }))).status).toBe(201)
  })

  test('time cannot be entered on an archived project or moved to it, and stays on one archived since', async () => {
    const admin = as('admin')
    const booked = await enter()
    const elsewhere = await enter({ type: 'shop', project_id: null, cost_code_id: null, hours: 1 })
    await admin.post(`/api/projects/${project.id}/archive`)
    const archived = { project_id: ['This project is archived.'] }
    expect((await as('foreman').post('/api/time_entries', standard())).data.errors).toEqual(archived)
    const many = await as('foreman').post('/api/time_entries/store_many', { data: [standard(), standard()] })
    expect(many.data.errors).toEqual({
      'data.0.project_id': archived.project_id,
      'data.1.project_id': archived.project_id,
    })
    const there = { type: 'standard', project_id: project.id, cost_code_id: code.id }
    const moved = await admin.patch(`/api/time_entries/${elsewhere.id}`, there)
    expect(moved.data.errors).toEqual(archived)
    expect((await admin.patch(`/api/time_entries/${booked.id}`, { hours: 2 })).data).toMatchObject({
      hours: 2,
      project_id: project.id,
    })
  })

  test('employees see their own time, foremen what they entered, the office all, guests none', async () => {
    const mine = await enter()
    const { data: outsider } = await as('admin').post('/api/users', {
      name: `Out Sider ${week}`,
      role: 'employee',
      has_access: false,
      track_time: true,
    })
    const others = await enter({ user_id: outsider.id }, as('office'))
    const entered = await enter({ user_id: outsider.id, hours: 1 }, as('foreman'))
    const seen = async (role: (typeof roles)[number]) => {
      const { status, data } = await as(role).get(`/api/time_entries?from=${week}&to=${week}`)
      return status === 200 ? data.map(({ id }: Entry) => id).sort((a: number, b: number) => a - b) : status
    }
    expect(await seen('employee')).toEqual([mine.id])
    expect(await seen('foreman')).toEqual([mine.id, entered.id])
    expect(await seen('office')).toEqual([mine.id, others.id, entered.id])
    expect(await seen('customer')).toBe(403)
    expect((await as('foreman').patch(`/api/time_entries/${others.id}`, { hours: 1 })).status).toBe(404)
    expect((await as('employee').patch(`/api/time_entries/${mine.id}`, { hours: 1 })).status).toBe(403)
    expect((await as('employee').post('/api/time_entries', standard())).status).toBe(403)
    expect((await as('foreman').delete(`/api/time_entries/${others.id}`)).status).toBe(404)
    expect((await as('foreman').delete(`/api/time_entries/${entered.id}`)).status).toBe(204)
    expect((await as('office').delete(`/api/time_entries/${mine.id}`)).status).toBe(204)
  })

  test('a week goes from open through submitted to approved, which locks it for everyone', async () => {
    const entry = await enter()
    const { id } = await weekOf()
    const submitted = await as('employee').post(`/api/timecards/${id}/submit`)
    expect(submitted.data).toMatchObject({ submitted_id: as('employee').user.id, approved_at: null })
    expect((await as('employee').post(`/api/timecards/${id}/approve`)).status).toBe(403)
    expect((await as('manager').post(`/api/timecards/${id}/approve`)).status).toBe(403)
    const approved = await as('office').post(`/api/timecards/${id}/approve`)
    expect(approved.data).toMatchObject({ approved_id: as('office').user.id, totals: { worked: 8, regular: 8 } })
    const elsewhere = await enter({ date: addDays(week, 7) })
    const admin = as('admin')
    for (const answer of [
      await admin.patch(`/api/time_entries/${entry.id}`, { hours: 7 }),
      await admin.post('/api/time_entries', standard()),
      await admin.post('/api/time_entries/store_many', { data: [standard()] }),
      await admin.delete(`/api/time_entries/${entry.id}`),
      await admin.patch(`/api/time_entries/${elsewhere.id}`, { date: week }),
      await admin.post(`/api/time_entries/${entry.id}/review`),
      await admin.post(`/api/timecards/${id}/unsubmit`),
      await admin.post(`/api/timecards/${id}/reject`, { reason: 'late' }),
    ])
      expect([answer.status, answer.data.message]).toEqual([422, 'This week is approved and locked.'])
    week = addDays(week, 7)
  })

  test('more than ten hours a day on public works can be approved only as an exception with a reason', async () => {
    await as('admin').patch(`/api/projects/${project.id}`, {
      overtime_rule: 'prevailing',
      address: { line1: '1 Main St', line2: '', city: 'Pasco', state: 'WA', postal_code: '99301', geotag: null },
    })
    const entry = await enter({ hours: 12 })
    const { id } = await weekOf()
    const text = 'More than 10 hours on a public works project.'
    const stopped = await as('office').post(`/api/timecards/${id}/approve`)
    expect([stopped.status, stopped.data.errors]).toEqual([422, { exception: [text] }])
    const approved = await as('office').post(`/api/timecards/${id}/approve`, { exception: 'Water main break' })
    expect(approved.data).toMatchObject({
      exception_reason: 'Water main break',
      totals: { regular: 8, overtime: 4, worked: 12 },
    })
    expect(approved.data.split).toMatchObject([{ id: entry.id, regular: 8, overtime: 4 }])
    expect(approved.data.split[0].reason).toMatch(/8 hours/)
  })

  test('overtime of a day is assigned to the last code by number, regardless of age and order of entry', async () => {
    await as('admin').patch(`/api/projects/${project.id}`, { overtime_rule: 'prevailing' })
    const path = `/api/projects/${project.id}/cost_codes`
    const { data: last } = await as('admin').post(path, { number: '300', name: 'Trim' })
    const { data: between } = await as('admin').post(path, { number: '200', name: 'Feeders' })
    expect(last.id).toBeLessThan(between.id)
    const date = addDays(week, 1)
    const late = await enter({ date, hours: 5, cost_code_id: last.id })
    const early = await enter({ date, hours: 5, cost_code_id: between.id })
    const { id } = await weekOf()
    const { data: approved } = await as('office').post(`/api/timecards/${id}/approve`)
    const overtime = approved.split.map((one: { id: number; overtime: number }) => [one.id, one.overtime])
    expect(new Map(overtime)).toEqual(
      new Map([
        [late.id, 2],
        [early.id, 0],
      ]),
    )
  })

  test('a signed agreement to four tens applies to the pay of the week', async () => {
    await as('admin').patch(`/api/projects/${project.id}`, {
      overtime_rule: 'prevailing',
      address: { line1: '1 Main St', line2: '', city: 'Pasco', state: 'WA', postal_code: '99301', geotag: null },
    })
    const user_id = as('employee').user.id
    const signed = { user_id, project_id: project.id, state: 'WA', signed_on: '2020-01-01' }
    expect((await as('admin').post('/api/work_schedule_agreements', signed)).status).toBe(201)
    for (const day of [1, 2, 3, 4]) await enter({ date: addDays(week, day), hours: 10 })
    const { id } = await weekOf()
    const approved = await as('office').post(`/api/timecards/${id}/approve`)
    expect(approved.data.totals).toMatchObject({ regular: 40, overtime: 0 })
  })

  test('reopening requires somebody who approves and edits weeks, and a reason, and clears the stored totals', async () => {
    const entry = await enter()
    const { id } = await weekOf()
    await as('admin').post(`/api/timecards/${id}/approve`)
    expect((await as('manager').post(`/api/timecards/${id}/reopen`, { reason: 'x' })).status).toBe(403)
    const bare = await as('office').post(`/api/timecards/${id}/reopen`)
    expect([bare.status, bare.data.errors]).toEqual([422, { reason: ['Add a reason.'] }])
    const reopened = await as('office').post(`/api/timecards/${id}/reopen`, { reason: 'Wrong code' })
    expect(reopened.data).toMatchObject({ approved_at: null, totals: null, split: null, reopened_reason: 'Wrong code' })
    expect((await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 7 })).status).toBe(200)
    const { data: history } = await as('admin').get(`/api/timecards/${id}/history`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['reopen', 'approve', 'created'])
  })

  test('the entries of a week are reviewed in one go, by approvers and as far as they are on projects', async () => {
    const entries = [await enter(), await enter({ date: addDays(week, 1) })]
    const shop = await enter({ date: addDays(week, 2), type: 'shop', project_id: null, cost_code_id: null })
    const { id } = await weekOf()
    await as('employee').post(`/api/timecards/${id}/submit`)
    const ids = [...entries, shop].map((entry) => entry.id)
    expect((await as('foreman').post('/api/time_entries/review_all', { ids })).status).toBe(403)
    const { data } = await as('manager').post('/api/time_entries/review_all', { ids })
    const reviewed = data.map((entry: Entry & { reviewed_id: number }) => [entry.id, entry.reviewed_id])
    expect(reviewed.toSorted()).toEqual(entries.map((entry) => [entry.id, idOf('manager')]))
    expect((await weekOf()).submitted_at).not.toBeNull()
  })

  test('entries have the status of their week, and are found by it', async () => {
    const entries = [await enter(), await enter({ date: addDays(week, 1) })]
    const { id } = await weekOf()
    const found = async (status: string) => {
      const { data } = await as('office').get(`/api/time_entries?status=${status}&from=${week}&to=${addDays(week, 6)}`)
      return data.map((entry: Entry & { status: string }) => [entry.id, entry.status]).toSorted()
    }
    const all = (status: string) => entries.map((entry) => [entry.id, status])
    expect([await found('open'), await found('submitted')]).toEqual([all('open'), []])
    await as('employee').post(`/api/timecards/${id}/submit`)
    expect([await found('open'), await found('submitted')]).toEqual([[], all('submitted')])
    await as('office').post(`/api/timecards/${id}/approve`)
    expect([await found('submitted'), await found('approved')]).toEqual([[], all('approved')])
  })

  test('entries of earlier versions, which did not name their week, are linked at the start', async () => {
    const entry = await enter()
    const { id } = await weekOf()
    await as('employee').post(`/api/timecards/${id}/submit`)
    const { services, system } = world.app
    await sql`update time_entries set week_id = null where id = ${entry.id}`.execute(services.database.kysely)
    await transact(services, { user: system }, linkWeeks)
    const { data } = await as('office').get(`/api/time_entries/${entry.id}`)
    expect(data).toMatchObject({ week_id: id, status: 'submitted' })
  })

  test('sending back requires a reason, which submitting again clears', async () => {
    await enter()
    const { id } = await weekOf()
    await as('employee').post(`/api/timecards/${id}/submit`)
    expect((await as('office').post(`/api/timecards/${id}/reject`)).data.errors).toEqual({ reason: ['Add a reason.'] })
    const rejected = await as('office').post(`/api/timecards/${id}/reject`, { reason: 'Missing Friday' })
    expect(rejected.data).toMatchObject({ rejected_reason: 'Missing Friday', submitted_at: null })
    const again = await as('employee').post(`/api/timecards/${id}/submit`)
    expect(again.data).toMatchObject({ rejected_reason: null, rejected_at: null })
  })

  test('an edit withdraws a submission, and an employee can report a problem instead of submitting', async () => {
    const entry = await enter()
    const { id } = await weekOf()
    await as('employee').post(`/api/timecards/${id}/submit`)
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 7.5 })
    expect((await weekOf()).submitted_at).toBeNull()
    const disputed = await as('employee').post(`/api/timecards/${id}/dispute`, { reason: 'I left at noon' })
    expect(disputed.data).toMatchObject({ disputed_reason: 'I left at noon', submitted_at: null })
  })

  test('employees can create only their own weeks, and a week starts on the company’s first day', async () => {
    const employee = as('employee')
    const made = await employee.post('/api/timecards', { user_id: employee.user.id, week_start: week })
    expect(made.status).toBe(201)
    const twice = await employee.post('/api/timecards', { user_id: employee.user.id, week_start: week })
    expect(twice.data.errors).toEqual({ week_start: ['This week already exists.'] })
    const others = await employee.post('/api/timecards', { user_id: as('foreman').user.id, week_start: week })
    expect(others.status).toBe(403)
    const midweek = await employee.post('/api/timecards', { user_id: employee.user.id, week_start: addDays(week, 72) })
    expect(midweek.data.errors).toEqual({ week_start: ['Week start must be the first day of a week.'] })
    expect(
      (await employee.patch(`/api/timecards/${made.data.id}`, { approved_at: '2020-01-01T00:00:00Z' })).status,
    ).toBe(403)
  })

  test('no day is in two weeks, even if the company’s first day of the week changes', async () => {
    await enter({ date: addDays(week, 3) })
    const { id } = (await as('admin').get('/api/company_settings')).data[0]
    await as('admin').patch(`/api/company_settings/${id}`, { week_start: 'monday' })
    await enter({ date: addDays(week, 7) })
    const twoWeeks = [21, 14].map((days) => standard({ date: addDays(week, days) }))
    expect((await as('foreman').post('/api/time_entries/store_many', { data: twoWeeks })).status).toBe(200)
    const { data } = await as('admin').get(
      `/api/timecards?user_id=${idOf('employee')}&from=${week}&to=${addDays(week, 27)}`,
    )
    expect(data.map((one: Week) => one.week_start).sort()).toEqual([0, 7, 14, 21].map((days) => addDays(week, days)))
    const overlapping = await as('employee').post('/api/timecards', {
      user_id: idOf('employee'),
      week_start: addDays(week, 1),
    })
    expect(overlapping.data.errors).toEqual({ week_start: ['This week already exists.'] })
    await as('admin').patch(`/api/company_settings/${id}`, { week_start: 'sunday' })
    week = addDays(week, 21)
  })

  test('concurrent writes and approvals of the same week both get a response', async () => {
    for (let round = 0; round < 5; round++) {
      await enter()
      const { id } = await weekOf()
      const answers = await Promise.all([
        as('office').post(`/api/timecards/${id}/approve`),
        as('foreman').post('/api/time_entries', standard({ hours: 1 })),
        as('admin').post(`/api/timecards/${id}/reject`, { reason: 'late' }),
      ])
      for (const { status } of answers) expect([200, 201, 422]).toContain(status)
      week = addDays(week, 7)
    }
  })

  test('approvers can review the entries of a project', async () => {
    const entry = await enter()
    expect((await as('foreman').post(`/api/time_entries/${entry.id}/review`)).status).toBe(403)
    const reviewed = await as('manager').post(`/api/time_entries/${entry.id}/review`)
    expect(reviewed.data.reviewed_id).toBe(as('manager').user.id)
    expect((await as('manager').post(`/api/time_entries/${entry.id}/unreview`)).data.reviewed_id).toBeNull()
  })

  test('a code with booked time cannot be deleted', async () => {
    await enter()
    const { status, data } = await as('admin').delete(`/api/projects/${project.id}/cost_codes/${code.id}`)
    expect([status, data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
  })

  test('users who enter time can query hours by code and people with missing time', async () => {
    await enter({ hours: 3.1 })
    await enter({ hours: 1.2, date: addDays(week, 1) })
    const byCode = `/api/time_entries/by_code?project_id=${project.id}`
    expect((await as('foreman').get(byCode)).data).toEqual([{ cost_code_id: code.id, hours: 4.3 }])
    expect((await as('employee').get(byCode)).status).toBe(403)
    const missing = async (role: (typeof roles)[number], day: string) =>
      (await as(role).get(`/api/time_entries/missing?day=${day}`)).data.user_ids
    const me = as('employee').user.id
    expect(await missing('office', week)).not.toContain(me)
    expect(await missing('office', addDays(week, 2))).toContain(me)
    expect(await missing('foreman', addDays(week, 2))).toEqual([idOf('foreman')])
    expect((await as('office').get('/api/time_entries/missing?day=soon')).status).toBe(422)
    expect((await as('employee').get(`/api/time_entries/missing?day=${week}`)).status).toBe(403)
  })

  test('hours are kept on the code, the project and the week, for those who may know them, wherever an entry goes', async () => {
    const other = (await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '020', name: 'Rough' }))
      .data
    const codes = `/api/projects/${project.id}/cost_codes`
    const hours = async (role: (typeof roles)[number]) => {
      const all: { id: number; booked_hours?: number }[] = (await as(role).get(codes)).data
      const { booked_hours } = (await as(role).get(`/api/projects/${project.id}`)).data
      return [...[code.id, other.id].map((id) => all.find((one) => one.id === id)?.booked_hours), booked_hours]
    }
    const weeks = async (): Promise<number[]> =>
      (await as('office').get(`/api/timecards?user_id=${idOf('employee')}&from=${week}&to=${addDays(week, 7)}`)).data
        .toSorted((a: Week, b: Week) => (a.week_start < b.week_start ? -1 : 1))
        .map((one: { hours: number }) => one.hours)
    const entry = await enter({ hours: 7.75 })
    const second = await enter({ hours: 0.1, date: addDays(week, 1), cost_code_id: other.id })
    expect([await hours('office'), await weeks()]).toEqual([[7.75, 0.1, 7.85], [7.85]])
    expect(await hours('foreman')).toEqual([7.75, 0.1, 7.85])
    expect(await hours('employee')).toEqual([undefined, undefined, undefined])
    const { data: seen } = await as('customer').get('/api/projects')
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every((one: object) => !('booked_hours' in one))).toBe(true)
    // Into another week and code, to time without a project, and away.
    const at = `/api/time_entries/${entry.id}`
    await as('office').patch(at, { date: addDays(week, 8), cost_code_id: other.id })
    expect([await hours('office'), await weeks()]).toEqual([
      [0, 7.85, 7.85],
      [0.1, 7.75],
    ])
    await as('office').patch(at, { type: 'shop' })
    expect([await hours('office'), await weeks()]).toEqual([
      [0, 0.1, 0.1],
      [0.1, 7.75],
    ])
    await as('office').delete(at)
    await as('office').delete(`/api/time_entries/${second.id}`)
    expect([await hours('office'), await weeks()]).toEqual([
      [0, 0, 0],
      [0, 0],
    ])
  })

  test('a second entry of a person on one code and day is asked about, once', async () => {
    const asked = (name: string) => [
      { code: 'duplicate', message: `${name} has time on this code on ${formatMonthDay(week)} already.` },
    ]
    const { name } = as('employee').user
    const first = await enter({ hours: 2 })
    const post = (more: object) => as('foreman').post('/api/time_entries', standard({ hours: 1, ...more }))
    const refused = await post({})
    expect([refused.status, refused.data.warnings]).toEqual([422, asked(name)])
    const second = (await post({ confirmed: ['duplicate'] })).data
    // Nothing else of them is the same, so nothing is asked.
    for (const other of [{ type: 'shop' }, { user_id: idOf('foreman') }, { date: addDays(week, 1) }])
      expect((await post(other)).status).toBe(201)
    const change = (id: number, body: object) => as('foreman').patch(`/api/time_entries/${id}`, body)
    // What was confirmed may be corrected.
    expect((await change(second.id, { hours: 1.5, notes: 'North' })).status).toBe(200)
    const { data: shop } = await post({ type: 'shop' })
    const work = { type: 'standard', project_id: project.id, cost_code_id: code.id }
    expect((await change(shop.id, work)).data.warnings).toEqual(asked(name))
    expect((await change(shop.id, { ...work, confirmed: ['duplicate'] })).status).toBe(200)
    for (const { id } of [first, second, shop]) await as('foreman').delete(`/api/time_entries/${id}`)
    const data = [standard({ hours: 1 }), standard({ hours: 2 })]
    const many = await as('foreman').post('/api/time_entries/store_many', { data })
    expect([many.status, many.data.warnings]).toEqual([422, asked(name)])
    const saved = await as('foreman').post('/api/time_entries/store_many', { data, confirmed: ['duplicate'] })
    expect([saved.status, saved.data.length]).toEqual([200, 2])
  })

  test('500 rows are saved in one request, and a repetition does not save them again', async () => {
    const admin = as('admin')
    const { data: staff } = await admin.get('/api/users?kind=team&status=active')
    const tracked = staff.filter(({ track_time }: { track_time: boolean }) => track_time).slice(0, 10)
    const rows = Array.from({ length: 500 }, (_, at) =>
      standard({ user_id: tracked[at % tracked.length].id, date: addDays(week, at % 7), hours: 0.25 }),
    )
    const { status, data } = await admin.post(
      '/api/time_entries/store_many',
      { data: rows, confirmed: ['duplicate'] },
      { 'idempotency-key': week },
    )
    expect([status, data.length]).toEqual([200, 500])
    const again = await admin.post(
      '/api/time_entries/store_many',
      { data: rows, confirmed: ['duplicate'] },
      { 'idempotency-key': week },
    )
    expect(again.data.map(({ id }: Entry) => id)).toEqual(data.map(({ id }: Entry) => id))
    const { data: held } = await admin.get(`/api/time_entries?page=1&from=${week}&to=${addDays(week, 6)}`)
    expect(held.total).toBe(500)
  })
})
