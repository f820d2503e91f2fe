import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { can } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { ref } from '#core/entity/fields.ts'
import { loadModules } from '#server/modules.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Made {
  id: number
  [field: string]: unknown
}

/** An entity that refers to a code, as time entries do. */
const stamps = defineEntity('stamp', {
  endpoint: 'api/stamps',
  area: 'projects',
  access: { create: can('edit', 'projects'), delete: can('edit', 'projects') },
  sort: 'id',
  fields: { cost_code_id: ref('cost_code') },
})
const ARCHIVED = 'This project is archived.'

describe.each(enginesOfTier)('cost codes on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  let manager: Client
  let project: Made
  let other: Made
  let count = 0
  const codesOf = ({ id }: Made) => `/api/projects/${id}/cost_codes`
  const categoriesOf = ({ id }: Made) => `/api/projects/${id}/cost_code_categories`

  beforeAll(async () => {
    const modules = [...(await loadModules()), { id: 'stamps', exports: { stamps } }]
    world = await createTestWorld({ database: await openSample(), modules })
    admin = await world.signIn('admin@plumbline.test')
    manager = await world.signIn('manager@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  beforeEach(async () => {
    project = await make('/api/projects', { customer_id: 1, name: 'Here', number: `C-${++count}` })
    other = await make('/api/projects', { customer_id: 1, name: 'There', number: `C-${++count}` })
  })
  async function make(path: string, draft: object, client = admin): Promise<Made> {
    const { status, data } = await client.post(path, draft)
    expect([status, data.errors]).toEqual([201, undefined])
    return data
  }
  const category = (of = project, number = '26') => make(categoriesOf(of), { number, name: 'Electrical' })
  const errorsOf = async (answer: ReturnType<Client['send']>) => {
    const { status, data } = await answer
    return [status, data.errors]
  }

  test('a code includes the numbers and names of its label, and its number is text', async () => {
    const { id } = await category()
    const code = await make(codesOf(project), { number: '010', name: 'Rough-in', cost_code_category_id: id }, manager)
    expect(code).toMatchObject({
      project_id: project.id,
      project_number: project.number,
      category_number: '26',
      category_name: 'Electrical',
      number: '010',
      budget_hours: null,
      percent_complete: null,
      active: true,
    })
    const bare = await make(codesOf(project), { number: 10, name: 'Loose' })
    expect(bare).toMatchObject({ number: '10', cost_code_category_id: null, category_number: null })
  })

  test('numbers of codes are unique in a category, and of categories in a project', async () => {
    const one = await category()
    const two = await category(project, '27')
    await make(codesOf(project), { number: 'A1', name: 'First', cost_code_category_id: one.id })
    await make(codesOf(project), { number: 'A1', name: 'Loose' })
    const inOther = await make(codesOf(project), { number: 'A1', name: 'Second', cost_code_category_id: two.id })
    const taken = [422, { number: ['That number already exists in this category.'] }]
    const again = { number: 'a1', name: 'Again' }
    expect(await errorsOf(admin.post(codesOf(project), { ...again, cost_code_category_id: one.id }))).toEqual(taken)
    expect(await errorsOf(admin.post(codesOf(project), again))).toEqual(taken)
    expect(await errorsOf(admin.patch(`${codesOf(project)}/${inOther.id}`, { cost_code_category_id: one.id }))).toEqual(
      taken,
    )
    expect(await errorsOf(admin.post(categoriesOf(project), { number: '26', name: 'Twice' }))).toEqual([
      422,
      { number: ['That number already exists.'] },
    ])
    await category(other)
  })

  test.each([
    ['budget_hours', -1, 'Budget hours must be 0 or more.'],
    ['budget_hours', 'many', 'Budget hours must be a number.'],
    ['percent_complete', -0.5, 'Percent complete must be 0 or more.'],
    ['percent_complete', 100.5, 'Percent complete must be 100 or less.'],
    ['number', ' ', 'Number is required'],
    ['name', '', 'Name is required'],
  ])('%s cannot be %j', async (field, value, message) => {
    const draft = { number: '1', name: 'Code', [field]: value }
    expect(await errorsOf(admin.post(codesOf(project), draft))).toEqual([422, { [field]: [message] }])
  })

  test('a code’s category must be of its own project', async () => {
    const foreign = await category(other)
    const refused = [422, { cost_code_category_id: ['Category belongs to another project.'] }]
    const draft = { number: '1', name: 'Code', cost_code_category_id: foreign.id }
    expect(await errorsOf(admin.post(codesOf(project), draft))).toEqual(refused)
    const { id } = await make(codesOf(project), { number: '1', name: 'Code' })
    expect(await errorsOf(admin.patch(`${codesOf(project)}/${id}`, { cost_code_category_id: foreign.id }))).toEqual(
      refused,
    )
    const many = await admin.post(`${codesOf(project)}/store_many`, { data: [{ ...draft, number: '2' }] })
    expect(many.data.errors).toEqual({ 'data.0.cost_code_category_id': ['Category belongs to another project.'] })
    expect((await admin.get(codesOf(project))).data).toHaveLength(1)
  })

  test('a code is not found at another project and cannot be moved there', async () => {
    const { id } = await make(codesOf(project), { number: '1', name: 'Code' })
    const wrong = `${codesOf(other)}/${id}`
    const answers = await Promise.all([
      admin.get(wrong),
      admin.get(`${wrong}/history`),
      admin.patch(wrong, { name: 'Changed' }),
      admin.send('PUT', wrong, { name: 'Changed' }),
      admin.delete(wrong),
      admin.post(`${codesOf(other)}/store_many`, { data: [{ id, name: 'Changed' }] }),
      admin.get('/api/projects/999999/cost_codes'),
      admin.post('/api/projects/999999/cost_codes', { number: '1', name: 'Nowhere' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    const moved = await admin.patch(`${codesOf(project)}/${id}`, { project_id: other.id, name: 'Stays' })
    expect([moved.status, moved.data.project_id, moved.data.name]).toEqual([200, project.id, 'Stays'])
    const many = await admin.post(`${codesOf(project)}/store_many`, { data: [{ id, project_id: other.id }] })
    expect(many.data[0].project_id).toBe(project.id)
    const made = await make(codesOf(project), { number: '2', name: 'New', project_id: other.id })
    expect(made.project_id).toBe(project.id)
    expect((await admin.get(codesOf(other))).data).toEqual([])
  })

  test('a category with codes cannot be deleted, an empty one can', async () => {
    const { id } = await category()
    const code = await make(codesOf(project), { number: '1', name: 'Code', cost_code_category_id: id })
    const refused = await manager.delete(`${categoriesOf(project)}/${id}`)
    expect([refused.status, refused.data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
    expect((await manager.delete(`${codesOf(project)}/${code.id}`)).status).toBe(204)
    expect((await manager.delete(`${categoriesOf(project)}/${id}`)).status).toBe(204)
  })

  test('the codes of an archived project are read-only', async () => {
    const { id } = await category()
    const code = await make(codesOf(project), { number: '1', name: 'Code', cost_code_category_id: id })
    expect((await admin.post(`/api/projects/${project.id}/archive`)).status).toBe(200)
    for (const [path, one] of [
      [codesOf(project), code],
      [categoriesOf(project), { id }],
    ] as const) {
      const answers = await Promise.all([
        admin.post(path, { number: '2', name: 'New' }),
        admin.post(`${path}/store_many`, { data: [{ number: '2', name: 'New' }] }),
        admin.post(`${path}/store_many`, { data: [{ id: one.id, sort: 4 }] }),
        admin.post(`${path}/store_many?dry_run=1`, { data: [{ number: '2', name: 'New' }] }),
        admin.patch(`${path}/${one.id}`, { name: 'Changed' }),
        admin.patch(`${path}/${one.id}`, { name: 'Code' }),
        admin.send('PUT', `${path}/${one.id}`, { name: 'Changed' }),
        admin.delete(`${path}/${one.id}`),
      ])
      expect(answers.map(({ status, data }) => [status, data.message])).toEqual(answers.map(() => [422, ARCHIVED]))
      expect((await admin.get(path)).data).toHaveLength(1)
    }
    await admin.post(`/api/projects/${project.id}/unarchive`)
    expect((await admin.patch(`${codesOf(project)}/${code.id}`, { name: 'Changed' })).status).toBe(200)
  })

  test('a project includes its own codes and categories, or empty lists', async () => {
    const { id } = await category()
    const code = await make(codesOf(project), { number: '1', name: 'Code', cost_code_category_id: id })
    await make(codesOf(other), { number: '1', name: 'Other' })
    for (const mailbox of ['admin', 'employee']) {
      const person = await world.signIn(`${mailbox}@plumbline.test`)
      const { data } = await person.get(`/api/projects/${project.id}`)
      expect(data.cost_codes).toEqual([(await person.get(`${codesOf(project)}/${code.id}`)).data])
      expect('booked_hours' in data.cost_codes[0]).toBe(mailbox === 'admin')
      expect(data.cost_code_categories).toMatchObject([{ id, number: '26' }])
    }
    const bare = await make('/api/projects', { customer_id: 1, name: 'Bare', number: `C-${++count}` })
    expect((await admin.get(`/api/projects/${bare.id}`)).data).toMatchObject({
      cost_codes: [],
      cost_code_categories: [],
    })
    expect((await admin.get('/api/projects')).data[0]).not.toHaveProperty('cost_codes')
  })

  test('guests get no codes: not by URL, with the project, in its history or live', async () => {
    const guest = await world.signIn('customer@plumbline.test')
    const [theirs]: Made[] = (await guest.get('/api/projects')).data
    if (!theirs) throw new Error('The guest sees no project.')
    const code = await make(codesOf(theirs), { number: 'S', name: 'Code' })
    const heard: string[] = []
    const socket = world.app.hub.connect(
      { send: (text) => void heard.push(text), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    for (const prefix of ['cost_codes', 'cost_code_categories', 'projects']) {
      const channel = `private-${prefix}.${guest.user.id}`
      const { data } = await guest.post('/broadcasting/auth', { socket_id: socket?.id, channel_name: channel })
      await socket?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
    }
    await admin.patch(`${codesOf(theirs)}/${code.id}`, { name: 'Secret code' })
    await make(categoriesOf(theirs), { number: 'S', name: 'Secret category' })
    await admin.patch(`/api/projects/${theirs.id}`, { name: 'Renamed' })
    await world.app.settled()
    expect(heard.some((frame) => frame.includes('Renamed'))).toBe(true)
    expect(heard.join()).not.toContain('Secret')
    const told = await guest.get(`/api/projects/${theirs.id}`)
    expect(told.data).not.toHaveProperty('cost_codes')
    expect(told.data).not.toHaveProperty('cost_code_categories')
    expect(JSON.stringify((await guest.get(`/api/projects/${theirs.id}/history`)).data)).not.toContain('ecret')
    for (const path of [codesOf(theirs), categoriesOf(theirs)])
      for (const below of ['', '?search=secret', '?page=1', `/${code.id}`, `/${code.id}/history`])
        expect((await guest.get(path + below)).status, path + below).toBe(403)
    socket?.closed()
  })

  test('lists can be searched by number, name and category, and filtered by status', async () => {
    const { id } = await category()
    await make(codesOf(project), { number: '120', name: 'Rough-in', cost_code_category_id: id })
    await make(codesOf(project), { number: '130', name: 'Feeders', active: false })
    const found = async (query: string) =>
      (await admin.get(`${codesOf(project)}?${query}`)).data.map(({ number }: { number: string }) => number)
    expect(await found('search=electr')).toEqual(['120'])
    expect(await found('search=feed')).toEqual(['130'])
    expect(await found('status=active')).toEqual(['120'])
    expect(await found('status=inactive')).toEqual(['130'])
    expect(await found('')).toEqual(['120', '130'])
  })

  test('deleting a project deletes its codes and categories, unless something outside it refers to one', async () => {
    const { id } = await category()
    const code = await make(codesOf(project), { number: '1', name: 'Code', cost_code_category_id: id })
    const stamp = await make('/api/stamps', { cost_code_id: code.id })
    for (const path of [`/api/projects/${project.id}`, `${codesOf(project)}/${code.id}`]) {
      const refused = await admin.delete(path)
      expect([refused.status, refused.data.message]).toEqual([422, 'This is in use and cannot be deleted.'])
    }
    expect((await admin.get(codesOf(project))).data).toHaveLength(1)
    await admin.delete(`/api/stamps/${stamp.id}`)
    expect((await admin.delete(`/api/projects/${project.id}`)).status).toBe(204)
    for (const table of ['cost_codes', 'cost_code_categories']) {
      const left = sql`select 1 from ${sql.table(table)} where project_id = ${project.id} and deleted_at is null`
      expect((await left.execute(world.app.services.database.kysely)).rows).toEqual([])
    }
  })
})
