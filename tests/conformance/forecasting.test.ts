import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { ScheduleEvent } from '#modules/schedule/entities.ts'
import { changedIn } from '#modules/schedule/plan.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
const at = '/api/schedule_events'
const { stringify } = JSON

describe.each(enginesOfTier)('Gantt and forecasts on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  let project: number
  let phases: { id: number; name: string }[]
  async function makeProject() {
    const { data } = await as('admin').post('/api/projects', {
      customer_id: as('customer').user.customer_id,
      name: 'Forecast',
      number: `F-${crypto.randomUUID().slice(0, 8)}`,
    })
    return Number(data.id)
  }
  const bar = (draft: object = {}, by: Role = 'manager') =>
    as(by).post(at, {
      kind: 'phase',
      project_id: project,
      phase_id: phases[0]?.id,
      start_date: '2027-03-08',
      end_date: '2027-03-19',
      headcount: { journeyman: 2 },
      ...draft,
    })
  const workload = (by: Role = 'manager', query = 'from=2027-03-07&to=2027-05-29') =>
    as(by).get(`${at}/workload?${query}`)

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(createTestClock('2027-03-10 08:00')) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
    phases = (await as('manager').get('/api/phases')).data
  })
  beforeEach(async () => {
    project = await makeProject()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('saving what the sample has published, unchanged, makes no draft of it', async () => {
    const { data } = await as('manager').get(at)
    const published = data.filter(({ published_at, draft }: ScheduleEvent) => published_at !== null && !draft)
    expect(new Set(published.map(({ kind }: ScheduleEvent) => kind))).toEqual(
      new Set(['assignment', 'calendar', 'phase']),
    )
    for (const event of published) expect([event.id, changedIn(event)]).toEqual([event.id, []])
  })

  test('a bar is shown to customers by publishing it, and hidden from them again', async () => {
    const { id } = (await bar()).data
    const seen = async () => (await as('customer').get(`${at}?project_id=${project}`)).data
    expect(await seen()).toEqual([])
    await as('manager').post(`${at}/publish`, { ids: [id] })
    expect(await seen()).toMatchObject([{ id, start_date: '2027-03-08' }])
    expect((await as('foreman').post(`${at}/${id}/unpublish`)).status).toBe(403)
    expect((await as('customer').post(`${at}/${id}/unpublish`)).status).toBe(403)
    const hidden = await as('manager').post(`${at}/${id}/unpublish`)
    expect(hidden.data).toMatchObject({ published_at: null, draft: true, start_date: '2027-03-08' })
    expect(await seen()).toEqual([])
    expect((await as('customer').get(`${at}/${id}`)).status).toBe(404)
  })

  test('only bars of phases can be hidden from customers', async () => {
    const day = { start_date: '2027-03-09', end_date: '2027-03-09' }
    const event = await as('manager').post(at, { kind: 'calendar', title: 'Walk', type: 'meeting', ...day })
    const refused = await as('manager').post(`${at}/${event.data.id}/unpublish`)
    expect([refused.status, refused.data.message]).toEqual([422, 'Only phases can be hidden from customers.'])
  })

  test('bars that move together are saved together, or not at all', async () => {
    const first = (await bar()).data
    const second = (await bar({ phase_id: phases[1]?.id, blocked_by_id: first.id })).data
    const move = (end_date: string) => [
      { id: first.id, start_date: '2027-03-15', end_date: '2027-03-26' },
      { id: second.id, start_date: '2027-03-29', end_date },
    ]
    const early = await as('manager').post(`${at}/store_many`, { data: move('2027-03-01') })
    expect(early.data.errors).toEqual({ 'data.1.end_date': ['End date must be on or after start date.'] })
    expect((await as('manager').get(`${at}/${first.id}`)).data.start_date).toBe('2027-03-08')
    const saved = await as('manager').post(`${at}/store_many`, { data: move('2027-04-09') })
    expect(saved.data).toMatchObject([{ start_date: '2027-03-15' }, { end_date: '2027-04-09' }])
  })

  test('a bar of ten years, people below none and too many of them are refused', async () => {
    expect((await bar({ end_date: '2037-03-08' })).data.errors).toEqual({
      end_date: ['An event lasts five years at most.'],
    })
    for (const journeyman of [-1, 10_000]) {
      const { status, data } = await bar({ headcount: { journeyman } })
      expect(status).toBe(422)
      expect(stringify(data.errors)).toContain(journeyman < 0 ? 'must be 0 or more' : 'must be 9999 or less')
    }
  })

  test('taking a phase off its project asks, and removes its bars', async () => {
    const { id } = (await bar()).data
    const other = (await bar({ phase_id: phases[1]?.id })).data
    const [first, second] = phases
    const keep = { project_phases: [{ phase_id: second?.id }] }
    const asked = await as('manager').patch(`/api/projects/${project}`, keep)
    expect([asked.status, asked.data.warnings]).toEqual([
      422,
      [{ code: 'phase_bars', message: `${first?.name} is on the schedule. Its bar is removed as well.` }],
    ])
    expect((await as('manager').get(`${at}/${id}`)).status).toBe(200)
    const done = await as('manager').patch(`/api/projects/${project}`, { ...keep, confirmed: ['phase_bars'] })
    expect(done.status).toBe(200)
    expect((await as('manager').get(`${at}/${id}`)).status).toBe(404)
    expect((await as('manager').get(`${at}/${other.id}`)).status).toBe(200)
    // Without bars nothing is asked.
    await as('manager').delete(`${at}/${other.id}`)
    await as('admin').delete(`${at}/${other.id}`)
    expect((await as('manager').patch(`/api/projects/${project}`, { project_phases: [] })).status).toBe(200)
  })

  test('default tasks are dated from the bar of their phase, whichever comes first', async () => {
    const tasks = (id: number) => as('manager').get(`/api/projects/${id}/tasks`)
    const phase = phases[0]
    const given = await as('admin').post('/api/default_tasks', {
      title: 'Order the gear',
      phase_id: phase?.id,
      due_offset_days: 3,
    })
    const dueOf = async (id: number) => {
      await world.app.jobs.drain()
      const found = (await tasks(id)).data.find(
        ({ default_task_id }: { default_task_id: number }) => default_task_id === given.data.id,
      )
      return found?.due_date
    }
    await bar()
    expect(await dueOf(project)).toBe('2027-03-11')
    project = await makeProject()
    await as('manager').patch(`/api/projects/${project}`, { project_phases: [{ phase_id: phase?.id }] })
    expect(await dueOf(project)).toBeNull()
    await bar({ start_date: '2027-03-15' })
    expect(await dueOf(project)).toBe('2027-03-18')
    // A later bar of the same phase changes nothing.
    await bar({ start_date: '2027-03-09' })
    expect(await dueOf(project)).toBe('2027-03-18')
  })

  test('the workload tells what is needed and who there is, to those who plan', async () => {
    const { id } = (await bar({ tentative: true })).data
    const person = (
      await as('admin').post('/api/users', {
        name: 'Casey Forecast',
        role: 'employee',
        license: 'apprentice',
        schedulable: true,
        has_access: false,
      })
    ).data
    const vacation = { start_date: '2027-03-15', end_date: '2027-03-19' }
    await as('manager').post(at, {
      kind: 'calendar',
      title: 'Away',
      type: 'time_off',
      user_ids: [person.id],
      ...vacation,
    })
    await as('manager').post(at, {
      kind: 'calendar',
      title: 'Picnic',
      type: 'holiday',
      start_date: '2027-03-26',
      end_date: '2027-03-26',
    })
    await as('manager').post(at, {
      kind: 'calendar',
      title: 'Appointments',
      type: 'time_off',
      start_date: '2027-03-22',
      end_date: '2027-03-23',
      hours_off: 3,
      user_ids: [person.id],
    })
    const week = { start_date: '2027-03-08', end_date: '2027-03-12' }
    const assigned = await as('manager').post(at, {
      kind: 'assignment',
      user_id: person.id,
      project_id: project,
      hours_per_day: 6,
      confirmed: ['ratio'],
      ...week,
    })
    expect(assigned.status).toBe(201)
    const { status, data } = await workload()
    expect(status).toBe(200)
    expect(data.bars.find((one: { id: number }) => one.id === id)).toEqual({
      id,
      project_id: project,
      phase_id: phases[0]?.id,
      start_date: '2027-03-08',
      end_date: '2027-03-19',
      headcount: { journeyman: 2, apprentice: 0, laborer: 0 },
      tentative: true,
    })
    expect(data.people).toContainEqual({ id: person.id, license: 'apprentice' })
    expect(data.away).toContainEqual({ user_id: person.id, from: '2027-03-15', to: '2027-03-19' })
    const hours = { user_id: person.id, from: '2027-03-22', to: '2027-03-23', hours: 3 }
    expect(data.partly).toContainEqual(hours)
    expect(data.away).not.toContainEqual(expect.objectContaining({ from: hours.from }))
    expect(data.off).toContain('2027-03-26')
    expect(data.assignments).toContainEqual({
      user_id: person.id,
      project_id: project,
      phase_id: null,
      days: null,
      hours: 6,
      declined: [],
      ...week,
    })
    // A license that changes in the middle of a week counts from then on, and the person once.
    await as('admin').patch(`/api/users/${person.id}`, { license: 'journeyman' })
    const changed = (await workload()).data.people.filter((one: { id: number }) => one.id === person.id)
    expect(changed).toEqual([{ id: person.id, license: 'journeyman' }])
    await as('admin').patch(`/api/users/${person.id}`, { schedulable: false })
    expect((await workload()).data.people.map((one: { id: number }) => one.id)).not.toContain(person.id)
    // An archived project needs nobody.
    await as('admin').post(`/api/projects/${project}/archive`)
    expect((await workload()).data.bars.map((one: { id: number }) => one.id)).not.toContain(id)
    for (const role of ['foreman', 'employee', 'customer', 'contact'] as const)
      expect((await workload(role)).status).toBe(403)
    expect((await workload('manager', 'from=x&to=2027-01-01')).data.errors).toEqual({ from: ['From must be a date.'] })
    expect((await workload('manager', 'from=2027-01-01&to=2037-01-01')).status).toBe(422)
  })

  test('hours at completion add up by project, with hours on inactive codes', async () => {
    const codes = `/api/projects/${project}/cost_codes`
    const code = async (draft: object) => (await as('manager').post(codes, draft)).data
    const first = await code({ number: '10', name: 'Conduit', budget_hours: 100, percent_complete: 50 })
    const old = await code({ number: '20', name: 'Gear', budget_hours: 40 })
    await code({ number: '30', name: 'Trim', budget_hours: null, active: false })
    const book = (cost_code_id: number, hours: number) =>
      as('manager').post('/api/time_entries', {
        user_id: as('employee').user.id,
        project_id: project,
        cost_code_id,
        date: '2027-03-09',
        hours,
      })
    expect((await book(first.id, 8)).status).toBe(201)
    expect((await book(old.id, 2)).status).toBe(201)
    await as('manager').patch(`${codes}/${old.id}`, { active: false })
    const hours = async (by: Role = 'manager') => as(by).get('/api/time_entries/at_completion')
    const own = async () =>
      (await hours()).data.find(({ project_id }: { project_id: number }) => project_id === project)
    // 50 of 100 hours earned by 8; the other code has no percentage, and counts with its budget.
    expect(await own()).toMatchObject({ budget: 140, actual: 10, earned: 50, projected: 56, over: -84 })
    for (const role of ['foreman', 'employee', 'customer', 'contact'] as const)
      expect((await hours(role)).status).toBe(403)
    await as('admin').post(`/api/projects/${project}/archive`)
    expect(await own()).toBeUndefined()
  })

  test('a percentage above 100 is refused, and what was entered before is kept', async () => {
    const codes = `/api/projects/${project}/cost_codes`
    const { id } = (await as('manager').post(codes, { number: '10', name: 'Conduit', budget_hours: 100 })).data
    for (const percent of [101, -1])
      expect((await as('manager').patch(`${codes}/${id}`, { percent_complete: percent })).data.errors).toHaveProperty(
        'percent_complete',
      )
    await as('manager').patch(`${codes}/${id}`, { percent_complete: 20 })
    await as('admin').patch(`${codes}/${id}`, { percent_complete: 35 })
    const history = (await as('manager').get(`${codes}/${id}/history`)).data
    expect(
      history.flatMap(({ changes }: { changes: Record<string, { old: unknown; new: unknown }> }) =>
        changes.percent_complete ? [changes.percent_complete] : [],
      ),
    ).toMatchObject([
      { old: 20, new: 35 },
      { old: null, new: 20 },
    ])
    expect((await as('foreman').patch(`${codes}/${id}`, { percent_complete: 40 })).status).toBe(403)
  })
})
