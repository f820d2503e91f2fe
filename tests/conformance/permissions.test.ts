import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { guardOf, parentsOf, type Entity } from '#core/entity/entity.ts'
import { createDrafts, type Drafts } from '../drafts.ts'
import { engines } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const people = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Person = (typeof people)[number]

/**
 * Who may do what, to be read beside the permission table of the product: V view, C create, E edit, D delete, A the
 * entity's actions; lower-case v for a view of some rows only; - for nothing. A user is saved as a team member here:
 * contacts have rules of their own, below.
 */
const expected = `
                admin   manager office  foreman employee customer contact
customer        VCED    VCE     VCE     V       -        -        -
project         VCEDA   VCEA    VCEA    V       V        v        v
user            VCEDA   V       V       V       V        v        v
phase           VCED    V       V       V       V        V        V
phase_type      VCED    V       V       V       V        V        V
company_setting VE      V       V       V       V        V        V
custom_field    VCED    V       V       V       V        v        v
custom_field_option VCED V      V       V       V        v        v
contact_type    VCED    V       V       V       V        V        V
overtime_setting VE     V       V       V       V        -        -
work_schedule_agreement VCED V  V       V       v        -        -
default_cost_code VCED  V       V       -       -        -        -
default_cost_code_category VCED V V     -       -        -        -
default_task    VCED    -       -       -       -        -        -
default_punch_item VCED -       -       -       -        -        -
time_entry      VCEDA   VCEA    VCEDA   VCE     v        -        -
payroll_mapping VCED    -       VCED    -       -        -        -
cost_code       VCED    VCED    VCED    V       V        -        -
cost_code_category VCED VCED    VCED    V       V        -        -
`

/** A week's steps each ask for something else, and a batch for weeks: who may what stands with their own tests. */
const elsewhere = ['timecard', 'payroll_batch', 'rfi']

const [, ...lines] = expected.trim().split('\n')
const table = new Map(
  lines.map((line): [string, Map<Person, string>] => {
    const [name = '', ...cells] = line.trim().split(/\s+/)
    return [name, new Map(people.map((person, at) => [person, cells[at] ?? '']))]
  }),
)

type World = Awaited<ReturnType<typeof createTestWorld>>

describe.each(engines)('permissions on $engine', ({ open }) => {
  let world: World
  let admin: Client
  let drafts: Drafts
  const clients = new Map<Person, Client & { user: CurrentUser }>()
  let count = 0

  beforeAll(async () => {
    world = await createTestWorld({ database: await open() })
    for (const person of people) clients.set(person, await world.signIn(`${person}@plumbline.test`))
    admin = await world.signIn('admin@plumbline.test')
    drafts = createDrafts(world.app, admin)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const clientOf = (person: Person) => {
    const client = clients.get(person)
    if (!client) throw new Error(`${person} is not signed in.`)
    return client
  }

  /** A whole, valid record of any entity: what its description asks for, and what some rules ask for beyond it. */
  async function draftOf(entity: Entity): Promise<Record<string, unknown>> {
    const draft = await drafts.draftOf(entity)
    // Time in the shop needs no project; the foreman's own is his to see, and nobody else's of the field.
    if (entity.name === 'time_entry')
      Object.assign(draft, { type: 'shop', hours: 1, user_id: clientOf('foreman').user.id })
    // Who may sign in has a role and an address.
    if (entity.name === 'user') Object.assign(draft, { role: 'employee', email: `person${++count}@made.example` })
    // And four ten-hour days are agreed on where the rules know them.
    if (entity.name === 'work_schedule_agreement') draft.state = 'WA'
    return draft
  }
  async function made(entity: Entity): Promise<{ id: number }> {
    const path = await drafts.pathTo(entity)
    const { status, data } = await admin.post(path, await draftOf(entity))
    // What nobody may create is there from the start.
    if (status === 403) return (await admin.get(path)).data[0]
    if (status !== 201) throw new Error(`A ${entity.name} could not be made: ${JSON.stringify(data)}`)
    return data
  }

  /** Entities that are no polymorphic ones, whose rights come from what they are attached to. */
  const ownEntities = () =>
    world.app.services.catalog.entities.filter(({ endpoint, fields }) =>
      parentsOf(endpoint).every((name) => fields[name]?.facts.ref),
    )
  /** Those of modules that came later: held to what their descriptions say, until someone writes a row for them. */
  const further = () => ownEntities().filter(({ name }) => !table.has(name) && !elsewhere.includes(name))
  const described = (entity: Entity, person: Person) =>
    (['view', 'create', 'edit', 'delete'] as const)
      .filter((verb) => guardOf(entity, verb)(clientOf(person).user))
      .map((verb) => verb.charAt(0).toUpperCase())
      .join('')

  test('the table and the tests elsewhere name entities', () => {
    const names = ownEntities().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...table.keys(), ...elsewhere]))
  })

  test.each(people)('entities without a row answer %s as their descriptions say', async (person) => {
    for (const entity of further()) await expectRights(entity, person, described(entity, person), [])
  })

  describe.each([...table.keys()])('%s', (name) => {
    test.each(people)('as the table says for %s', async (person) => {
      const entity = world.app.services.catalog.entity(name)
      await expectRights(entity, person, table.get(name)?.get(person) ?? '', entity.actions)
    })
  })

  /** Does everything to a record of `entity` as `person`, and expects what `may` allows. */
  async function expectRights(entity: Entity, person: Person, may: string, actions: readonly string[]) {
    const path = await drafts.pathTo(entity)
    const client = clientOf(person)
    const sees = may.includes('V')
    const { id } = await made(entity)
    const unseen = may.includes('v') ? 404 : may.includes('V') ? 200 : 403

    const list = await client.get(path)
    expect(list.status).toBe(unseen === 403 ? 403 : 200)
    expect((await client.get(`${path}?page=1`)).status).toBe(list.status)
    expect((await client.get(`${path}/${id}`)).status).toBe(unseen)
    expect((await client.get(`${path}/${id}/history`)).status).toBe(unseen)
    // A query with a rule of its own is tested with its entity.
    for (const query of entity.queries)
      if (!(query in entity.access)) expect((await client.get(`${path}/${query}`)).status, query).toBe(list.status)
    if (list.status === 200) expect(list.data.some((one: { id: number }) => one.id === id)).toBe(sees)

    const draft = await draftOf(entity)
    const before = (await admin.get(path)).data.length
    const created = await client.post(path, draft)
    const many = await client.post(`${path}/store_many`, { data: [await draftOf(entity)] })
    expect([created.status, many.status]).toEqual(may.includes('C') ? [201, 200] : [403, 403])
    if (!may.includes('C')) expect((await admin.get(path)).data).toHaveLength(before)

    const changed = await client.patch(`${path}/${id}`, await draftOf(entity))
    const replaced = await client.send('PUT', `${path}/${id}`, await draftOf(entity))
    const manyChanged = await client.post(`${path}/store_many`, { data: [{ id, ...(await draftOf(entity)) }] })
    const refusal = sees ? 403 : 404
    const editing = may.includes('E') ? 200 : refusal
    expect([changed.status, replaced.status, manyChanged.status]).toEqual([editing, editing, editing])

    for (const action of actions)
      expect((await client.post(`${path}/${id}/${action}`)).status, action).toBe(may.includes('A') ? 200 : refusal)

    expect((await client.delete(`${path}/${id}`)).status).toBe(may.includes('D') ? 204 : refusal)
    expect((await admin.get(`${path}/${id}`)).status).toBe(may.includes('D') ? 404 : 200)
  }

  test('what the browser’s guards allow is what the server allows', () => {
    for (const [name, row] of table)
      for (const person of people) {
        const entity = world.app.services.catalog.entity(name)
        const { user } = clientOf(person)
        const may = row.get(person)?.toLowerCase() ?? ''
        // People are of two kinds, and everyone may edit a little of themself: there the record decides.
        // And whoever enters time may take back what he entered himself.
        if (name === 'user' || name === 'time_entry') continue
        const told = ['view', 'create', 'edit', 'delete'].map((verb) => guardOf(entity, verb)(user))
        expect([name, person, ...told]).toEqual([name, person, ...'vced'.split('').map((sign) => may.includes(sign))])
      }
  })

  test('nobody signed in may do nothing', async () => {
    const nobody = world.client()
    await nobody.get('/sanctum/csrf-cookie')
    for (const name of table.keys()) {
      const entity = world.app.services.catalog.entity(name)
      const { endpoint, actions, queries } = entity
      const path = await drafts.pathTo(entity)
      const answers = await Promise.all([
        nobody.get(path),
        nobody.get(`${path}/1`),
        nobody.get(`${path}/1/history`),
        ...queries.map((query) => nobody.get(`${path}/${query}`)),
        nobody.post(path, {}),
        nobody.post(`${path}/store_many`, { data: [] }),
        nobody.patch(`${path}/1`, {}),
        nobody.delete(`${path}/1`),
        ...actions.map((action) => nobody.post(`${path}/1/${action}`)),
      ])
      expect(new Set(answers.map(({ status }) => status)), endpoint).toEqual(new Set([401]))
    }
  })

  test('a customer’s guest sees that customer’s projects, a contact those whose team names them, staff all', async () => {
    const all: { id: number; customer_id: number; project_users: { user_id: number }[] }[] = (
      await admin.get('/api/projects?status=all')
    ).data
    const seen = async (person: Person) =>
      (await clientOf(person).get('/api/projects?status=all')).data.map(({ id }: { id: number }) => id).sort()
    const ids = (list: { id: number }[]) => list.map(({ id }) => id).sort()
    const customer = clientOf('customer').user
    const contact = clientOf('contact').user
    const theirs = all.filter(({ customer_id }) => customer_id === customer.customer_id)
    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs.length).toBeLessThan(all.length)
    expect(await seen('customer')).toEqual(ids(theirs))
    const named = all.filter(({ project_users }) => project_users.some(({ user_id }) => user_id === contact.id))
    expect(named).toHaveLength(1)
    expect(await seen('contact')).toEqual(ids(named))
    for (const person of ['foreman', 'employee'] as const) expect(await seen(person)).toEqual(ids(all))
  })

  test('nothing of an unseen record comes in through the side door', async () => {
    const guest = clientOf('customer')
    const all = (await admin.get('/api/projects?status=all')).data
    const other = all.find((one: { customer_id: number }) => one.customer_id !== guest.user.customer_id)
    for (const query of [
      `search=${encodeURIComponent(other.name)}`,
      `customer_id=${other.customer_id}`,
      `filters[customer_id]=${other.customer_id}`,
      `id[]=${other.id}`,
      `customer_id[]=${other.customer_id}&customer_id[]=${guest.user.customer_id}`,
    ]) {
      const { data } = await guest.get(`/api/projects?status=all&${query}`)
      expect(data.map(({ id }: { id: number }) => id)).not.toContain(other.id)
      const paged = await guest.get(`/api/projects?status=all&page=1&per_page=500&${query}`)
      expect(paged.data.data.map(({ id }: { id: number }) => id)).not.toContain(other.id)
      expect(paged.data.total).toBe(data.length)
    }
  })

  test('guests get names of the people on their projects, and nothing else of anyone but themselves', async () => {
    for (const person of ['customer', 'contact'] as const) {
      const guest = clientOf(person)
      const { data } = await guest.get('/api/users')
      expect(data.length).toBeGreaterThan(1)
      for (const user of data.filter(({ id }: { id: number }) => id !== guest.user.id)) {
        expect(user.name).toEqual(expect.any(String))
        for (const secret of ['email', 'phone_number', 'role', 'license', 'employee_code', 'has_access', 'customer_id'])
          expect(user).not.toHaveProperty(secret)
      }
      const stranger = (await admin.get('/api/users')).data.find(
        ({ id }: { id: number }) => !data.some((seen: { id: number }) => seen.id === id),
      )
      expect((await guest.get(`/api/users/${stranger.id}`)).status).toBe(404)
    }
  })

  describe('a field one may not read', () => {
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
    /** Someone with a code, which an employee is not told. */
    const coded = async (): Promise<{ id: number; employee_code: string }> => {
      const { data } = await admin.get('/api/users')
      return data.find(({ employee_code }: { employee_code: string | null }) => employee_code)
    }

    test('is nothing to sort a list by', async () => {
      for (const direction of ['asc', 'desc'])
        for (const page of ['', '&page=1']) {
          const path = `/api/users?sort_column=employee_code&sort_direction=${direction}${page}`
          const { status, data } = await clientOf('employee').get(path)
          expect([status, data.errors]).toEqual([
            422,
            { sort_column: ['Lists of this kind cannot be sorted by employee_code.'] },
          ])
          expect((await admin.get(path)).status).toBe(200)
        }
    })

    test('is nothing to filter a list by, in whichever way it is written', async () => {
      const employee = clientOf('employee')
      const { id, employee_code } = await coded()
      const whole = ids(await employee.get('/api/users'))
      expect(whole.length).toBeGreaterThan(1)
      for (const name of ['employee_code', 'employee_code[]', 'filters[employee_code]', 'filters[employee_code][]']) {
        expect(ids(await admin.get(`/api/users?${name}=${employee_code}`)), name).toEqual([id])
        for (const code of [employee_code, 'no such code'])
          expect(ids(await employee.get(`/api/users?${name}=${code}`)), `${name}=${code}`).toEqual(whole)
      }
    })

    test('is not in the history of a change that was of others too', async () => {
      const { id } = await coded()
      await admin.patch(`/api/users/${id}`, { employee_code: 'E999', name: 'Renamed' })
      const [told] = (await clientOf('employee').get(`/api/users/${id}/history`)).data
      expect(Object.keys(told.changes)).toEqual(['name'])
      const [whole] = (await admin.get(`/api/users/${id}/history`)).data
      expect(whole.changes.employee_code.new).toBe('E999')
    })
  })

  test('a guest cannot point a record at what he cannot see, nor staff at what is not there', async () => {
    const { data: gone } = await admin.post('/api/customers', { name: 'Gone soon' })
    await admin.delete(`/api/customers/${gone.id}`)
    for (const customer_id of [gone.id, 999_999]) {
      const { status, data } = await admin.post('/api/projects', { customer_id, name: 'X', number: `X-${customer_id}` })
      expect([status, data.errors]).toEqual([422, { customer_id: ['Customer is invalid.'] }])
    }
  })
})
