import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
interface View {
  readonly id: number
  readonly name: string
}

// Rule saved-view.
describe.each(enginesOfTier)('Saved views on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let manager: Person
  let office: Person
  let employee: Person
  let customer: Person
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    manager = await world.signIn('manager@plumbline.test')
    office = await world.signIn('office@plumbline.test')
    employee = await world.signIn('employee@plumbline.test')
    customer = await world.signIn('customer@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const draft = (name: string, more: object = {}) => ({
    area: 'rfis',
    list: 'rfis',
    name,
    sort_column: 'due_date',
    filters: { state: 'open' },
    hidden: ['number'],
    column_order: ['due_date', 'title'],
    ...more,
  })
  const make = (who: Person, name: string, more: object = {}) => who.post('/api/list_views', draft(name, more))
  const namesFor = async (who: Person) =>
    (await who.get('/api/list_views?area=rfis&list=rfis')).data.map(({ name }: View) => name)

  test('a view is its author’s alone, and comes back as it was saved', async () => {
    const { status, data } = await make(employee, 'My open ones')
    expect([status, data]).toEqual([201, expect.objectContaining(draft('My open ones', { shared: false }))])
    expect(data.user_id).toBe(employee.user.id)
    expect(await namesFor(employee)).toEqual(['My open ones'])
    expect(await namesFor(manager)).toEqual([])
    expect((await manager.patch(`/api/list_views/${data.id}`, { name: 'Mine' })).status).toBe(404)
    const again = await make(employee, 'My open ones')
    expect([again.status, again.data.errors.name]).toEqual([422, ['You have a view of this name already.']])
  })

  test('who may edit the records shares a view, and changes what is shared; others see it', async () => {
    const { data: shared } = await make(manager, 'For Monday', { shared: true })
    expect(await namesFor(employee)).toContain('For Monday')
    expect((await office.patch(`/api/list_views/${shared.id}`, { filters: { state: 'resolved' } })).status).toBe(200)
    expect((await employee.patch(`/api/list_views/${shared.id}`, { name: 'Ours' })).status).toBe(403)
    expect((await employee.delete(`/api/list_views/${shared.id}`)).status).toBe(403)
    const refused = await make(employee, 'For all', { shared: true })
    expect([refused.status, refused.data.message]).toEqual([
      403,
      'Only who may edit the records of this list changes views that everybody has.',
    ])
    const { data: own } = await make(employee, 'Later for all')
    expect((await employee.patch(`/api/list_views/${own.id}`, { shared: true })).status).toBe(403)
    // No longer for everybody, it is its author's again.
    expect((await office.patch(`/api/list_views/${shared.id}`, { shared: false })).status).toBe(200)
    expect(await namesFor(office)).not.toContain('For Monday')
    expect(await namesFor(manager)).toContain('For Monday')
  })

  test('a view of an area is shown to nobody who may not view that area', async () => {
    const { data: shared } = await make(manager, 'Inner', { area: 'timeEntries', list: 'time_entries', shared: true })
    const seen = await customer.get('/api/list_views')
    expect(seen.data.map(({ id }: View) => id)).not.toContain(shared.id)
  })

  test('what is no view is refused by name', async () => {
    const bad = await make(employee, 'X'.repeat(300), {
      filters: { state: 7 },
      hidden: 'number',
      column_order: [7],
      sort_direction: 'up',
    })
    expect([bad.status, Object.keys(bad.data.errors).toSorted()]).toEqual([
      422,
      ['column_order.0', 'filters.state', 'hidden', 'name', 'sort_direction'],
    ])
  })
})
