import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

interface Item {
  id: number
  completed_at: string | null
}

describe.each(enginesOfTier)('An action on many records, on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let foreman: Client
  let contact: Client
  let at = ''
  let items: Item[] = []
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    foreman = await world.signIn('foreman@plumbline.test')
    contact = await world.signIn('contact@plumbline.test')
    const admin = await world.signIn('admin@plumbline.test')
    const people = ['foreman', 'contact'].map((role) => `${role}@plumbline.test`)
    const team = (await admin.get('/api/users')).data.filter(({ email }: { email: string }) => people.includes(email))
    const [customer] = (await admin.get('/api/customers')).data
    const { data: project } = await admin.post('/api/projects', {
      customer_id: customer.id,
      name: 'Walked',
      number: 'P-many',
      project_users: team.map(({ id }: { id: number }) => ({ user_id: id })),
    })
    at = `/api/projects/${project.id}/punch_items`
  })
  beforeEach(async () => {
    const data = ['Cover plate', 'Label', 'Seal'].map((title) => ({ title }))
    items = (await foreman.post(`${at}/store_many`, { data })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const act = (action: string, data: unknown, { by = foreman, key }: { by?: Client; key?: string } = {}) =>
    by.post(`${at}/act_many`, { action, data }, key === undefined ? {} : { 'Idempotency-Key': key })
  const chosen = () => items.map(({ id }) => ({ id }))
  const completed = async () => {
    const all: Item[] = (await foreman.get(at)).data
    return all.filter(({ id, completed_at }) => completed_at !== null && items.some((item) => item.id === id)).length
  }

  test('it is taken on each, is one change, and is undone as one', async () => {
    const taken = await act('complete', chosen())
    expect(taken.status).toBe(200)
    expect(taken.data.map(({ id }: Item) => id)).toEqual(items.map(({ id }) => id))
    expect(taken.data.every(({ completed_at }: Item) => completed_at !== null)).toBe(true)
    const change = taken.headers.get('X-Change-Id')
    for (const { id } of items)
      expect((await foreman.get(`${at}/${id}/history`)).data[0]).toMatchObject({
        action: 'complete',
        change_id: change,
      })
    expect((await foreman.post('/api/undo', { change })).data).toMatchObject({ undone: change, left: [] })
    expect(await completed()).toBe(0)
  })

  test('it is taken on all or none, and errors say of which', async () => {
    const [first, , last] = items
    await act('complete', [{ id: first?.id }, { id: last?.id }])
    const refused = await act('reject', [{ id: first?.id, reason: 'Loose' }, { id: last?.id }])
    expect([refused.status, Object.keys(refused.data.errors)]).toEqual([422, ['data.1.reason']])
    expect(await completed()).toBe(2)
    const gone = await act('complete', [...chosen(), { id: 987_654 }])
    expect([gone.status, await completed()]).toEqual([404, 2])
  })

  test('sent twice under a key it is taken once', async () => {
    const sent = [
      await act('complete', chosen(), { key: 'many-1' }),
      await act('complete', chosen(), { key: 'many-1' }),
    ]
    expect(sent[1]?.data).toEqual(sent[0]?.data)
    const { data } = await foreman.get(`${at}/${items[0]?.id}/history`)
    expect(data.filter(({ action }: { action: string }) => action === 'complete')).toHaveLength(1)
    expect((await act('reopen', chosen(), { key: 'many-1' })).status).toBe(422)
  })

  test('guests act on what they see alone', async () => {
    expect((await act('complete', chosen(), { by: contact })).status).toBe(404)
    expect(await completed()).toBe(0)
  })

  test.each([
    [{ action: 'fly', data: [{ id: 1 }] }, 'action'],
    [{ data: [{ id: 1 }] }, 'action'],
    [{ action: 'complete' }, 'data'],
    [{ action: 'complete', data: [] }, 'data'],
    [{ action: 'complete', data: [1] }, 'data'],
    [{ action: 'complete', data: [{ id: 'x' }] }, 'data.0.id'],
    [{ action: 'complete', data: Array.from({ length: 501 }, () => ({ id: 1 })) }, 'data'],
  ])('what cannot be read is refused by name: %o', async (body, name) => {
    const { status, data } = await foreman.post(`${at}/act_many`, body)
    expect([status, Object.keys(data.errors)]).toEqual([422, [name]])
  })
})
