import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { runningClock } from '../clock/clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const day = runningClock.day(-1)

describe.each(enginesOfTier)('What completes a daily log on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let foreman: Person
  let contact: Person
  let project: { id: number }
  let log: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
    contact = await world.signIn('contact@plumbline.test')
  })
  beforeEach(async () => {
    const made = await admin.post('/api/projects', {
      customer_id: (await admin.get('/api/customers')).data[0].id,
      name: 'Logged',
      number: `D-${crypto.randomUUID().slice(0, 8)}`,
      project_users: [foreman, contact].map((person) => ({ user_id: person.user.id })),
    })
    project = made.data
    log = (await foreman.post(`/api/projects/${project.id}/daily_logs`, { date: day })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const complete = () => foreman.post(`/api/daily_logs/${log.id}/complete`)
  const read = async () => (await foreman.get(`/api/daily_logs/${log.id}`)).data

  test('what a contact has entered completes a log once it is approved, not before', async () => {
    const entries = `/api/daily_logs/${log.id}/entries`
    const { data: entry } = await contact.post(entries, { type: 'delivery', supplier: 'Platt' })
    expect(entry.status).toBe('pending')
    const early = await complete()
    expect([early.status, early.data.message]).toEqual([422, 'Add work performed before completing.'])
    expect((await read()).completed_at).toBeNull()
    await foreman.post(`${entries}/${entry.id}/approve`)
    expect((await complete()).status).toBe(200)
    expect((await read()).completed_at).not.toBeNull()
  })

  test('hours that are deleted leave the crew, and stay in what was signed before', async () => {
    const at = `/api/projects/${project.id}/cost_codes`
    const { data: code } = await admin.post(at, { number: '010', name: 'Rough-in' })
    const worker = { role: 'employee', has_access: false, track_time: true }
    const people = ['Lee Hand', 'Kim Hand'].map((name) => admin.post('/api/users', { ...worker, name }))
    const entries: { id: number; user_id: number }[] = []
    for (const { data } of await Promise.all(people)) {
      const hours = { user_id: data.id, project_id: project.id, cost_code_id: code.id, date: day, hours: 4 }
      const { status, data: entry } = await foreman.post('/api/time_entries', hours)
      expect([status, entry.user_id]).toEqual([201, data.id])
      entries.push(entry)
    }
    const [first, second] = entries
    await foreman.patch(`/api/daily_logs/${log.id}`, { work_performed: 'Rough-in.' })
    await complete()
    expect((await foreman.delete(`/api/time_entries/${first?.id}`)).status).toBe(204)
    const now = await read()
    expect([now.crew, now.crew_total]).toMatchObject([[{ user_id: second?.user_id }], { people: 1, hours: 4 }])
    expect(now.crew).toHaveLength(1)
    expect(now.signed_crew).toHaveLength(2)
  })
})
