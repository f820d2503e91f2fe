import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import type { AnyPreview, PayrollPreview } from '#modules/payroll/entities.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const SUNDAY = '2020-03-08'
const monday = addDays(SUNDAY, 1)

describe.each(enginesOfTier)('a period that is closed, on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let office: Client
  let worker: { id: number; name: string }
  let place: { project_id: number; cost_code_id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    office = await world.signIn('office@plumbline.test')
    const admin = await world.signIn('admin@plumbline.test')
    const draft = { name: 'Long Day', role: 'employee', has_access: false, track_time: true, employee_code: 'L9' }
    worker = (await admin.post('/api/users', draft)).data
    const team = (await admin.get('/api/users')).data.filter(({ role }: { role: string }) => role === 'foreman')
    const project = { customer_id: 1, name: 'Closed', number: 'C-1', project_users: [{ user_id: team[0].id }] }
    const { id } = (await admin.post('/api/projects', project)).data
    const code = (await admin.post(`/api/projects/${id}/cost_codes`, { number: '010', name: 'Mobilize' })).data
    place = { project_id: id, cost_code_id: code.id }
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const enter = async (more: object) => {
    const { data } = await office.post('/api/time_entries', { user_id: worker.id, hours: 8, ...place, ...more })
    return data as { id: number; week_id: number }
  }
  async function period(who: Client = office): Promise<PayrollPreview> {
    const asked = new URLSearchParams({ starts_on: SUNDAY, ends_on: addDays(SUNDAY, 6) })
    return (await who.get(`/api/payroll_batches/preview?${asked}`)).data
  }
  const own = ({ exceptions = [] }: PayrollPreview) =>
    exceptions.filter(({ user_id }) => user_id === worker.id).map(({ kind, date, hours }) => [kind, date, hours])

  test('says what is missing, too long and disputed, until it is accepted or answered (rule payroll-exceptions)', async () => {
    const first = await enter({ date: monday, hours: 13 })
    for (const day of [2, 3, 4]) await enter({ date: addDays(SUNDAY, day) })
    const before = await period()
    expect(before.weeks.find(({ user_id }) => user_id === worker.id)).toMatchObject({
      state: 'open',
      totals: null,
      job: 'C-1',
      lead: expect.stringMatching(/./),
      paid: { regular: 37, overtime: 0 },
    })
    const friday = addDays(SUNDAY, 5)
    expect(own(before)).toEqual([
      ['missing', friday, 0],
      ['over_12', monday, 13],
    ])
    const accept = (more: object) => office.post('/api/settled_exceptions', { user_id: worker.id, ...more })
    expect((await accept({ date: monday, kind: 'over_12', hours: 13 })).status).toBe(201)
    const missing = await accept({ date: friday, kind: 'missing', hours: 0 })
    expect(own(await period())).toEqual([])
    // With other hours it is one again, and what was accepted can be taken back.
    await office.patch(`/api/time_entries/${first.id}`, { hours: 13.5 })
    await office.delete(`/api/settled_exceptions/${missing.data.id}`)
    expect(own(await period())).toEqual([
      ['missing', friday, 0],
      ['over_12', monday, 13.5],
    ])
    await office.post(`/api/timecards/${first.week_id}/dispute`, { reason: 'I left at 3:30' })
    expect(own(await period())).toContainEqual(['disputed', SUNDAY, 37.5])
    await office.post(`/api/timecards/${first.week_id}/answer_dispute`, { reason: 'You did' })
    expect(own(await period())).not.toContainEqual(['disputed', SUNDAY, 37.5])
    // Of an approved week nothing is left to look at.
    expect((await office.post(`/api/timecards/${first.week_id}/approve`)).status).toBe(200)
    expect(own(await period())).toEqual([])
  })

  test('reminds who lacks hours, or their lead, once a day (rule payroll-exceptions)', async () => {
    const week = addDays(SUNDAY, -7)
    const span = { starts_on: week, ends_on: addDays(week, 6) }
    const missing = async (of: number) => {
      const { data } = await office.get(`/api/payroll_batches/preview?${new URLSearchParams(span).toString()}`)
      const { exceptions = [] } = data as PayrollPreview
      return exceptions.filter(({ kind, user_id }) => kind === 'missing' && user_id === of)
    }
    const remind = (user_id: number, who = office) => who.post('/api/settled_exceptions/remind', { user_id, ...span })
    // The lead's phone, which has not been heard from since, may hold them.
    const unheard = async () => (await missing(worker.id)).map((one) => one.unheard)
    const silentSince = (at: string) =>
      world.app.services.database.kysely
        .updateTable('sessions' as never)
        .set({ seen_at: at } as never)
        .execute()
    // Nobody knows whose crew somebody without hours is in.
    expect((await missing(worker.id)).map(({ reminds }) => reminds)).toEqual([null, null, null, null, null])
    expect((await remind(worker.id)).data.message).toBe(
      'Nobody can be reminded of the hours of Long Day. Enter them instead.',
    )
    await enter({ date: addDays(week, 1) })
    const [{ reminds: lead } = {}] = await missing(worker.id)
    const foreman = await world.signIn('foreman@plumbline.test')
    const { data: self } = await foreman.get('/api/user')
    expect(lead).toEqual({ id: self.id, name: self.name })
    expect(await unheard()).toEqual([null, null, null, null])
    const at = `${addDays(week, 3)}T23:00:00.000Z`
    await silentSince(at)
    expect(await unheard()).toEqual([null, { name: self.name, at }, { name: self.name, at }, { name: self.name, at }])
    await silentSince(world.clock.now().toISOString())
    expect((await remind(worker.id)).status).toBe(200)
    const told = (await foreman.get('/api/notifications')).data.find(({ text }: { text: string }) =>
      /asks for/.test(text),
    )
    expect(told).toMatchObject({
      text: expect.stringMatching(
        / asks for the hours of Long Day of Tue, Mar 3, Wed, Mar 4, Thu, Mar 5, and Fri, Mar 6$/,
      ),
      href: `/timecard?week=${addDays(week, 2)}&user=${worker.id}`,
    })
    const { data: asker } = await office.get('/api/user')
    const asked = (await missing(worker.id)).map((one) => one.asked?.by)
    expect(asked).toEqual([asker.name, asker.name, asker.name, asker.name])
    // Another one at the same time is told who did.
    const again = await remind(worker.id, await world.signIn('admin@plumbline.test'))
    expect([again.status, again.data.message]).toEqual([
      422,
      `${asker.name} asked for the hours of Long Day today already.`,
    ])
    // Whoever can sign in hears of it themselves; two at once tell them once.
    const employee = await world.signIn('employee@plumbline.test')
    const { data: own } = await employee.get('/api/user')
    const both = await Promise.all([remind(own.id), remind(own.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const heard = (await employee.get('/api/notifications')).data.map(({ text }: { text: string }) => text)
    expect(heard.filter((text: string) => / asks for your hours of Mon, Mar 2, /.test(text))).toHaveLength(1)
    expect((await remind(own.id, foreman)).status).toBe(403)
    expect((await remind(0)).data.message).toBe('No hours of this person are missing any more.')
  })

  test('says what devices hold back, whose, since when and why (rule held-changes)', async () => {
    const week = addDays(SUNDAY, -14)
    const span = new URLSearchParams({ starts_on: week, ends_on: addDays(week, 6) }).toString()
    const held = async () => ((await office.get(`/api/payroll_batches/preview?${span}`)).data as AnyPreview).held
    const { week_id } = await enter({ date: addDays(week, 1) })
    const foreman = await world.signIn('foreman@plumbline.test')
    const employee = await world.signIn('employee@plumbline.test')
    const name = async (who: Client) => (await who.get('/api/user')).data as { id: number; name: string }
    const lead = await name(foreman)
    const since = world.clock.now().toISOString()
    const day = addDays(week, 2)
    const line = { entity: 'time_entry', person: worker.id, count: 2, days: [day], since, refusal: 'Locked.' }
    const tell = (who: Client, changes: object[]) => who.send('PUT', '/api/held_changes', { device: 'phone', changes })
    expect((await tell(foreman, [line])).status).toBe(204)
    const own = { kind: 'held', user_id: worker.id, name: 'Long Day', timecard_id: week_id, date: day, hours: 2 }
    const told = { text: 'Locked.', held: { by: lead.name, kind: 'time_entry', device: 'phone', since } }
    expect(await held()).toMatchObject([{ ...own, ...told, reminds: { id: lead.id, name: lead.name }, asked: null }])
    // The same again changes nothing; whose hours they are and on what device is seen by who sees the week.
    const ids = async (who: Client) => (await who.get('/api/held_changes')).data.map(({ id }: { id: number }) => id)
    const before = await ids(office)
    await tell(foreman, [line])
    expect(await ids(office)).toEqual(before)
    expect((await foreman.get('/api/held_changes')).data[0]).not.toHaveProperty('session')
    expect(await ids(employee)).toEqual([])
    // Who enters no time tells of their own alone, and of nobody who is not there.
    const self = await name(employee)
    await tell(employee, [line, { ...line, person: self.id }, { ...line, person: 999_999 }])
    expect((await held())?.map(({ user_id }) => user_id).toSorted()).toEqual([worker.id, self.id].toSorted())
    const wrong = await tell(employee, [{ ...line, days: ['never'] }])
    expect([wrong.status, wrong.data.message]).toEqual([
      422,
      'Changes must say whose they are, of which days, and since when.',
    ])
    expect((await tell(world.client(), [line])).status).toBe(419)
    // Whoever has them is asked to send them, once a day.
    const remind = { user_id: worker.id, kind: 'held', starts_on: week, ends_on: addDays(week, 6) }
    expect((await office.post('/api/settled_exceptions/remind', remind)).status).toBe(200)
    const [asked] = (await foreman.get('/api/notifications')).data.filter(
      ({ note }: { note: string }) => note === 'Locked.',
    )
    expect(asked.text).toMatch(/ asks you to send the hours of Long Day that wait on your phone$/)
    expect((await held())?.find(({ user_id }) => user_id === worker.id)?.asked).toMatchObject({
      by: expect.any(String),
    })
    // What is accepted is none; one more is one again.
    const accepted = { user_id: worker.id, date: day, kind: 'held', hours: 2 }
    expect((await office.post('/api/settled_exceptions', accepted)).status).toBe(201)
    await tell(employee, [])
    expect(await held()).toEqual([])
    await tell(foreman, [{ ...line, count: 3 }])
    expect(await held()).toMatchObject([{ hours: 3 }])
    // It says nothing of now after 14 days, nor once its session has ended.
    const made = (at: string) =>
      world.app.services.database.kysely
        .updateTable('held_changes' as never)
        .set({ created_at: at } as never)
        .execute()
    await made(addDays(since.slice(0, 10), -15))
    expect(await held()).toEqual([])
    await made(since)
    expect(await held()).toHaveLength(1)
    await foreman.post('/logout')
    expect(await held()).toEqual([])
  })

  test('is for those who export, and takes only what can be accepted', async () => {
    for (const role of ['manager', 'foreman', 'employee']) {
      const person = await world.signIn(`${role}@plumbline.test`)
      const draft = { user_id: worker.id, date: monday, kind: 'over_12', hours: 13 }
      expect((await person.post('/api/settled_exceptions', draft)).status, role).toBe(403)
      expect((await person.get('/api/settled_exceptions')).status, role).toBe(403)
    }
    const wrong = { user_id: worker.id, date: monday, kind: 'disputed', hours: 8 }
    expect((await office.post('/api/settled_exceptions', wrong)).status).toBe(422)
  })
})
