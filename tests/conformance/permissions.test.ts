import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { guardOf, parentsOf, type Entity } from '#core/entity/entity.ts'
import { createDrafts, type Drafts } from '../drafts.ts'
import { engines } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

const people = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Person = (typeof people)[number]

/**
 * The expected permissions, in the format of the product's permission table: V view, C create, E edit, D delete, A the
 * entity's actions; lower-case v for a view of some rows only; - for nothing. Users are saved as team members here; the
 * rules for contacts are tested below.
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
time_off_balance VCED   v       v       v       v        -        -
default_punch_item VCED V       V       V       -        -        -
time_entry      VCEDA   VCEA    VCEDA   VCE     v        -        -
payroll_mapping VCED    -       VCED    -       -        -        -
cost_code       VCED    VCED    VCED    V       V        -        -
cost_code_category VCED VCED    VCED    V       V        -        -
`

/** Entities whose changes or actions have preconditions; their permissions are tested in their own files. */
const elsewhere = [
  'timecard',
  'payroll_batch',
  'certified_payroll',
  'worker_number',
  'certified_job',
  'pay_week',
  'entry_class',
  'trade_class',
  'rfi',
  'crew',
  'notification',
  'notification_choice',
  'muted_project',
  'push_device',
  'notification_setting',
  'daily_log',
  'daily_log_entry',
  'daily_log_mailing',
  'folder',
  'folder_access',
  'document_directory',
  'document_place',
  'folder_rule',
  'led_day',
  'document',
  'document_text',
  'default_folder_access',
  'default_document',
  'punch_item',
  'punch_mailing',
  'task',
  'extra_work',
  'list_view',
  'report_mail',
  'handover',
  'follow',
  'schedule_event',
  'time_off_request',
  'certification',
  'drawing',
  'drawing_sheet',
  'drawing_revision',
  'markup',
  'schedule_notice',
  'calendar_feed',
  'share_link',
  'access_token',
  'webhook',
  'webhook_delivery',
  'security_event',
  'held_change',
  'day_signature',
]

const [, ...lines] = expected.trim().split('\n')
const table = new Map(
  lines.map((line): [string, Map<Person, string>] => {
    const [name = '', ...cells] = line.trim().split(/\s+/)
    return [name, new Map(people.map((person, at) => [person, cells[at] ?? '']))]
  }),
)

type World = Awaited<ReturnType<typeof createTestWorld>>

// Others show that both engines answer alike; what PostgreSQL would answer otherwise is what one may see, which a foreman
// and a guest see in part.
const triedOn = (engine: string) => (isBrief && engine === 'PostgreSQL' ? (['customer'] as const) : people)

describe.each(engines)('permissions on $engine', ({ engine, openSample }) => {
  let world: World
  let admin: Client
  let drafts: Drafts
  const clients = new Map<Person, Client & { user: CurrentUser }>()
  let count = 0

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
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

  /** A valid draft of any entity: what its description requires, and what some rules require in addition. */
  async function draftOf(entity: Entity): Promise<Record<string, unknown>> {
    const draft = await drafts.draftOf(entity)
    // Shop time needs no project. It is the foreman's own, so that only the foreman sees it among the crew.
    if (entity.name === 'time_entry')
      Object.assign(draft, { type: 'shop', hours: 1, user_id: clientOf('foreman').user.id })
    // A user with access needs a role and an email address.
    if (entity.name === 'user') Object.assign(draft, { role: 'employee', email: `person${++count}@made.example` })
    // Agreements need a state whose rules allow four ten-hour days.
    if (entity.name === 'work_schedule_agreement') draft.state = 'WA'
    return draft
  }
  async function made(entity: Entity): Promise<{ id: number }> {
    const path = await drafts.pathTo(entity)
    const { status, data } = await admin.post(path, await draftOf(entity))
    // Entities that nobody may create have a record from the start.
    if (status === 403) return (await admin.get(path)).data[0]
    if (status !== 201) throw new Error(`A ${entity.name} could not be made: ${JSON.stringify(data)}`)
    return data
  }

  /** All entities except polymorphic ones, whose permissions come from their parents. */
  const ownEntities = () =>
    world.app.services.catalog.entities.filter(({ endpoint, fields }) =>
      parentsOf(endpoint).every((name) => fields[name]?.facts.ref),
    )
  /** Entities without a row in the table, which are checked against their own descriptions. */
  const further = () => ownEntities().filter(({ name }) => !table.has(name) && !elsewhere.includes(name))
  const described = (entity: Entity, person: Person) =>
    (['view', 'create', 'edit', 'delete'] as const)
      .filter((verb) => guardOf(entity, verb)(clientOf(person).user))
      .map((verb) => verb.charAt(0).toUpperCase())
      .join('')

  test('all entities in the table and the list of exceptions exist', () => {
    const names = ownEntities().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...table.keys(), ...elsewhere]))
  })

  test.each(triedOn(engine))('entities without a row allow %s what their descriptions say', async (person) => {
    for (const entity of further()) await expectRights(entity, person, described(entity, person), [])
  })

  describe.each([...table.keys()])('%s', (name) => {
    test.each(triedOn(engine))('as the table says for %s', async (person) => {
      const entity = world.app.services.catalog.entity(name)
      await expectRights(entity, person, table.get(name)?.get(person) ?? '', entity.actions)
    })
  })

  /** Tries all verbs on a record of `entity` as `person`, and expects that `may` lists the allowed ones. */
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
    // Queries with their own guards are tested with their entities.
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

    for (const action of actions) {
      const taken = await client.post(`${path}/${id}/${action}`)
      const ofMany = await client.post(`${path}/act_many`, { action, data: [{ id }] })
      const acting = may.includes('A') ? 200 : refusal
      expect([taken.status, ofMany.status], action).toEqual([acting, acting])
    }

    expect((await client.delete(`${path}/${id}`)).status).toBe(may.includes('D') ? 204 : refusal)
    expect((await admin.get(`${path}/${id}`)).status).toBe(may.includes('D') ? 404 : 200)
  }

  test('the guards in the browser match the server', () => {
    for (const [name, row] of table)
      for (const person of people) {
        const entity = world.app.services.catalog.entity(name)
        const { user } = clientOf(person)
        const may = row.get(person)?.toLowerCase() ?? ''
        // Permissions on users depend on the record, and so does deleting time entries, which their creators may do.
        if (name === 'user' || name === 'time_entry') continue
        const told = ['view', 'create', 'edit', 'delete'].map((verb) => guardOf(entity, verb)(user))
        expect([name, person, ...told]).toEqual([name, person, ...'vced'.split('').map((sign) => may.includes(sign))])
      }
  })

  test('without signing in nothing is allowed', async () => {
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
        ...actions.map((action) => nobody.post(`${path}/act_many`, { action, data: [{ id: 1 }] })),
      ])
      expect(new Set(answers.map(({ status }) => status)), endpoint).toEqual(new Set([401]))
    }
  })

  test('a customer’s guest sees that customer’s projects, a contact those whose team they are on, staff all', async () => {
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

  test('invisible records do not leak through other records', async () => {
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

  test('guests get only the names of people on their projects', async () => {
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

  describe('an unreadable field', () => {
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
    /** A person with an employee code, which employees cannot read. */
    const coded = async (): Promise<{ id: number; employee_code: string }> => {
      const { data } = await admin.get('/api/users')
      return data.find(({ employee_code }: { employee_code: string | null }) => employee_code)
    }

    test('cannot be used to sort a list', async () => {
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

    test('cannot be used to filter a list, in any syntax', async () => {
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

    test('is left out of history entries with several fields', async () => {
      const { id } = await coded()
      await admin.patch(`/api/users/${id}`, { employee_code: 'E999', name: 'Renamed' })
      const [told] = (await clientOf('employee').get(`/api/users/${id}/history`)).data
      expect(Object.keys(told.changes)).toEqual(['name'])
      const [whole] = (await admin.get(`/api/users/${id}/history`)).data
      expect(whole.changes.employee_code.new).toBe('E999')
    })
  })

  test('references to invisible or missing records are refused', async () => {
    const { data: gone } = await admin.post('/api/customers', { name: 'Gone soon' })
    await admin.delete(`/api/customers/${gone.id}`)
    for (const customer_id of [gone.id, 999_999]) {
      const { status, data } = await admin.post('/api/projects', { customer_id, name: 'X', number: `X-${customer_id}` })
      expect([status, data.errors]).toEqual([422, { customer_id: ['Customer is invalid.'] }])
    }
  })
})
