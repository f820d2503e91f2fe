import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rarerEnginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

describe.each(rarerEnginesOfTier)('the generic resource on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let office: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    office = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('a record is created, read, changed and deleted', async () => {
    const made = await office.post('/api/customers', {
      name: ' Zillah Fruit ',
      phone_number: '(509) 555-0142',
      email: '',
    })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({
      name: 'Zillah Fruit',
      phone_number: '15095550142',
      email: null,
      deleted_at: null,
    })
    const { id } = made.data
    const changed = await office.patch(`/api/customers/${id}`, { ...made.data, email: 'a@b.example' })
    expect(changed.status).toBe(200)
    expect(Date.parse(changed.data.updated_at)).toBeGreaterThan(Date.parse(made.data.updated_at))
    expect((await office.get(`/api/customers/${id}`)).data).toEqual(changed.data)
    expect((await office.delete(`/api/customers/${id}`)).status).toBe(204)
    expect((await office.get(`/api/customers/${id}`)).status).toBe(404)
  })

  test('a list without a page parameter is an array; with one it is a Laravel page', async () => {
    const all = await office.get('/api/customers')
    expect(all.data).toHaveLength(40)
    const { data: page } = await office.get('/api/customers?page=2&per_page=15&sort_column=name&sort_direction=desc')
    expect(page).toMatchObject({ current_page: 2, last_page: 3, per_page: 15, total: 40, from: 16, to: 30 })
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual(
      all.data
        .map(({ id }: { id: number }) => id)
        .toReversed()
        .slice(15, 30),
    )
    expect((await office.get('/api/customers?page=1000000000')).data).toMatchObject({ data: [], total: 40, from: null })
  })

  test.each([
    'per_page=-1',
    'per_page=abc',
    'sort_column=password',
    'sort_column=constructor',
    'sort_direction=sideways',
    'status=gone',
  ])('a list refuses %s and names it', async (query) => {
    const { status, data } = await office.get(`/api/projects?page=1&${query}`)
    expect(status).toBe(422)
    expect(Object.keys(data.errors)).toEqual([query.split('=')[0]])
  })

  test('search matches all words anywhere, ignoring accents and case, also in related names', async () => {
    await office.post('/api/customers', { name: 'Électricité Ångström 50%_off' })
    const found = async (term: string) =>
      (await office.get(`/api/customers?page=1&search=${encodeURIComponent(term)}`)).data.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await found('angstrom ELECTR')).toEqual(['Électricité Ångström 50%_off'])
    expect(await found('%_')).toEqual(['Électricité Ångström 50%_off'])
    expect(await found('0%_o')).toEqual(['Électricité Ångström 50%_off'])
    expect(await found('"')).toEqual([])
    expect(await found("'; drop table customers; --")).toEqual([])
    const byCustomer = await office.get('/api/projects?page=1&status=all&search=school%20district')
    expect(byCustomer.data.total).toBeGreaterThan(0)
    for (const { customer_name } of byCustomer.data.data) expect(customer_name).toBe('Kennewick School District')
  })

  test('lines keep their ids from save to save', async () => {
    const { data: project } = await office.get('/api/projects/2')
    const people = [{ user_id: 1 }, { user_id: 2 }]
    const first = await office.patch('/api/projects/2', { ...project, project_users: people })
    const [one, two] = first.data.project_users
    expect(one).toMatchObject({ user_id: 1, project_id: 2 })
    const swapped = await office.patch('/api/projects/2', { project_users: [two, one] })
    expect(swapped.data.project_users).toEqual([two, one])
    const again = await office.patch('/api/projects/2', { project_users: [{ user_id: 2 }, { user_id: 1 }] })
    expect(again.data.updated_at).toBe(swapped.data.updated_at)
    const wrong = await office.patch('/api/projects/2', { project_users: [{ user_id: 999 }, {}] })
    expect(wrong.status).toBe(422)
    expect(wrong.data.errors).toEqual({
      'project_users.0.user_id': ['User is invalid.'],
      'project_users.1.user_id': ['User is required'],
    })
  })

  test('all errors are reported at once, by field', async () => {
    const [taken] = (await office.get('/api/projects')).data
    const { status, data } = await office.post('/api/projects', {
      number: taken.number,
      customer_id: 4000,
      overtime_rule: 'double',
    })
    expect(status).toBe(422)
    expect(data.errors).toEqual({
      customer_id: ['Customer is invalid.'],
      name: ['Name is required'],
      number: ['Project number already in use.'],
      overtime_rule: ['Overtime rule must be one of standard, prevailing.'],
    })
    expect(data.message).toBe('Name is required (and 3 more errors)')
  })

  test('a writer with an outdated version gets the current one', async () => {
    const { data: seen } = await office.get('/api/customers/3')
    const first = await office.patch('/api/customers/3', { ...seen, name: 'First' })
    const second = await office.patch('/api/customers/3', { ...seen, name: 'Second' })
    expect(second.status).toBe(409)
    expect(second.data).toEqual({
      message: 'This record was changed by someone else. Review the latest version and save again.',
      data: first.data,
      by: 'Dana Mercer',
    })
    expect((await office.patch('/api/customers/3', { name: 'Second' })).status).toBe(200)
  })

  test('a number stays unique with two concurrent creates', async () => {
    const draft = { customer_id: 1, name: 'Race', number: 'R-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => office.post('/api/projects', draft)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)])
    for (const { status, data } of answers)
      if (status === 422) expect(data.errors).toEqual({ number: ['Project number already in use.'] })
  })

  test('store_many saves all records or none, and reports errors with dotted keys', async () => {
    const before = (await office.get('/api/customers')).data.length
    const bad = await office.post('/api/customers/store_many', {
      data: [{ name: 'A' }, { name: '' }, { name: 'B', email: 'x' }],
    })
    expect(bad.status).toBe(422)
    expect(bad.data.errors).toEqual({
      'data.1.name': ['Name is required'],
      'data.2.email': ['Email must be a valid email address.'],
    })
    expect((await office.get('/api/customers')).data).toHaveLength(before)
    const good = await office.post('/api/customers/store_many', { data: [{ name: 'A' }, { id: 3, name: 'Third' }] })
    expect(good.data).toMatchObject([{ name: 'A' }, { id: 3, name: 'Third' }])
  })

  test('a dry run of store_many runs all checks and saves nothing', async () => {
    const before = (await office.get('/api/customers')).data.length
    const fine = await office.post('/api/customers/store_many?dry_run=1', {
      data: [{ name: 'Tried' }, { name: 'Tried too' }],
    })
    expect(fine.data).toMatchObject([{ name: 'Tried' }, { name: 'Tried too' }])
    const taken = { customer_id: 1, name: 'Twice', number: 'T-1' }
    const twice = await office.post('/api/projects/store_many?dry_run=1', { data: [taken, taken] })
    expect(twice.data.errors).toEqual({ 'data.1.number': ['Project number already in use.'] })
    expect((await office.get('/api/customers')).data).toHaveLength(before)
    expect((await office.get('/api/projects?search=twice')).data).toEqual([])
  })

  test('a repetition with the same Idempotency-Key returns the first response, also if both are concurrent', async () => {
    const key = { 'idempotency-key': 'one' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => office.post('/api/customers', { name: 'Once' }, key)))
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
    expect((await office.get('/api/customers?search=once')).data).toHaveLength(1)
    const refused = await office.post('/api/customers', { name: '' }, { 'idempotency-key': 'two' })
    expect(refused.status).toBe(422)
    expect((await office.post('/api/customers', { name: 'Twice' }, { 'idempotency-key': 'two' })).status).toBe(201)
    expect((await office.post('/api/projects', { name: 'x' }, key)).status).toBe(422)
  })

  test('a repeated change gets the first response, even if the record has changed since', async () => {
    const key = { 'idempotency-key': 'change' }
    const { id, updated_at } = (await office.post('/api/customers', { name: 'Changing' })).data
    const draft = { name: 'Changed', updated_at }
    const first = await office.patch(`/api/customers/${id}`, draft, key)
    await office.patch(`/api/customers/${id}`, { name: 'Changed since' })
    const again = await office.patch(`/api/customers/${id}`, draft, key)
    expect([first.status, again.status, again.data]).toEqual([200, 200, first.data])
    expect((await office.get(`/api/customers/${id}`)).data.name).toBe('Changed since')
    expect((await office.patch(`/api/customers/${id}`, draft, { 'idempotency-key': 'other' })).status).toBe(409)
  })

  test('a record in use cannot be deleted', async () => {
    const { status, data } = await office.delete('/api/customers/1')
    expect(status).toBe(422)
    expect(data.message).toBe('This is in use and cannot be deleted.')
    expect((await office.get('/api/customers/1')).status).toBe(200)
  })

  test('archive and unarchive store user and time, and the list is filtered by status', async () => {
    const archived = await office.post('/api/projects/5/archive')
    expect(archived.data).toMatchObject({ archived_id: 1, archived_at: expect.any(String) })
    const ids = async (status: string) =>
      (await office.get(`/api/projects?status=${status}`)).data.map(({ id }: { id: number }) => id)
    expect(await ids('archived')).toContain(5)
    expect(await ids('active')).not.toContain(5)
    expect(await ids('all')).toContain(5)
    expect((await office.get('/api/projects')).data.map(({ id }: { id: number }) => id)).not.toContain(5)
    const back = await office.post('/api/projects/5/unarchive')
    expect(back.data).toMatchObject({ archived_id: null, archived_at: null })
    const history = await office.get('/api/projects/5/history')
    expect(history.data.map(({ action }: { action: string }) => action)).toEqual(['unarchive', 'archive', 'created'])
    expect(history.data[1].changes.archived_id).toEqual({ old: null, new: 1 })
  })

  test('filters are plain parameters, lists in brackets, or under filters', async () => {
    const count = async (query: string) => (await office.get(`/api/projects?status=all&${query}`)).data.length
    const one = await count('customer_id=1')
    const two = await count('customer_id=2')
    expect(await count('filters[customer_id]=1')).toBe(one)
    expect(await count('customer_id[]=1&customer_id[]=2')).toBe(one + two)
    expect(await count('id[]=1&id[]=2&id[]=3')).toBe(3)
    expect((await office.get('/api/projects?customer_id=abc')).status).toBe(422)
  })

  test.each([
    ['a list where an object belongs', '[1]', 422],
    ['broken JSON, as empty input,', '{', 422],
    ['an object where text belongs', { name: { $ne: 1 } }, 422],
    ['a NUL character', { name: 'a\0b' }, 422],
    ['half a surrogate pair', '{"name":"\\ud800"}', 422],
    ['a list where text belongs', { name: ['x'] }, 422],
    ['text that is too long', { name: 'x'.repeat(256) }, 422],
  ])('%s is refused with a message', async (_, body, status) => {
    const answer = await office.post('/api/customers', body)
    expect(answer.status).toBe(status)
    expect(answer.data.message).toEqual(expect.any(String))
  })

  test('undeclared keys and read-only fields are ignored', async () => {
    const { data } = await office.post('/api/projects', {
      customer_id: 1,
      name: 'Sly',
      number: 'S-1',
      id: 7,
      archived_at: '2020-01-01T00:00:00Z',
      customer_name: 'x',
      __proto__: { admin: true },
      created_at: '2020-01-01T00:00:00Z',
    })
    expect(data).toMatchObject({ archived_at: null, customer_name: 'Kennewick School District' })
    expect(data.id).not.toBe(7)
    expect(data.created_at).not.toContain('2020')
  })

  test('invalid ids are not found, and other methods are not allowed', async () => {
    for (const id of ['0', '99999999999999999999', 'abc', '-1', '1e3'])
      expect((await office.get(`/api/customers/${id}`)).status).toBe(404)
    expect((await office.post('/api/projects/1/explode')).status).toBe(404)
  })

  test.each([
    ['DELETE', '/api/customers', 'GET, HEAD, POST'],
    ['POST', '/api/customers/1', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['GET', '/api/customers/store_many', 'POST'],
    ['GET', '/api/projects/1/archive', 'POST'],
    ['DELETE', '/api/projects/1/history', 'GET, HEAD'],
    ['GET', '/login', 'POST'],
  ])('%s %s is not allowed, and the response lists the allowed methods', async (method, path, allowed) => {
    const { status, headers, data } = await office.send(method, path)
    expect([status, headers.get('allow'), data.message]).toEqual([405, allowed, 'That is not possible here.'])
  })

  test('an invalid page is the first one, and the links of a page use the public URL', async () => {
    for (const page of ['0', '-1', 'abc', '1.5', '9'.repeat(400)])
      expect((await office.get(`/api/customers?page=${page}`)).data.current_page).toBe(1)
    const { data } = await office.get('/api/customers?page=1', { host: 'evil.example' })
    expect([data.path, data.next_page_url]).toEqual([`${BASE}/api/customers`, `${BASE}/api/customers?page=2`])
  })

  test('an empty store_many is refused', async () => {
    const { status, data } = await office.post('/api/customers/store_many', { data: [] })
    expect([status, data.errors]).toEqual([422, { data: ['Data is required'] }])
  })

  test('the next number continues in the company’s format', async () => {
    const { data } = await office.get('/api/projects/next_number')
    expect(data).toMatch(/^S-2$/)
  })
})
