import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { upload } from '../files.ts'

const FOREMAN = 'foreman@plumbline.test'
const LIST = '/api/security_events'

describe.each(enginesOfTier)('what happened to accounts on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let clock: TestClock
  let admin: Client & { user: { id: number } }
  beforeEach(async () => {
    clock = createTestClock()
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterEach(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const eventsOf = async (query = '') => (await admin.get(`${LIST}${query}`)).data

  test('tells administrators who signed in and who could not, and nobody else', async () => {
    const person = await world.signIn(FOREMAN)
    for (const password of ['wrong', 'no']) await world.client().signIn(FOREMAN, password)
    await world.client().signIn('stranger@plumbline.test', 'wrong')
    expect(await eventsOf('?kind=sign_in')).toMatchObject([
      { event: 'signed in', user_id: person.user.id, user_name: person.user.name },
      { event: 'signed in', user_id: admin.user.id },
    ])
    expect(await eventsOf('?kind=refused')).toMatchObject([
      { event: 'wrong password', user_id: null, user_name: null, times: 1 },
      { event: 'wrong password', user_id: person.user.id, times: 2 },
    ])
    expect((await eventsOf())[0]).not.toHaveProperty('together')
    expect((await eventsOf('?search=stranger')).length).toBe(0)
    expect(await eventsOf(`?search=${person.user.name.split(' ')[0]}&kind=refused`)).toHaveLength(1)
    for (const other of ['office', 'manager', 'foreman', 'customer'])
      expect((await (await world.signIn(`${other}@plumbline.test`)).get(LIST)).status).toBe(403)
    for (const answer of [
      await admin.post(LIST, { event: 'signed in' }),
      await admin.patch(`${LIST}/1`, { event: 'nothing' }),
      await admin.delete(`${LIST}/1`),
    ])
      expect(answer.status).toBe(403)
  })

  test('tells what rights changed, and who changed them', async () => {
    const { user } = await world.signIn(FOREMAN)
    const path = `/api/users/${user.id}`
    await admin.patch(path, { role: 'employee', license: 'apprentice' })
    await admin.patch(path, { has_access: false })
    await admin.patch(path, { phone_number: '5095550100' })
    await admin.post(`${path}/deactivate`)
    const made = { name: 'Lee Park', role: 'foreman', email: 'lee@plumbline.test', has_access: true }
    const { data: lee } = await admin.post('/api/users', made)
    expect(await eventsOf('?kind=rights')).toMatchObject([
      { event: 'account made', detail: 'by Dana Mercer: Foreman', user_id: lee.id },
      { event: 'rights changed', detail: 'by Dana Mercer: deactivated', user_id: user.id },
      { event: 'rights changed', detail: 'by Dana Mercer: access taken', user_id: user.id },
      { event: 'rights changed', detail: expect.stringMatching(/: role Foreman → Employee, license .* → Apprentice$/) },
    ])
  })

  test('tells what was taken out: what the server writes, archives, and what browsers tell of', async () => {
    const office = await world.signIn('office@plumbline.test')
    expect((await office.post('/user/exports', { name: 'people.csv, 12 rows' })).status).toBe(204)
    await office.post('/user/exports', { name: 'people.csv, 12 rows' })
    expect((await office.post('/user/exports', { name: ' ' })).data.errors).toEqual({ name: ['Name is required'] })
    expect((await world.client().post('/user/exports', { name: 'a.csv' })).status).toBe(419)
    await upload(office, '/api/projects/1/attachments', { file: ['log.txt', '0123456789'] })
    expect((await office.send('HEAD', '/api/projects/1/attachments/zip')).status).toBe(200)
    expect((await office.get('/api/projects/1/attachments/zip')).status).toBe(200)
    expect(await eventsOf('?kind=export')).toMatchObject([
      { event: 'exported', detail: 'files.zip', user_id: office.user.id },
      { event: 'exported', detail: 'people.csv, 12 rows', times: 2, user_id: office.user.id },
    ])
  })
})
