import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { runningClock } from '../clock/clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
interface Line {
  id: number
  text: string
  done_id: number | null
  done_at: string | null
}
interface Task {
  id: number
  number: number
  sort: number
  title: string
  checklist: Line[]
}

describe.each(enginesOfTier)('Tasks on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: { id: number; name: string }
  const makeProject = async (more: object = {}) =>
    (
      await as('admin').post('/api/projects', {
        customer_id: as('customer').user.customer_id,
        name: 'Worked on',
        number: `T-${crypto.randomUUID().slice(0, 8)}`,
        project_users: (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({
          user_id: idOf(role),
        })),
        ...more,
      })
    ).data
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    project = await makeProject()
    await world.app.jobs.drain()
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const at = (id = project.id) => `/api/projects/${id}/tasks`
  async function make(draft: object = {}, role: Role = 'foreman'): Promise<Task> {
    const { status, data } = await as(role).post(at(), { title: 'Hang racks', ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const act = (task: Task, action: string, role: Role, body: object = {}) =>
    as(role).post(`${at()}/${task.id}/${action}`, body)
  const change = (task: Task, draft: object, role: Role = 'foreman') => as(role).patch(`${at()}/${task.id}`, draft)
  const openOf = async (role: Role) => (await as(role).get(`/api/projects/${project.id}`)).data.open_tasks

  test('tasks are numbered within their project, and new ones come last in their phase', async () => {
    const [first, second] = [await make(), await make()]
    expect([first.number, second.number]).toEqual([1, 2])
    expect(second.sort).toBeGreaterThan(first.sort)
    await change(second, { sort: first.sort - 1 })
    expect((await as('foreman').get(at())).data.map(({ id }: Task) => id)).toEqual([second.id, first.id])
    expect((await as('foreman').post(at(), {})).data.errors).toEqual({ title: ['Title is required'] })
  })

  test('what is due by a day is found, and never what is due at no time', async () => {
    const [first, second, third] = [runningClock.day(2), runningClock.day(3), runningClock.day(4)]
    for (const due_date of [first, second, third, null]) await make({ title: `By ${due_date}`, due_date })
    const found: Task[] = (await as('manager').get(`${at()}?view=open&due_by=${second}`)).data
    expect(found.map(({ title }) => title).sort()).toEqual([`By ${first}`, `By ${second}`])
    expect((await as('manager').get(`${at()}?due_by=soon`)).status).toBe(422)
  })

  test('rule task: staff who edit all tasks complete one for its assignee', async () => {
    for (const role of ['admin', 'manager', 'office', 'foreman'] as const) {
      const task = await make({ assigned_id: idOf('contact') })
      expect((await act(task, 'complete', role)).data).toMatchObject({ completed_id: idOf(role) })
    }
    expect((await act(await make({ assigned_id: idOf('contact') }), 'complete', 'employee')).status).toBe(404)
  })

  test('employees and contacts see and step their own tasks; customers see none', async () => {
    const [mine, theirs] = [await make({ assigned_id: idOf('employee') }), await make({ assigned_id: idOf('contact') })]
    for (const [role, own, other] of [
      ['employee', mine, theirs],
      ['contact', theirs, mine],
    ] as const) {
      expect((await as(role).get(at())).data.map(({ id }: Task) => id)).toEqual([own.id])
      expect((await act(other, 'complete', role)).status).toBe(404)
      expect((await act(own, 'complete', role)).data).toMatchObject({ completed_id: idOf(role) })
      expect(await openOf(role)).toBe(0)
      expect((await act(own, 'reopen', role)).data).toMatchObject({ completed_at: null })
      expect([await openOf(role), await openOf('manager')]).toEqual([1, 2])
      expect((await as(role).post(at(), { title: 'New' })).status).toBe(403)
    }
    expect((await as('customer').get(at())).status).toBe(403)
    const passed = await change(theirs, { assigned_id: idOf('foreman') }, 'contact')
    expect([passed.status, passed.data.message]).toEqual([403, 'Guests cannot assign tasks.'])
  })

  test('a line is ticked with who and when, whatever stamps are sent', async () => {
    const forged = { done_id: idOf('admin'), done_at: '2001-01-01T00:00:00.000Z' }
    const task = await make({
      assigned_id: idOf('employee'),
      checklist: [{ text: 'Supports', ...forged }, { text: 'Wireway' }],
    })
    expect(task.checklist).toMatchObject([
      { text: 'Supports', done_id: null, done_at: null },
      { text: 'Wireway', done_id: null },
    ])
    const [first, second] = task.checklist
    if (!first || !second) throw new Error('The checklist is gone.')
    const { data } = await act(task, 'tick', 'employee', { line: first.id, done: true })
    expect(data.checklist).toMatchObject([
      { done_id: idOf('employee'), done_at: expect.any(String) },
      { done_id: null },
    ])
    // Ticked again by someone else, the first one's stamp stays; a save of the whole record keeps it too.
    await act(task, 'tick', 'foreman', { line: first.id, done: true })
    const saved = await change(task, {
      checklist: [
        { ...second, ...forged },
        { id: first.id, text: 'Supports laid out' },
        { text: 'Bonding', ...forged },
      ],
    })
    expect(saved.data.checklist.toSorted((a: Line, b: Line) => a.id - b.id)).toMatchObject([
      { text: 'Supports laid out', done_id: idOf('employee'), done_at: data.checklist[0].done_at },
      { text: 'Wireway', done_id: null, done_at: null },
      { text: 'Bonding', done_id: null, done_at: null },
    ])
    const unticked = await act(task, 'tick', 'employee', { line: first.id, done: false })
    expect(unticked.data.checklist.every(({ done_at }: Line) => done_at === null)).toBe(true)
    expect((await act(task, 'tick', 'employee', { line: 0, done: true })).status).toBe(422)
    // Lines do not have to be done before the task is.
    expect((await act(task, 'complete', 'employee')).status).toBe(200)
  })

  test('a checklist has at most 200 lines', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `Line ${at}` }))
    expect((await make({ checklist: lines(200) })).checklist).toHaveLength(200)
    const { status, data } = await as('foreman').post(at(), { title: 'Long', checklist: lines(201) })
    expect([status, data.errors]).toEqual([422, { checklist: ['A checklist has at most 200 lines.'] }])
  })

  test('tasks wait for tasks of their project, never in a circle', async () => {
    const [a, b, c] = [await make(), await make(), await make()]
    const problem = async (task: Task, blocker: number) =>
      (await change(task, { blocked_by_id: blocker })).data.errors?.blocked_by_id?.[0]
    expect(await problem(a, a.id)).toBe('A task cannot block itself.')
    expect(await problem(b, a.id)).toBeUndefined()
    expect(await problem(c, b.id)).toBeUndefined()
    expect(await problem(a, c.id)).toBe('These tasks would wait for each other.')
    const both = await Promise.all([make(), make()])
    const [x, y] = both
    const crossed = await Promise.all([
      change(x, { blocked_by_id: y.id }),
      change(y, { blocked_by_id: x.id }, 'manager'),
    ])
    expect(crossed.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const other = await makeProject()
    const foreign = (await as('manager').post(at(other.id), { title: 'There' })).data
    expect(await problem(a, foreign.id)).toBe('Choose a task of this project.')
  })

  test('a phase brings its default tasks once, assigned where the team has exactly one of the role', async () => {
    const phases = (await as('admin').get('/api/phases')).data
    const defaults = (await as('admin').get('/api/default_tasks')).data.filter(
      ({ phase_id }: { phase_id: number | null }) => phase_id !== null,
    )
    const [{ phase_id }] = defaults
    const own = defaults.filter((one: { phase_id: number }) => one.phase_id === phase_id)
    const set = async (ids: readonly number[]) => {
      await as('admin').patch(`/api/projects/${project.id}`, { project_phases: ids.map((id) => ({ phase_id: id })) })
      await world.app.jobs.drain()
    }
    const made = async () => (await as('manager').get(at())).data
    await set([phase_id])
    expect(await made()).toMatchObject(
      own.map(({ id, title }: Task) => ({ default_task_id: id, title, phase_id, assigned_id: idOf('foreman') })),
    )
    // One that tasks were made from is deactivated instead.
    const inUse = await as('admin').delete(`/api/default_tasks/${own[0].id}`)
    expect([inUse.status, inUse.data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
    const { data: unused } = await as('admin').post('/api/default_tasks', { title: 'Never used' })
    expect((await as('admin').delete(`/api/default_tasks/${unused.id}`)).status).toBe(204)
    await as('manager').delete(`${at()}/${(await made())[0].id}`)
    await set([])
    await set([phase_id, phases.find(({ id }: Task) => id !== phase_id).id])
    expect((await made()).filter((task: { phase_id: number }) => task.phase_id === phase_id)).toHaveLength(
      own.length - 1,
    )
    // With two foremen on the team nobody is chosen.
    const second = (
      await as('admin').post('/api/users', { name: 'Second Foreman', role: 'foreman', has_access: false })
    ).data
    const crowded = await makeProject({
      project_phases: [{ phase_id }],
      project_users: [{ user_id: second.id }, { user_id: idOf('foreman') }],
    })
    await world.app.jobs.drain()
    expect(
      (await as('manager').get(at(crowded.id))).data.map(({ assigned_id }: { assigned_id: null }) => assigned_id),
    ).toEqual(own.map(() => null))
  })

  test('a task is assigned only to who can see its project, and stays as it is once that is archived', async () => {
    const { name } = as('customer').user
    const elsewhere = (await as('admin').post('/api/customers', { name: 'Other', email: 'o@x.example' })).data
    const other = await makeProject({ customer_id: elsewhere.id })
    expect(
      (await as('manager').post(at(other.id), { title: 'Door', assigned_id: idOf('customer') })).data.errors,
    ).toEqual({
      assigned_id: [`${name} cannot see this project.`],
    })
    const task = await make({ assigned_id: idOf('employee') })
    expect((await as('employee').get('/api/tasks?view=mine')).data.map(({ id }: Task) => id)).toContain(task.id)
    await as('admin').post(`/api/projects/${project.id}/archive`)
    const refused = await act(task, 'complete', 'employee')
    expect([refused.status, refused.data.message]).toEqual([422, 'This project is archived.'])
  })

  test('the assignee hears of a task, the creator that it is completed', async () => {
    const told = async (role: Role) => {
      await world.app.jobs.drain()
      const all = (await as(role).get('/api/notifications')).data
      return all
        .filter((one: { project_id: number }) => one.project_id === project.id)
        .map(({ text }: { text: string }) => text)
    }
    const task = await make({ assigned_id: idOf('employee') }, 'manager')
    expect(await told('employee')).toEqual([`${as('manager').user.name} assigned you task 1`])
    await act(task, 'complete', 'employee')
    expect(await told('manager')).toEqual([`${as('employee').user.name} completed task 1`])
  })
})
