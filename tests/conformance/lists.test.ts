import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const SYLLABLES = ['ka', 'ro', 'Mi', 'é', 'st', 'Ou', 'n-', 'zz']
/** More customers than a total is counted anew for. */
const MANY = 1100

describe.each(rarerEnginesOfTier)('lists on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    const customers = Array.from({ length: MANY }, (_, at) => ({
      name: [at % 8, (at >> 3) % 8, (at >> 6) % 8].map((n) => SYLLABLES[n]).join(at % 3 ? '' : ' '),
      email: at % 5 ? null : `mail${at % 7}@example.com`,
      phone_number: at % 4 ? null : `1509555${String(at).padStart(4, '0')}`,
    }))
    for (let from = 0; from < MANY; from += 500)
      await admin.post('/api/customers/store_many', { data: customers.slice(from, from + 500) })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

  test.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['email', 'asc'],
    ['email', 'desc'],
    ['created_at', 'desc'],
    ['id', 'asc'],
  ])('pages behind a row are those that page numbers give, by %s %s', async (column, direction) => {
    const order = `sort_column=${column}&sort_direction=${direction}&per_page=100`
    const { data: all } = await admin.get(`/api/customers?${order}`)
    const walked: number[] = []
    for (let last: number | undefined; ; last = walked.at(-1)) {
      const { data: page } = await admin.get(`/api/customers?page=1&${order}${last ? `&after=${last}` : ''}`)
      if (!page.data.length) break
      walked.push(...ids(page.data))
      expect(page.total).toBe(all.length)
    }
    expect(walked).toEqual(ids(all))
  })

  test('a page behind a row that is no longer there is the one asked for by number', async () => {
    const { data: page } = await admin.get('/api/customers?page=2&after=999999')
    expect(ids(page.data)).toEqual(ids((await admin.get('/api/customers?page=2')).data.data))
    expect((await admin.get('/api/customers?page=2&after=x')).status).toBe(200)
  })

  test('a page behind a row that the asker may not see is the one asked for by number', async () => {
    const employee = await world.signIn('employee@plumbline.test')
    const { data: others } = await admin.get('/api/time_entries?sort_column=hours')
    const own = ids((await employee.get('/api/time_entries')).data)
    const hidden = ids(others).filter((id) => !own.includes(id))
    expect([hidden.length > 3, own.length > 3]).toEqual([true, true])
    const pageBehind = async (id: number) =>
      ids((await employee.get(`/api/time_entries?page=1&sort_column=hours&after=${id}`)).data.data)
    const first = await pageBehind(999999)
    for (const id of [hidden[0], hidden.at(-1)]) expect(await pageBehind(id ?? 0)).toEqual(first)
    expect(await pageBehind(first[0] ?? 0)).not.toContain(first[0])
  })

  test('lists sorted by a field of another record are paged behind a row as well', async () => {
    const order = 'status=all&sort_column=customer_name&sort_direction=desc&per_page=3'
    const { data: all } = await admin.get(`/api/projects?${order}`)
    const walked: number[] = []
    for (let last: number | undefined; walked.length < all.length; last = walked.at(-1)) {
      const { data: page } = await admin.get(`/api/projects?page=1&${order}${last ? `&after=${last}` : ''}`)
      if (!page.data.length) break
      walked.push(...ids(page.data))
    }
    expect(walked).toEqual(ids(all))
  })

  test('one or two letters find the beginnings of words, three and more any part of one', async () => {
    const made = await admin.post('/api/customers', { name: 'Xylo Qénter (of Wb)', email: 'yx@xq.example' })
    const found = async (search: string) => {
      const { data } = await admin.get(`/api/customers?page=1&search=${encodeURIComponent(search)}`)
      return ids(data.data).includes(made.data.id)
    }
    expect(await Promise.all(['xy', 'QE', 'qé', 'x', 'of', 'yx', 'lo', 'wb'].map(found))).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      false,
      true,
    ])
    expect(await Promise.all(['ylo', 'ente', 'xq.', 'xy qé', 'xy zz'].map(found))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    const { data: jobs } = await admin.post('/api/projects', { name: 'Hall', number: 'X-1', customer_id: made.data.id })
    const byCustomer = await admin.get('/api/projects?page=1&status=all&search=xy')
    expect(ids(byCustomer.data.data)).toContain(jobs.id)
  })

  test('a list since a time has what changed from then on, by itself or in a record it shows, and the ids of all', async () => {
    const { data: all } = await admin.get('/api/work_schedule_agreements?since=1970-01-01T00:00:00Z')
    expect(ids(all.data)).toEqual(all.ids)
    expect(Date.parse(all.as_of)).toBeLessThan(world.clock.now().getTime())
    const [agreement] = all.data
    const tick = async () => {
      const now = world.clock.now().getTime()
      while (world.clock.now().getTime() <= now + 1) await new Promise(setImmediate)
      return world.clock.now().toISOString()
    }
    const since = async (time: string) => (await admin.get(`/api/work_schedule_agreements?since=${time}`)).data
    const before = await tick()
    expect(await since(before)).toMatchObject({ data: [], ids: all.ids })
    // The agreement shows the person's name.
    await admin.patch(`/api/users/${agreement.user_id}`, { name: 'Renamed Person' })
    const shown = (await since(before)).data.filter(({ id }: { id: number }) => id === agreement.id)
    expect(shown).toMatchObject([{ user_name: 'Renamed Person' }])
    const renamed = await tick()
    await admin.delete(`/api/work_schedule_agreements/${agreement.id}`)
    const { data, ids: left } = await since(renamed)
    expect([data, left]).toEqual([[], all.ids.filter((id: number) => id !== agreement.id)])
    expect((await admin.get('/api/phases?since=yesterday')).data.errors).toEqual({
      since: ['Since must be a date and time.'],
    })
  })

  test('the total of a large list is right after every change, by whomever', async () => {
    const total = async (query = '') => (await admin.get(`/api/customers?page=1&per_page=1${query}`)).data.total
    const before = await total()
    expect([before > MANY, await total()]).toEqual([true, before])
    const { data: made } = await admin.post('/api/customers', { name: 'Counted' })
    expect(await total()).toBe(before + 1)
    const office = await world.signIn('office@plumbline.test')
    await admin.delete(`/api/customers/${made.id}`)
    expect(await total()).toBe(before)
    await office.post('/api/customers/store_many', { data: [{ name: 'One' }, { name: 'Two' }] })
    expect(await total()).toBe(before + 2)
    const failed = await office.post('/api/customers/store_many', { data: [{ name: 'Three' }, { name: '' }] })
    expect([failed.status, await total()]).toEqual([422, before + 2])
    const searched = await total('&search=ka')
    await office.post('/api/customers', { name: 'Kaput' })
    expect(await total('&search=ka')).toBe(searched + 1)
  })
})
