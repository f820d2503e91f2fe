import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFirstAdminPath, mountFirstAdmin } from '#server/auth/first-admin.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const ADMIN = { name: 'Ada Lovelace', email: 'ada@first.example', password: 'quiet copper river 88' }
type World = Awaited<ReturnType<typeof createTestWorld>>

describe.each(enginesOfTier)('the first hour (rule first-hour), on $engine', ({ open, openSample }) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await open(), sample: false })
  })
  afterAll(() => world.close())
  const guided = async (client: Client) => (await client.get('/api/app')).data.guided ?? false
  const notes = async (client: Client) => (await client.get('/api/company_settings')).data[0].first_steps

  test('the first administrator of an empty company is led there', async () => {
    mountFirstAdmin(world.app.routes, world.app)
    const token = (await createFirstAdminPath(world.app))?.split('=')[1] ?? ''
    const client = world.client()
    const answer = await client.fetch('http://localhost/setup-admin', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...ADMIN, token }).toString(),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/setup/start'])
    admin = world.client()
    expect((await admin.signIn(ADMIN.email, ADMIN.password)).status).toBe(204)
    expect([await guided(admin), await notes(admin)]).toEqual([true, {}])
  })

  test('what is skipped is kept for every device of who may edit people, and for nobody else', async () => {
    const person = { name: 'Bo Lind', email: 'bo@first.example', role: 'foreman', password: ADMIN.password }
    await admin.post('/api/users', { ...person, password_confirmation: person.password })
    const foreman = world.client()
    await foreman.signIn(person.email, person.password)
    const { id } = (await admin.get('/api/company_settings')).data[0]
    const put = (client: Client, first_steps: unknown) => client.patch(`/api/company_settings/${id}`, { first_steps })
    expect((await put(admin, { overtime: 'skipped', time_zone: 'done' })).status).toBe(200)
    expect(await notes(admin)).toEqual({ overtime: 'skipped', time_zone: 'done' })
    expect(await notes(foreman)).toBeUndefined()
    expect((await put(foreman, {})).status).toBe(403)
    for (const wrong of [{ overtime: 'maybe' }, ['overtime'], 'overtime'])
      expect([wrong, (await put(admin, wrong)).status]).toEqual([wrong, 422])
    expect((await put(admin, null)).status).toBe(200)
    expect([await guided(admin), await notes(admin)]).toEqual([false, null])
  })

  test('a company with people in it is not shown it, though its settings are made only now', async () => {
    const { database } = world.app.services
    await sql`delete from company_settings`.execute(database.kysely)
    const again = await createTestWorld({ database, sample: false })
    expect(await guided(again.client())).toBe(false)
  })

  test('the sample company is at work', async () => {
    const sample = await createTestWorld({ database: await openSample() })
    expect(await guided(sample.client())).toBe(false)
    expect(await notes(await sample.signIn('admin@plumbline.test'))).toBeNull()
    await sample.close()
  })
})

describe.each(enginesOfTier)('the sample project (rule sample-project), on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(() => world.close())
  const act = (action: 'add_sample' | 'remove_sample', client = admin) => client.post(`/api/projects/${action}`)
  const counts = async () =>
    Promise.all(
      ['projects?status=all', 'customers', 'rfis', 'tasks', 'punch_items'].map(
        async (list) => (await admin.get(`/api/${list}`)).data.length,
      ),
    )
  const kept = async () => (await admin.get('/api/company_settings')).data[0].sample

  test('is put in once, and taken out with all that people added to it', async () => {
    const before = await counts()
    expect((await admin.get('/api/projects/sample')).data).toBeNull()
    expect((await act('add_sample')).status).toBe(200)
    expect(await counts()).toEqual(before.map((count, at) => count + [1, 1, 1, 3, 2][at]))
    expect((await act('add_sample')).data.message).toBe('There is a sample project already.')
    const { project_id } = await kept()
    expect((await admin.get('/api/projects/next_number')).data).not.toContain('SAMPLE')

    const at = `/api/projects/${project_id}`
    expect((await admin.post(`${at}/tasks`, { title: 'Ours' })).status).toBe(201)
    const [code] = (await admin.get(`${at}/cost_codes`)).data
    const [person] = (await admin.get('/api/users?track_time=true&status=active')).data
    const entry = { user_id: person.id, project_id, cost_code_id: code.id, date: world.clock.day(), hours: 1 }
    expect((await admin.post('/api/time_entries', entry)).status).toBe(201)
    expect((await admin.get('/api/projects/sample')).data).toEqual({
      id: project_id,
      title: 'SAMPLE Sample project',
      contents: expect.arrayContaining([
        { count: 5, noun: 'cost codes' },
        { count: 4, noun: 'tasks' },
        { count: 1, noun: 'time entry' },
      ]),
    })
    const gone = await act('remove_sample')
    expect([gone.status, gone.data]).toEqual([200, []])
    expect([await counts(), await kept()]).toEqual([before, null])
    expect((await admin.get(`/api/time_entries?project_id=${project_id}`)).data).toEqual([])
    expect((await act('remove_sample')).data.message).toBe('There is no sample project.')
    expect(world.errors).toEqual([])
  })

  test('keeps its customer where another project has it, also when it is deleted by hand', async () => {
    await act('add_sample')
    const { project_id, customer_id } = await kept()
    expect((await admin.post('/api/projects', { customer_id, name: 'Ours', number: 'S-1' })).status).toBe(201)
    expect((await admin.delete(`/api/projects/${project_id}`)).status).toBe(204)
    expect(await kept()).toBeNull()
    expect((await admin.get(`/api/customers/${customer_id}`)).status).toBe(200)
  })

  test('is for those who may edit people', async () => {
    for (const name of ['manager', 'office', 'foreman', 'customer']) {
      const person = await world.signIn(`${name}@plumbline.test`)
      expect([name, (await act('add_sample', person)).status]).toEqual([name, 403])
      expect([name, (await person.get('/api/projects/sample')).status]).toEqual([name, 403])
    }
  })

  test('stays while hours on it are approved', async () => {
    await act('add_sample')
    const { project_id } = await kept()
    const [code] = (await admin.get(`/api/projects/${project_id}/cost_codes`)).data
    const [person] = (await admin.get('/api/users?track_time=true&status=active')).data
    const entry = { user_id: person.id, project_id, cost_code_id: code.id, date: world.clock.day(), hours: 1 }
    const { week_id } = (await admin.post('/api/time_entries', entry)).data
    const { kysely } = world.app.services.database
    await sql`update timecards set approved_at = ${world.clock.now().toISOString()} where id = ${week_id}`.execute(
      kysely,
    )
    const refused = await act('remove_sample')
    expect([refused.status, refused.data.message]).toEqual([
      422,
      'Hours on the sample project are approved. Reopen their weeks first.',
    ])
    expect((await kept()).project_id).toBe(project_id)
  })
})
