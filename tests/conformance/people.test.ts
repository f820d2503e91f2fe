import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Person {
  id: number
  name: string
  email: string
  role: string
  customer_id: number | null
  contact_type_id: number | null
}

describe.each(enginesOfTier)('people on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  let people: Person[]
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    people = (await admin.get('/api/users')).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const person = (mailbox: string): Person => {
    const found = people.find(({ email }) => email === `${mailbox}@plumbline.test`)
    if (!found) throw new Error(`There is no ${mailbox}.`)
    return found
  }
  const now = async (id: number): Promise<Person> => (await admin.get(`/api/users/${id}`)).data

  const names = ['id', 'name', 'active', 'created_at', 'updated_at', 'deleted_at']
  const reached = [...names, 'phone_number', 'license', 'outside']
  const led = `contact_type_id customer_id email role short_name schedulable track_time notification_methods
    custom_field_values contact_type_name customer_name phone_number license`
    .split(/\s+/)
    .concat(names)
  const kept = [...led, 'employee_code', 'has_access', 'last_login_at', 'email_verified_at', 'has_password']
  test.each([
    ['customer', names],
    ['contact', names],
    ['employee', reached],
    ['foreman', led],
    ['manager', kept],
    ['office', kept],
    ['admin', [...kept, 'permission_overrides', 'integration']],
  ])('of others, %s reads these fields alone, wherever they are', async (mailbox, fields) => {
    const client = await world.signIn(`${mailbox}@plumbline.test`)
    const { data } = await client.get('/api/users')
    const others = data.filter(({ id }: Person) => id !== client.user.id)
    expect(others.length).toBeGreaterThan(1)
    const page = (await client.get('/api/users?page=1&per_page=100')).data.data
    const single = (await client.get(`/api/users/${others[0].id}`)).data
    for (const one of [...others, ...page, single]) expect(Object.keys(one).sort()).toEqual([...fields].sort())
    if (mailbox === 'employee')
      expect(data.filter(({ outside }: { outside: boolean }) => outside).map(({ id }: Person) => id)).toEqual(
        people.filter((one) => one.customer_id ?? one.contact_type_id).map(({ id }) => id),
      )
  })

  test('one is told of oneself what not everyone reads of others', async () => {
    const employee = await world.signIn('employee@plumbline.test')
    const own = (await employee.get('/api/user')).data
    expect(own).toMatchObject({ track_time: true, notification_methods: ['email'] })
    const changed = await employee.patch(`/api/users/${own.id}`, { notification_methods: [] })
    expect(changed.status).toBe(200)
    expect((await employee.get('/api/user')).data).toMatchObject({ notification_methods: [] })
    await employee.patch(`/api/users/${own.id}`, { notification_methods: ['email'] })
  })

  test.each(['manager', 'office'])('%s may add and change contacts, but not team members', async (mailbox) => {
    const client = await world.signIn(`${mailbox}@plumbline.test`)
    const contact = { name: 'Inspector', contact_type_id: 1, email: `inspector-of-${mailbox}@x.example` }
    const made = await client.post('/api/users', contact)
    expect(made.status).toBe(201)
    expect((await client.patch(`/api/users/${made.data.id}`, { name: 'Chief inspector' })).status).toBe(200)
    expect((await client.delete(`/api/users/${made.data.id}`)).status).toBe(403)
    const member = { name: 'Member', role: 'employee', email: `member-of-${mailbox}@x.example` }
    expect((await client.post('/api/users', member)).status).toBe(403)
    expect((await client.patch(`/api/users/${person('pat').id}`, { name: 'Changed' })).status).toBe(403)
  })

  test('a contact cannot be turned into a team member without edit permission on users', async () => {
    const client = await world.signIn('manager@plumbline.test')
    const { id } = person('contact')
    for (const draft of [
      { contact_type_id: null, role: 'admin' },
      { contact_type_id: null, customer_id: null, role: 'employee' },
      { contact_type_id: '', role: 'admin' },
      { contact_type_id: 0, role: 'admin' },
    ]) {
      const one = await client.patch(`/api/users/${id}`, draft)
      const many = await client.post('/api/users/store_many', { data: [{ id, ...draft }] })
      expect([403, 422]).toContain(one.status)
      expect(many.status).toBe(one.status)
    }
    expect(await now(id)).toMatchObject({ contact_type_id: person('contact').contact_type_id })
    expect((await client.post('/api/users', { name: 'Sly', role: 'admin', email: 'sly@x.example' })).status).toBe(403)
  })

  test('the free-text role of a contact gives no permissions: a contact called admin is a guest', async () => {
    const { id } = person('contact')
    expect((await admin.patch(`/api/users/${id}`, { role: 'admin' })).status).toBe(200)
    const guest = await world.signIn('contact@plumbline.test')
    expect((await guest.get('/api/customers')).status).toBe(403)
    expect((await guest.get('/api/user')).data.permissions.users.edit).toBe(false)
    // Taking the contact type away alone does not make an administrator of them; choosing a role does.
    const bare = { customer_id: null, contact_type_id: null, role: 'admin' }
    expect(await admin.patch(`/api/users/${id}`, bare)).toMatchObject({
      status: 422,
      data: { errors: { contact_type_id: ['Choose a customer or a contact type.'] } },
    })
    const { contact_type_id } = person('contact')
    expect((await admin.patch(`/api/users/${id}`, { ...bare, role: 'employee' })).status).toBe(200)
    const again = await admin.patch(`/api/users/${id}`, { contact_type_id, role: 'Architect of record' })
    expect(again.status).toBe(200)
  })

  test.each([
    ['role', 'foreman'],
    ['license', 'laborer'],
    ['active', false],
    ['has_access', false],
    ['permission_overrides', { users: { edit: false } }],
  ])('nobody may change their own %s, not even an admin', async (name, value) => {
    const { id } = person('admin')
    const before = await now(id)
    const { status, data } = await admin.patch(`/api/users/${id}`, { [name]: value })
    expect(status).toBe(403)
    expect(data.message).toMatch(/^You cannot change your own /)
    expect(await now(id)).toEqual(before)
  })

  test.each(['employee', 'foreman', 'customer', 'contact'])(
    '%s gains nothing by writing to their own record',
    async (mailbox) => {
      const client = await world.signIn(`${mailbox}@plumbline.test`)
      const { id } = person(mailbox)
      const before = await now(id)
      const permissions = (await client.get('/api/user')).data.permissions
      for (const draft of [
        { role: 'admin' },
        { permission_overrides: { users: { edit: true } } },
        { customer_id: null, contact_type_id: null, role: 'admin' },
        { customer_id: 2 },
        { employee_code: 'E1' },
        { email: 'admin@elsewhere.example' },
        { name: 'The boss' },
      ]) {
        await client.patch(`/api/users/${id}`, draft)
        await client.post('/api/users/store_many', { data: [{ id, ...draft }] })
      }
      const { updated_at: _, ...kept } = before as Person & { updated_at: string }
      expect(await now(id)).toMatchObject(kept)
      expect((await client.get('/api/user')).data.permissions).toEqual(permissions)
    },
  )

  test('everyone may set their own password, and only the new one works from then on', async () => {
    const email = 'marisol@plumbline.test'
    const client = await world.signIn(email)
    const { id } = person('marisol')
    const differing = { password: 'a new secret', password_confirmation: 'another one' }
    expect((await client.patch(`/api/users/${id}`, differing)).data.errors).toHaveProperty('password_confirmation')
    const short = { password: 'short', password_confirmation: 'short' }
    expect((await client.patch(`/api/users/${id}`, short)).data.errors).toHaveProperty('password')
    const good = { password: 'a new secret', password_confirmation: 'a new secret' }
    const saved = await client.patch(`/api/users/${id}`, good)
    expect(saved.status).toBe(200)
    expect(saved.data).not.toHaveProperty('password')
    expect((await world.client().signIn(email)).status).toBe(422)
    expect((await world.client().signIn(email, 'a new secret')).status).toBe(204)
    expect((await client.patch(`/api/users/${person('pat').id}`, good)).status).toBe(403)
  })

  test('passwords are not stored in the database', async () => {
    const secret = 'never-to-be-kept'
    const key = { 'idempotency-key': 'a person once' }
    const draft = {
      name: 'Quiet',
      role: 'employee',
      email: 'quiet@x.example',
      password: secret,
      password_confirmation: secret,
    }
    const made = await admin.post('/api/users', draft, key)
    expect(made.status).toBe(201)
    expect((await world.client().signIn('quiet@x.example', secret)).status).toBe(204)
    const { kysely } = world.app.services.database
    const tables = await kysely.introspection.getTables()
    expect(tables.length).toBeGreaterThan(5)
    for (const { name } of tables) {
      if (name === 'credentials') continue
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(kysely)
      expect(JSON.stringify(rows), name).not.toContain(secret)
    }
  })

  test('the last admin cannot be demoted, deactivated or deleted, not even by two at the same time', async () => {
    const { data: second } = await admin.post('/api/users', {
      name: 'Second',
      role: 'admin',
      email: 'second@x.example',
      password: 'second secret',
      password_confirmation: 'second secret',
    })
    const other = world.client()
    await other.signIn('second@x.example', 'second secret')
    const first = person('admin')
    const answers = await Promise.all([
      admin.patch(`/api/users/${second.id}`, { role: 'employee' }),
      other.patch(`/api/users/${first.id}`, { role: 'employee' }),
    ])
    const told = answers.map(({ status }) => status).sort()
    expect(told[0]).toBe(200)
    expect(told[1]).toBeGreaterThanOrEqual(403)
    const left = (await admin.get('/api/users')).data.concat((await other.get('/api/users')).data)
    expect(left.some(({ role }: Person) => role === 'admin')).toBe(true)
  })

  test('a change of permissions by an admin takes effect at once', async () => {
    const client = await createTestWorld({ database: await openSample() })
    const boss = await client.signIn('admin@plumbline.test')
    const foreman = await client.signIn('foreman@plumbline.test')
    expect((await foreman.get('/api/customers')).status).toBe(200)
    expect((await foreman.post('/api/customers', { name: 'X' })).status).toBe(403)
    const permission_overrides = { customers: { create: true, view: true }, projects: { view: false } }
    expect((await boss.patch(`/api/users/${foreman.user.id}`, { permission_overrides })).status).toBe(200)
    expect((await foreman.post('/api/customers', { name: 'X' })).status).toBe(201)
    expect((await foreman.get('/api/projects')).status).toBe(403)
    const told = (await foreman.get('/api/user')).data
    expect([told.permissions.customers.create, told.permissions.projects.view]).toEqual([true, false])
    await client.close()
  })
})
