import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

/** More tasks than a total is counted anew for. */
const MANY = 1040

interface Task {
  id: number
  number: number
  project_id: number
  project_name: string
  assigned_id: number | null
  assigned_name: string | null
  completed_at: string | null
}
interface Group {
  value: string | null
  label: string | null
  count: number
}

describe.each(enginesOfTier)('groups of lists on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  let all: Task[]
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    const { data: people } = await admin.get('/api/users')
    const seeAll = people.filter(({ role }: { role: string }) => ['admin', 'office_staff'].includes(role))
    const assignees = [null, ...seeAll.map(({ id }: { id: number }) => id)]
    expect(assignees.length).toBeGreaterThan(2)
    for (const project of [1, 2, 3, 4]) {
      const data = Array.from({ length: MANY / 4 }, (_, at) => ({
        title: `Task ${project}.${at}`,
        assigned_id: assignees[(at * project) % assignees.length],
      }))
      const sent = await admin.post(`/api/projects/${project}/tasks/store_many`, { data })
      expect(sent, JSON.stringify(sent.data).slice(0, 300)).toMatchObject({ status: 200 })
    }
    const { data: own } = await admin.get('/api/tasks?per_page=40&page=1&assigned_id=')
    for (const { id } of own.data) await admin.post(`/api/tasks/${id}/complete`)
    all = (await admin.get('/api/tasks')).data
    expect(all.length).toBeGreaterThan(MANY)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const counted = (valueOf: (task: Task) => string | null) => {
    const counts = new Map<string | null, number>()
    for (const task of all) counts.set(valueOf(task), (counts.get(valueOf(task)) ?? 0) + 1)
    return counts
  }
  /** All pages one after another, behind the last row or by number. */
  async function walk(question: string, by: 'row' | 'page'): Promise<Task[]> {
    const rows: Task[] = []
    for (let page = 1; ; page++) {
      const behind = by === 'row' && rows.length ? `&after=${rows.at(-1)?.id}` : ''
      const { data } = await admin.get(`/api/tasks?${question}&per_page=150&page=${page}${behind}`)
      rows.push(...data.data)
      if (data.data.length < 150) return rows
    }
  }

  const assignee = ({ assigned_id }: Task) => (assigned_id === null ? null : String(assigned_id))
  const state = ({ completed_at }: Task) => (completed_at === null ? 'open' : 'completed')

  test.each([
    ['assigned_id', assignee],
    ['project_id', ({ project_id }: Task) => String(project_id)],
    ['state', state],
  ] as const)('counts with the first page what has each %s in common', async (name, valueOf) => {
    const { data } = await admin.get(`/api/tasks?page=1&group_by=${name}`)
    const groups: Group[] = data.groups
    expect(new Map(groups.map(({ value, count }) => [value, count]))).toEqual(counted(valueOf))
    expect(data.total).toBe(all.length)
    expect(data.data.map(valueOf)).toEqual(Array.from({ length: 20 }, () => groups[0]?.value))
  })

  test('names the groups of a person, in the order of names, and those of nobody last', async () => {
    const { data } = await admin.get('/api/tasks?page=1&group_by=assigned_id')
    const labels = data.groups.map(({ label }: Group) => label)
    const names = [...new Set(all.flatMap(({ assigned_name }) => assigned_name ?? []))]
    expect(labels).toEqual([...names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)), null])
  })

  test.each(['row', 'page'] as const)('goes through groups by %s, each in the order of the list', async (by) => {
    const { data } = await admin.get('/api/tasks?page=1&group_by=assigned_id')
    const groups: Group[] = data.groups
    const rows = await walk('group_by=assigned_id&sort_column=number&sort_direction=desc', by)
    const inOrder = groups.flatMap(({ value }) =>
      all.filter((task) => assignee(task) === value).toSorted((a, b) => b.number - a.number || b.id - a.id),
    )
    expect(rows.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
  })

  test('leaves the rows of folded groups out, and counts them', async () => {
    const rows = await walk('group_by=state&folded[]=open', 'row')
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      all.flatMap((task) => (state(task) === 'completed' ? task.id : [])).toSorted((a, b) => a - b),
    )
    const { data } = await admin.get('/api/tasks?page=1&group_by=assigned_id&folded[]=none')
    expect(data.groups.at(-1)).toMatchObject({ value: null, count: counted(assignee).get(null) })
    expect(data.total).toBe(all.length)
  })

  test.each(['asc', 'desc'])('sorts a large list by the names of others, %s, as a small one', async (direction) => {
    const way = direction === 'asc' ? 1 : -1
    const key = ({ assigned_name }: Task) => assigned_name?.toLowerCase() ?? ''
    const inOrder = all.toSorted((a, b) => way * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
    // The first question counts the list; from then on it is known to be large.
    await admin.get('/api/tasks?page=1')
    for (const by of ['row', 'page'] as const) {
      const rows = await walk(`sort_column=assigned_name&sort_direction=${direction}`, by)
      expect(rows.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
    }
  })

  test('counts anew after a change, also of a name that groups are in the order of', async () => {
    const before: Group[] = (await admin.get('/api/tasks?page=1&group_by=assigned_id')).data.groups
    const [first, second] = before
    const task = all.find((one) => assignee(one) === first?.value)
    await admin.patch(`/api/tasks/${task?.id}`, { ...task, assigned_id: Number(second?.value) })
    await admin.patch(`/api/users/${second?.value}`, { name: 'Zz Renamed' })
    const after: Group[] = (await admin.get('/api/tasks?page=1&group_by=assigned_id')).data.groups
    expect(after[0]).toEqual({ ...first, count: (first?.count ?? 0) - 1 })
    expect(after.at(-2)).toEqual({ value: second?.value, label: 'Zz Renamed', count: (second?.count ?? 0) + 1 })
  })

  test('refuses a field that one may not read', async () => {
    const guest = await world.signIn('customer@plumbline.test')
    expect((await admin.get('/api/projects?page=1&group_by=overtime_rule')).data.groups.length).toBeGreaterThan(0)
    expect(await guest.get('/api/projects?page=1&group_by=overtime_rule')).toMatchObject({ status: 422 })
  })

  test('refuses what a list cannot be grouped by', async () => {
    for (const name of ['title', 'due_date', 'nonsense', 'constructor'])
      expect(await admin.get(`/api/tasks?page=1&group_by=${name}`)).toMatchObject({
        status: 422,
        data: { errors: { group_by: [`Lists of this kind cannot be grouped by ${name}.`] } },
      })
  })
})
