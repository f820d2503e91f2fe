import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'

const at = '/api/certifications'

describe.each(enginesOfTier)('Certifications (rule certification), on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  type Person = Awaited<ReturnType<typeof world.signIn>>
  const people = new Map<string, Person>()
  const as = (role: string): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(createTestClock('2027-03-10 08:00')) })
    for (const role of ['admin', 'manager', 'foreman', 'employee', 'nell', 'contact'])
      people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  async function held(draft: object = {}): Promise<number> {
    const { status, data } = await as('admin').post(at, {
      user_id: as('nell').user.id,
      name: 'Lift operator',
      ...draft,
    })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data.id
  }

  test('are kept by who edits people, and seen by their person and by who plans', async () => {
    const id = await held({ name: 'Welder' })
    for (const [role, status] of [
      ['admin', 200],
      ['manager', 200],
      ['nell', 200],
      ['employee', 404],
      ['foreman', 404],
      ['contact', 403],
    ] as const)
      expect([role, (await as(role).get(`${at}/${id}`)).status]).toEqual([role, status])
    expect((await as('nell').patch(`${at}/${id}`, { expires_on: '2040-01-01' })).status).toBe(403)
    expect((await as('manager').delete(`${at}/${id}`)).status).toBe(403)
    const twice = await as('admin').post(at, { user_id: as('nell').user.id, name: 'Welder' })
    expect(twice.data.errors).toEqual({ name: ['This person has one of that name. Change its day instead.'] })
    expect((await as('admin').post(at, { user_id: as('employee').user.id, name: 'Welder' })).status).toBe(201)
  })

  test('have one scan, which another one replaces', async () => {
    const id = await held({ name: 'Rigger' })
    const files = `${at}/${id}/attachments`
    expect((await upload(as('admin'), files, { file: ['card.txt', 'x'] })).data.errors).toEqual({
      file: ['The scan must be a PDF or a picture.'],
    })
    const first = await upload(as('admin'), files, { file: ['card.jpg', jpeg('first')] })
    const second = await upload(as('admin'), files, { file: ['card.jpg', jpeg('second')] })
    const { data } = await as('nell').get(`${at}/${id}`)
    expect(data.document_id).toBe(second.data.id)
    expect((await as('nell').get(`/api/attachments/${second.data.id}/file`)).status).toBe(200)
    expect((await as('admin').get(`/api/attachments/${first.data.id}/file`)).status).toBe(404)
    expect((await as('employee').get(`/api/attachments/${second.data.id}/file`)).status).toBe(404)
    expect((await upload(as('nell'), files, { file: ['mine.jpg', jpeg()] })).status).toBe(403)
  })

  test('warn when somebody is planned on a day after they expire, until they are renewed', async () => {
    const id = await held({ expires_on: '2028-03-15' })
    const plan = (start_date: string, end_date: string) =>
      as('manager').post('/api/schedule_events', {
        kind: 'assignment',
        user_id: as('nell').user.id,
        project_id: 1,
        start_date,
        end_date,
        confirmed: ['double_booking', 'time_off', 'ratio'],
      })
    expect((await plan('2028-03-13', '2028-03-15')).status).toBe(201)
    expect((await plan('2028-03-16', '2028-03-17')).data.warnings).toEqual([
      { code: 'expired', message: 'Nell Abbott’s Lift operator is valid until Wed, Mar 15 alone.' },
    ])
    await as('admin').patch(`${at}/${id}`, { expires_on: '2030-03-15' })
    expect((await plan('2028-03-16', '2028-03-17')).status).toBe(201)
  })
})
