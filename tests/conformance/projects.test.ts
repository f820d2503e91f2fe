import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

interface Project {
  id: number
  name: string
  number: string
  customer_id: number
  customer_name: string
  project_phases: { id: number; phase_id: number }[]
  project_users: { user_id: number }[]
}

describe.each(enginesOfTier)('projects on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client & { user: CurrentUser }
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  async function make(draft: object = {}): Promise<Project> {
    const number = `P-${crypto.randomUUID().slice(0, 8)}`
    const { status, data } = await admin.post('/api/projects', { customer_id: 1, name: 'Made', number, ...draft })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  const list = async (query: string, client: Client = admin): Promise<Project[]> =>
    (await client.get(`/api/projects?status=all&${query}`)).data

  test('an archived project is read-only until it is unarchived', async () => {
    const { id } = await make({ name: 'Done' })
    expect((await admin.post(`/api/projects/${id}/archive`)).data.archived_id).toBe(admin.user.id)
    for (const answer of [
      await admin.patch(`/api/projects/${id}`, { name: 'Changed' }),
      await admin.post('/api/projects/store_many', { data: [{ id, name: 'Changed' }] }),
    ])
      expect([answer.status, answer.data.message]).toEqual([422, 'This project is archived.'])
    expect((await admin.get(`/api/projects/${id}`)).data.name).toBe('Done')
    expect((await admin.post(`/api/projects/${id}/unarchive`)).data.archived_at).toBeNull()
    expect((await admin.patch(`/api/projects/${id}`, { name: 'Changed' })).data.name).toBe('Changed')
  })

  test('the list is filtered by status, by default active', async () => {
    const { id } = await make()
    await admin.post(`/api/projects/${id}/archive`)
    const has = async (query: string) =>
      (await admin.get(`/api/projects${query}`)).data.some((one: Project) => one.id === id)
    expect(await Promise.all(['', '?status=active', '?status=archived', '?status=all'].map(has))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect((await admin.get('/api/projects?status=lost')).status).toBe(422)
  })

  test('the list can be filtered by customer, phase and person', async () => {
    const phases: { id: number }[] = (await admin.get('/api/phases')).data
    const [phase, other] = phases.map(({ id }) => id)
    const made = await make({
      customer_id: 2,
      project_phases: [{ phase_id: phase }],
      project_users: [{ user_id: admin.user.id }],
    })
    const found = async (query: string) => (await list(query)).some(({ id }) => id === made.id)
    expect(await found('customer_id=2')).toBe(true)
    expect(await found('customer_id=3')).toBe(false)
    expect(await found(`phase_id=${phase}`)).toBe(true)
    expect(await found(`phase_id=${other}`)).toBe(false)
    expect(await found(`user_id=${admin.user.id}&phase_id=${phase}`)).toBe(true)
    expect(await found('user_id=999999')).toBe(false)
  })

  test('a search matches name, number, customer and address, also with words of several of them', async () => {
    const { data: customer } = await admin.post('/api/customers', { name: 'Zephyr Holdings' })
    const made = await make({
      name: 'Harbour crane',
      number: 'QX-77',
      customer_id: customer.id,
      address: { line1: '9 Wharf Rd', line2: '', city: 'Umatilla', state: 'OR', postal_code: '97882', geotag: null },
    })
    for (const words of ['harbour', 'qx-7', 'zephyr', 'wharf', 'umatilla 97882', 'crane zephyr', 'ZEPHYR Wharf'])
      expect(
        (await list(`search=${encodeURIComponent(words)}`)).map(({ id }) => id),
        words,
      ).toContain(made.id)
    expect(await list('search=harbour%20nowhere')).toEqual([])
    await admin.patch(`/api/customers/${customer.id}`, { name: 'Mistral Holdings' })
    expect((await list('search=mistral')).map(({ id }) => id)).toEqual([made.id])
    expect(await list('search=zephyr')).toEqual([])
  })

  test('the list can be sorted by customer name in both directions', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const { data } = await admin.get(
        `/api/projects?page=1&per_page=50&sort_column=customer_name&sort_direction=${direction}`,
      )
      const names = data.data.map((one: Project) => one.customer_name.toLowerCase())
      const sorted = [...names].sort()
      expect(names).toEqual(direction === 'asc' ? sorted : sorted.reverse())
    }
  })

  test('a new year of numbers begins on the company’s first day of it', async () => {
    const next = Number(clock.day().slice(0, 4)) + 1
    await make({ number: `${next % 100}-007` })
    const proposedAt = async (day: string, time: string) => {
      clock.moveTo(day, time)
      // The session has ended by then.
      const { data } = await (await world.signIn('admin@plumbline.test')).get('/api/projects/next_number')
      return data
    }
    // At seven in the evening the next year has begun in Greenwich.
    expect(await proposedAt(`${next}-12-31`, '19:00')).toBe(`${next % 100}-008`)
    expect(await proposedAt(`${next + 1}-01-01`, '01:00')).toBe(`${(next + 1) % 100}-001`)
    admin = await world.signIn('admin@plumbline.test')
  })

  test.runIf(!isBrief)(
    '64 concurrent creates, each with the proposed number, end with 64 different numbers',
    async () => {
      const add = async (at: number): Promise<string> => {
        for (let tries = 0; tries < 200; tries++) {
          const { data: number } = await admin.get('/api/projects/next_number')
          const { status, data } = await admin.post('/api/projects', { customer_id: 1, name: `Rush ${at}`, number })
          if (status === 201) return data.number
          expect([status, data.errors]).toEqual([422, { number: ['Project number already in use.'] }])
        }
        throw new Error('No number could be had.')
      }
      const numbers = await Promise.all(Array.from({ length: 64 }, (_, at) => add(at)))
      expect(new Set(numbers).size).toBe(64)
    },
  )

  test('a project has its customer, in lists as well', async () => {
    const made = await make()
    const { data } = await admin.get(`/api/customers/${made.customer_id}`)
    const customer = { id: data.id, name: data.name }
    expect((await admin.get(`/api/projects/${made.id}`)).data.customer).toEqual(customer)
    expect((await list('')).find(({ id }) => id === made.id)).toMatchObject({ customer })
  })

  test('a number in use is refused at its field, ignoring case; a project may keep its own', async () => {
    await make({ number: 'K-1' })
    const other = await make({ number: 'K-2' })
    const taken = await admin.patch(`/api/projects/${other.id}`, { number: 'k-1' })
    expect([taken.status, taken.data.errors]).toEqual([422, { number: ['Project number already in use.'] }])
    expect((await admin.patch(`/api/projects/${other.id}`, { number: 'K-2', name: 'Same' })).status).toBe(200)
  })

  test('an edit may request to rename the folder, which is not stored in the record', async () => {
    const made = await make()
    const action = 'rename_sharepoint_directory'
    const { status, data } = await admin.patch(`/api/projects/${made.id}`, { number: `${made.number}-B`, action })
    expect([status, data.number]).toEqual([200, `${made.number}-B`])
    expect(data).not.toHaveProperty('action')
    expect((await admin.patch(`/api/projects/${made.id}`, { action: 'format_disk' })).status).toBe(422)
  })

  test('of two people editing a project, the second gets the first one’s version', async () => {
    const made: Project & { updated_at: string } = (await admin.get(`/api/projects/${(await make()).id}`)).data
    const manager = await world.signIn('manager@plumbline.test')
    await manager.patch(`/api/projects/${made.id}`, { name: 'Theirs', updated_at: made.updated_at })
    const late = await admin.patch(`/api/projects/${made.id}`, { name: 'Mine', updated_at: made.updated_at })
    expect([late.status, late.data.data.name]).toEqual([409, 'Theirs'])
    expect(late.data.message).toBe('This record was changed by someone else. Review the latest version and save again.')
  })

  test('guests get their projects without codes and custom fields, also in the history', async () => {
    const { data: field } = await admin.post('/api/custom_fields', { name: 'Secret margin', for: 'projects' })
    const guest = await world.signIn('customer@plumbline.test')
    const customer_id = Number(guest.user.customer_id)
    const made = await make({ customer_id, custom_field_values: [{ custom_field_id: field.id, value: '31 %' }] })
    await admin.patch(`/api/projects/${made.id}`, {
      custom_field_values: [{ custom_field_id: field.id, value: '32 %' }],
    })
    const { data } = await guest.get(`/api/projects/${made.id}`)
    expect(data.name).toBe('Made')
    // Customers may open no tasks, and are told of none.
    expect(data.open_punch_items).toBe(0)
    for (const hidden of [
      'custom_field_values',
      'cost_codes',
      'cost_code_categories',
      'overtime_rule',
      'open_tasks',
      'guest_contact_id',
    ])
      expect(data).not.toHaveProperty(hidden)
    expect(JSON.stringify((await guest.get(`/api/projects/${made.id}/history`)).data)).not.toContain('32 %')
    expect(JSON.stringify((await admin.get(`/api/projects/${made.id}/history`)).data)).toContain('32 %')
    const theirs = await list('', guest)
    expect(new Set(theirs.map((one) => one.customer_id))).toEqual(new Set([customer_id]))
    const other = (await list('')).find((one) => one.customer_id !== customer_id)
    expect((await guest.get(`/api/projects/${other?.id}`)).status).toBe(404)
  })

  test('guests call the contact that the office set for them, and nobody before (rule guest-home)', async () => {
    const guest = await world.signIn('customer@plumbline.test')
    const office = await world.signIn('office@plumbline.test')
    const { id } = await make({ customer_id: Number(guest.user.customer_id) })
    const told = async () => (await guest.get(`/api/projects/${id}`)).data.guest_contact
    expect(await told()).toBeNull()
    const manager = await world.signIn('manager@plumbline.test')
    const set = (guest_contact_id: number | null) => office.patch(`/api/projects/${id}`, { guest_contact_id })
    expect((await set(guest.user.id)).data.errors).toEqual({ guest_contact_id: ['Choose somebody of the team.'] })
    expect((await set(manager.user.id)).status).toBe(200)
    expect(await told()).toEqual({ name: manager.user.name, phone_number: expect.stringMatching(/^1\d{10}$/) })
    expect((await list('', guest)).find((one) => one.id === id)).toMatchObject({
      guest_contact: { name: manager.user.name },
    })
    expect((await set(null)).status).toBe(200)
    expect(await told()).toBeNull()
  })
})
