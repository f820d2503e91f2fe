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
