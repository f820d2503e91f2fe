import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

describe.each(engines)('people on $engine', ({ open }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client & { user: { id: number } }
  let office: Client & { user: { id: number } }
  beforeAll(async () => {
    world = await createTestWorld({ database: await open() })
    admin = await world.signIn('admin@plumbline.test')
    office = await world.signIn('office@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  let mailbox = 0
  const buildPerson = (fields: object = {}) => ({
    name: 'New Person',
    email: `new${++mailbox}@plumbline.test`,
    role: 'employee',
    ...fields,
  })
  const hire = async (fields: object = {}) => {
    const { status, data } = await admin.post(
      '/api/users',
      buildPerson({ password: 'hard to guess', password_confirmation: 'hard to guess', ...fields }),
    )
    expect(status).toBe(201)
    return data
  }

  test('a person is created with a password, can sign in with it, and it is never told again', async () => {
    const person = await hire()
    expect(person).toMatchObject({
      has_password: true,
      active: true,
      notification_methods: ['email'],
      permission_overrides: {},
    })
    expect(Object.keys(person)).not.toContain('password')
    expect((await world.client().signIn(person.email, 'hard to guess')).status).toBe(204)
    const { data: history } = await admin.get(`/api/users/${person.id}/history`)
    expect(JSON.stringify(history)).not.toContain('hard to guess')
  })

  test.each([
    ['no role', { role: null }, { role: ['Role is required'] }],
    [
      'a role of no team and nobody to belong to',
      { role: 'Architect' },
      { contact_type_id: ['Choose a customer or a contact type.'] },
    ],
    ['access without an address', { email: null }, { email: ['Email is required'] }],
    ['an address in use', { email: 'ADMIN@plumbline.test' }, { email: ['That email is already in use.'] }],
    ['a code in use', { employee_code: 'e100' }, { employee_code: ['That employee code is already in use.'] }],
    [
      'a short password',
      { password: 'short', password_confirmation: 'short' },
      { password: ['Password must have at least 8 characters.'] },
    ],
    [
      'a password typed differently',
      { password: 'hard to guess', password_confirmation: 'hard to guest' },
      { password_confirmation: ['The passwords do not match.'] },
    ],
  ])('%s is refused at its field', async (_, fields, errors) => {
    const answer = await admin.post('/api/users', buildPerson(fields))
    expect(answer.status).toBe(422)
    expect(answer.data.errors).toEqual(errors)
  })

  test('those who edit contacts may add a contact and not a team member', async () => {
    expect((await office.post('/api/users', buildPerson())).status).toBe(403)
    const contact = await office.post('/api/users', buildPerson({ role: 'Inspector', contact_type_id: 1 }))
    expect(contact.status).toBe(201)
    const raised = await office.patch(`/api/users/${contact.data.id}`, { contact_type_id: null, role: 'admin' })
    expect(raised.status).toBe(403)
    expect((await office.patch(`/api/users/${contact.data.id}`, { role: 'Chief inspector' })).status).toBe(200)
  })

  test('nobody raises themself, whatever they send', async () => {
    const me = office.user.id
    expect((await office.patch(`/api/users/${me}`, { role: 'admin' })).status).toBe(403)
    expect((await office.patch(`/api/users/${me}`, { name: 'Boss' })).status).toBe(403)
    const sly = await office.patch(`/api/users/${me}`, {
      permission_overrides: { users: { edit: true } },
      phone_number: '5095550101',
    })
    expect(sly.status).toBe(200)
    expect((await office.get('/api/user')).data.permissions.users.edit).toBe(false)
    expect((await admin.patch(`/api/users/${admin.user.id}`, { role: 'employee' })).data.message).toBe(
      'You cannot change your own role.',
    )
    expect((await admin.delete(`/api/users/${admin.user.id}`)).status).toBe(403)
  })

  test('a person may deviate from what the role may do', async () => {
    const person = await hire({ role: 'foreman', permission_overrides: { customers: { create: true, view: false } } })
    const client = world.client()
    await client.signIn(person.email, 'hard to guess')
    const { permissions } = (await client.get('/api/user')).data
    expect(permissions.customers).toEqual({ view: false, create: true, edit: false, delete: false })
    expect((await client.get('/api/customers')).status).toBe(403)
  })

  test('who is deactivated or loses access is out at once and cannot come back', async () => {
    for (const closed of [{ active: false }, { has_access: false }]) {
      const person = await hire()
      const client = world.client()
      await client.signIn(person.email, 'hard to guess')
      expect((await admin.patch(`/api/users/${person.id}`, closed)).status).toBe(200)
      expect((await client.get('/api/user')).status).toBe(401)
      const again = await client.signIn(person.email, 'hard to guess')
      expect(again.data.errors.email).toEqual(['Your account is not active. Contact your office.'])
    }
  })

  test('a new password ends every other session of that person, and not the one that set it', async () => {
    const person = await hire()
    const [here, there] = [world.client(), world.client()]
    await here.signIn(person.email, 'hard to guess')
    await there.signIn(person.email, 'hard to guess')
    const change = { password: 'harder to guess', password_confirmation: 'harder to guess' }
    expect((await here.patch(`/api/users/${person.id}`, change)).status).toBe(200)
    expect((await here.get('/api/user')).status).toBe(200)
    expect((await there.get('/api/user')).status).toBe(401)
    expect((await there.signIn(person.email, 'hard to guess')).status).toBe(422)
  })

  test('at least one active administrator remains, also when two demote each other at once', async () => {
    const other = await hire({ role: 'admin' })
    const second = world.client()
    await second.signIn(other.email, 'hard to guess')
    const answers = await Promise.all([
      admin.patch(`/api/users/${other.id}`, { active: false }),
      second.patch(`/api/users/${admin.user.id}`, { active: false }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    for (const { status, data } of answers) {
      if (status === 422) expect(data.message).toBe('There must be at least one active admin.')
      expect([200, 401, 422]).toContain(status)
    }
  })
})
