import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

describe.each(enginesOfTier)('custom fields on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  async function make(path: string, draft: object): Promise<{ id: number }> {
    const { status, data } = await admin.post(`/api/${path}`, draft)
    expect(status).toBe(201)
    return data
  }

  test('an option in use cannot be deleted, an unused one can', async () => {
    const field = await make('custom_fields', { name: 'Color', type: 'select', for: 'customer' })
    const red = await make('custom_field_options', { custom_field_id: field.id, name: 'Red' })
    const blue = await make('custom_field_options', { custom_field_id: field.id, name: 'Blue' })
    await make('customers', { name: 'Painter', custom_field_values: [{ custom_field_id: field.id, value: red.id }] })
    const refused = await admin.delete(`/api/custom_field_options/${red.id}`)
    expect([refused.status, refused.data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
    expect((await admin.delete(`/api/custom_field_options/${blue.id}`)).status).toBe(204)
  })

  test('a required field applies to every new record, even without any custom values', async () => {
    const field = await make('custom_fields', { name: 'Tax number', for: 'customer', required: true })
    const { status, data } = await admin.post('/api/customers', { name: 'Forgetful' })
    expect([status, data.errors]).toEqual([422, { custom_field_values: ['Tax number is required'] }])
    await admin.patch(`/api/custom_fields/${field.id}`, { active: false })
    await make('customers', { name: 'Forgetful' })
  })
})
