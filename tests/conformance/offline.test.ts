import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

interface List {
  entity: string
  params: Record<string, unknown>
  data: { id: number }[]
  ids: number[]
}

describe.each(enginesOfTier)('what a project comes with offline, on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let foreman: Client
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    foreman = await world.signIn('foreman@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const bundle = async (client: Client, id: number, since = '') => {
    const { status, data } = await client.get(`/api/projects/${id}/offline${since && `?since=${since}`}`)
    const lists: List[] = data.lists ?? []
    return { status, data, list: (entity: string, on?: string) => find(lists, entity, on) }
  }
  const find = (lists: List[], entity: string, on?: string) =>
    lists.find((list) => list.entity === entity && (!on || Object.values(list.params).includes(on)))

  test('it has the record as its page has it, and the same records as the lists', async () => {
    const { data, list } = await bundle(foreman, 1)
    expect(data.record).toEqual((await foreman.get('/api/projects/1')).data)
    const rfis = (await foreman.get('/api/projects/1/rfis')).data
    expect(list('rfi')?.data).toEqual(rfis)
    expect(list('cost_code')?.data).toEqual((await foreman.get('/api/projects/1/cost_codes')).data)
    const talk: unknown[] = []
    for (const { id } of rfis) talk.push(...(await foreman.get(`/api/rfis/${id}/messages`)).data)
    expect(talk.length).toBeGreaterThan(0)
    const messages = list('message', 'rfis')?.data ?? []
    expect(messages.length).toBe(talk.length)
    expect(messages).toEqual(expect.arrayContaining(talk))
  })

  test('later it has only what changed, and the ids of everything', async () => {
    clock.pass({ hours: 1 })
    const first = await bundle(foreman, 1)
    const [group] = first.list('cost_code_category')?.data ?? []
    if (!group) throw new Error('The project has no categories.')
    clock.pass({ hours: 1 })
    const admin = await world.signIn('admin@plumbline.test')
    const { data: edited } = await admin.patch(`/api/projects/1/cost_code_categories/${group.id}`, { name: 'All' })
    await admin.delete(`/api/projects/1/rfis/${first.list('rfi')?.ids[0]}`)
    const second = await bundle(foreman, 1, first.data.as_of)
    expect(second.list('cost_code_category')?.data).toEqual([edited])
    expect(second.list('cost_code_category')?.ids).toEqual(first.list('cost_code_category')?.ids)
    // Their hours change without them.
    expect(second.list('cost_code')?.data.length).toBe(first.list('cost_code')?.data.length)
    expect(second.list('rfi')?.ids).toEqual(first.list('rfi')?.ids.slice(1))
  })

  test('whoever does not see the project gets nothing, and a guest only what their lists have', async () => {
    const client = world.client()
    expect((await client.get('/api/projects/1/offline')).status).toBe(401)
    const customer = await world.signIn('customer@plumbline.test')
    const { data: own } = await customer.get('/api/projects?status=all')
    const admin = await world.signIn('admin@plumbline.test')
    const { data: all } = await admin.get('/api/projects?status=all')
    const mine = new Set(own.map(({ id }: { id: number }) => id))
    const hidden = all.find(({ id }: { id: number }) => !mine.has(id))
    expect((await bundle(customer, hidden.id)).status).toBe(404)
    const seen = await bundle(customer, own[0].id)
    expect(seen.data.record).toEqual((await customer.get(`/api/projects/${own[0].id}`)).data)
    expect(seen.list('cost_code')).toBeUndefined()
    expect(seen.list('rfi')?.data).toEqual((await customer.get(`/api/projects/${own[0].id}/rfis`)).data)
  })
})
