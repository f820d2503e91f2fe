import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { PayrollPreview } from '#modules/payroll/entities.ts'
import type { Timecard, TimeEntry } from '#modules/time/entities.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee'] as const
type Role = (typeof roles)[number]

describe.each(enginesOfTier)('disputed and signed weeks on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<string, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let start = startOfWeek('2020-01-05')
  let entry: { id: number }
  let card: Timecard
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  /** The foreman's entry for the employee, on a project that the manager runs, in a new week. */
  beforeEach(async () => {
    start = addDays(start, 7)
    const project_users = (['manager', 'foreman', 'employee'] as const).map((role) => ({ user_id: idOf(role) }))
    const job = { customer_id: 1, name: 'Timed', number: `D-${crypto.randomUUID().slice(0, 8)}`, project_users }
    const { data: project } = await as('admin').post('/api/projects', job)
    const { data: code } = await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '1', name: 'A' })
    const hours = { user_id: idOf('employee'), project_id: project.id, cost_code_id: code.id, date: start, hours: 8 }
    entry = (await as('foreman').post('/api/time_entries', hours)).data
    card = (await as('office').get(`/api/timecards?user_id=${idOf('employee')}&week_start=${start}`)).data[0]
    await world.app.jobs.drain()
    for (const role of roles) await as(role).post('/api/notifications/read_all')
    world.mails.length = 0
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const act = (role: Role, action: string, body: object = {}) =>
    as(role).post(`/api/timecards/${card.id}/${action}`, body)
  const dispute = () => act('employee', 'dispute', { reason: 'I left at noon' })
  const isListed = async () =>
    (await as('office').get('/api/timecards?disputed=1')).data.some(({ id }: { id: number }) => id === card.id)
  /** What a person was told since the week was entered, after everything that is waiting was done. */
  async function told(role: Role): Promise<[text: string, note: string | null][]> {
    await world.app.jobs.drain()
    const { data } = await as(role).get('/api/notifications?view=unread')
    return data.map(({ text, note }: { text: string; note: string | null }) => [text, note])
  }
  const days = () => [start, addDays(start, 6)].map((day) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`)

  test('a dispute survives submitting, and approving warns with its words', async () => {
    await dispute()
    expect((await act('employee', 'submit')).data.disputed_reason).toBe('I left at noon')
    const warned = await act('office', 'approve')
    const message = `${as('employee').user.name} says that something is wrong with this week: “I left at noon”`
    expect([warned.status, warned.data]).toMatchObject([422, { message, warnings: [{ code: 'disputed', message }] }])
    const confirmed = await act('office', 'approve', { confirmed: ['disputed'] })
    expect(confirmed.data).toMatchObject({ approved_id: idOf('office'), disputed_reason: 'I left at noon' })
  })

  const signature_path = 'M 60 120 L 90.5 60 L 120 130'
  const lines = (hours = 8) => {
    const { date, project_id } = entry as TimeEntry
    return [{ date, project_id, type: 'standard', hours, per_diem: false }]
  }

  test('a worker signs in the foreman’s hands, hears of it, and changed hours void it', async () => {
    const signed = await act('foreman', 'sign', { signature_path, lines: lines() })
    const given = { signature_path, signed_with_id: idOf('foreman'), signature_void_at: null }
    expect([signed.status, signed.data]).toMatchObject([200, given])
    const [from, to] = days()
    const text = `You signed your week ${from} – ${to} with ${as('foreman').user.name}`
    expect(await told('employee')).toEqual([[text, '8.00 h. If something is wrong, say so in My Time.']])
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([[as('employee').user.email, text]])
    // Notes are not what was signed.
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { notes: 'Back at one.' })
    expect((await as('office').get(`/api/timecards/${card.id}`)).data.signature_void_at).toBeNull()
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 9 })
    const { data } = await as('office').get(`/api/timecards/${card.id}`)
    expect(data).toMatchObject({ signature_path, signed_lines: lines(), signature_void_at: expect.any(String) })
    expect((await act('employee', 'dispute', { reason: 'Eight.' })).status).toBe(200)
  })

  test('only hours that were shown are signed, by the person’s own hand, until the week is approved', async () => {
    const stale = await act('foreman', 'sign', { signature_path, lines: lines(7) })
    expect([stale.status, stale.data.message]).toEqual([
      422,
      'The hours have changed. Look at them again and sign what they are now.',
    ])
    for (const path of [undefined, '', 'M 1', `M 1 1${' L 1 1'.repeat(4000)}`, '<script>'])
      expect((await act('foreman', 'sign', { signature_path: path, lines: lines() })).status).toBe(422)
    const own = await act('employee', 'sign', { signature_path, lines: lines() })
    expect(own.data).toMatchObject({ signed_with_id: null, signed_at: expect.any(String) })
    expect(await told('employee')).toEqual([])
    await act('employee', 'submit')
    await act('office', 'approve')
    const late = await act('foreman', 'sign', { signature_path, lines: lines() })
    expect([late.status, late.data.message]).toEqual([422, 'This week is approved and locked.'])
  })

  test('changed hours settle a dispute; a changed note and a review do not', async () => {
    await dispute()
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { notes: 'Asked him.' })
    await act('employee', 'submit')
    await as('manager').post(`/api/time_entries/${entry.id}/review`)
    const { data } = await as('office').get(`/api/timecards/${card.id}`)
    expect([data.submitted_at !== null, data.disputed_reason, await isListed()]).toEqual([true, 'I left at noon', true])
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 4 })
    expect(await isListed()).toBe(false)
    await act('employee', 'submit')
    expect((await act('office', 'approve')).status).toBe(200)
  })

  test('an answer settles a dispute until the person disputes the week again', async () => {
    expect((await act('foreman', 'answer_dispute', { reason: 'No.' })).data.message).toBe('Nobody disputes this week.')
    await dispute()
    expect((await act('foreman', 'answer_dispute')).data.errors).toEqual({ reason: ['Add a reason.'] })
    expect((await act('employee', 'answer_dispute', { reason: 'Fine.' })).status).toBe(403)
    const answered = await act('foreman', 'answer_dispute', { reason: 'You came back at one.' })
    expect(answered.data).toMatchObject({
      disputed_reason: 'I left at noon',
      dispute_answer: 'You came back at one.',
      dispute_answered_id: idOf('foreman'),
    })
    expect(await isListed()).toBe(false)
    await act('employee', 'dispute', { reason: 'I did not.' })
    expect(await isListed()).toBe(true)
    expect((await as('office').get(`/api/timecards/${card.id}`)).data.dispute_answer).toBeNull()
  })

  test('hours that are proposed are the week’s own, kept or changed, and the person hears of either', async () => {
    const propose = (more: object) => act('employee', 'dispute', { reason: 'I left at noon', ...more })
    const ask = { disputed_entry_id: entry.id, disputed_hours: 4 }
    const refused = async (more: object) => Object.entries((await propose(more)).data.errors)
    expect(await refused({ disputed_entry_id: entry.id })).toEqual([
      ['disputed_hours', ['Say what these hours should be.']],
    ])
    expect(await refused({ disputed_hours: 4 })).toEqual([['disputed_entry_id', ['Choose the hours that you mean.']]])
    expect(await refused({ ...ask, disputed_entry_id: 999_999 })).toEqual([
      ['disputed_entry_id', ['Choose hours of this week.']],
    ])
    expect((await propose(ask)).data).toMatchObject(ask)
    const span = new URLSearchParams({ starts_on: start, ends_on: addDays(start, 6) })
    const { exceptions } = (await as('office').get(`/api/payroll_batches/preview?${span}`)).data as PayrollPreview
    expect(exceptions?.find(({ kind }) => kind === 'disputed')).toMatchObject({
      proposal: { entry_id: entry.id, date: start, hours: 8, to: 4 },
    })
    const answered = await act('office', 'answer_dispute', { reason: 'Sun, Jan 5 stays at 8.00 h.' })
    expect(answered.data).toMatchObject({ ...ask, dispute_answer: 'Sun, Jan 5 stays at 8.00 h.' })
    const { name } = as('office').user
    const week = `your week ${days().join(' – ')}`
    expect(await told('employee')).toEqual([
      [`${name} answered what is wrong with ${week}`, '“Sun, Jan 5 stays at 8.00 h.”'],
    ])
    // The answer can be taken back, after which the hours are changed instead.
    expect((await act('employee', 'take_back_answer')).status).toBe(403)
    expect((await act('office', 'take_back_answer')).data).toMatchObject({ ...ask, dispute_answer: null })
    expect(await isListed()).toBe(true)
    // A client of an earlier version sends a text only, and proposes nothing.
    await act('office', 'answer_dispute', { reason: 'No.' })
    expect((await dispute()).data).toMatchObject({ disputed_entry_id: null, disputed_hours: null })
    await as('office').patch(`/api/time_entries/${entry.id}`, { hours: 4 })
    expect((await as('office').get(`/api/timecards/${card.id}`)).data).toMatchObject({
      disputed_entry_id: null,
      disputed_hours: null,
      disputed_reason: null,
    })
    expect((await told('employee'))[0]).toEqual([
      `${name} changed ${week}, of which you said that something is wrong`,
      '“I left at noon”',
    ])
  })

  test('what is said of a disputed week again is added, and of each day the newest hours count', async () => {
    const { project_id, cost_code_id } = entry as TimeEntry
    const more = { user_id: idOf('employee'), project_id, cost_code_id, date: addDays(start, 1), hours: 9 }
    const other = (await as('foreman').post('/api/time_entries', more)).data as TimeEntry
    const say = (role: Role, reason: string, id: number | null, hours: number | null) =>
      act(role, 'dispute', { reason, disputed_entry_id: id, disputed_hours: hours })
    await say('employee', 'I left at noon', entry.id, 4)
    await say('employee', 'At one, I mean', entry.id, 5)
    const { data } = await say('foreman', 'He left early on Monday too', other.id, 6)
    const before = { user_id: idOf('employee'), at: expect.any(String), entry_id: entry.id }
    expect(data).toMatchObject({
      disputed_id: idOf('foreman'),
      disputed_reason: 'He left early on Monday too',
      disputed_before: [
        { ...before, reason: 'I left at noon', hours: 4 },
        { ...before, reason: 'At one, I mean', hours: 5 },
      ],
    })
    const span = new URLSearchParams({ starts_on: start, ends_on: addDays(start, 6) })
    const { exceptions } = (await as('office').get(`/api/payroll_batches/preview?${span}`)).data as PayrollPreview
    const proposals = [
      { entry_id: entry.id, date: start, hours: 8, to: 5 },
      { entry_id: other.id, date: other.date, hours: 9, to: 6 },
    ]
    expect(exceptions?.find(({ kind }) => kind === 'disputed')).toMatchObject({
      text: 'I left at noon · At one, I mean · He left early on Monday too',
      said: [{ reason: 'I left at noon' }, { reason: 'At one, I mean' }, { user_id: idOf('foreman') }],
      proposals,
      proposal: proposals[0],
    })
    const warned = await act('office', 'approve')
    expect(warned.data.message).toMatch(/: “I left at noon” “At one, I mean” “He left early on Monday too”$/)
    // All at once is one change, which settles it and tells the person what was settled.
    const changes = proposals.map(({ entry_id: id, to: hours }) => ({ id, hours }))
    expect((await as('office').post('/api/time_entries/store_many', { data: changes })).status).toBe(200)
    const settled = (await as('office').get(`/api/timecards/${card.id}`)).data
    expect(settled).toMatchObject({ disputed_reason: null, disputed_before: null })
    expect((await told('employee')).map(([, note]) => note)).toContain(
      '“I left at noon” “At one, I mean” “He left early on Monday too”',
    )
    // What has an answer is not said again with the next dispute.
    await say('employee', 'Still wrong', null, null)
    await act('office', 'answer_dispute', { reason: 'No.' })
    expect((await say('employee', 'It is', null, null)).data).toMatchObject({ disputed_before: null })
  })

  test('who entered the hours and who runs the project hear of a dispute, in the app and by mail', async () => {
    await dispute()
    const sentence = `${as('employee').user.name} says that something is wrong with their week ${days().join(' – ')}`
    expect(await told('foreman')).toEqual([[sentence, '“I left at noon”']])
    expect(await told('manager')).toEqual([[sentence, '“I left at noon”']])
    expect([await told('employee'), await told('office')]).toEqual([[], []])
    expect(world.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['foreman@plumbline.test', sentence],
      ['manager@plumbline.test', sentence],
    ])
    expect(world.mails[0]?.text).toContain(`/timecard?week=${start}&user=${idOf('employee')}`)
  })

  test('the person concerned hears of sending back, approval and reopening, and so does who approved', async () => {
    const { name } = as('office').user
    const week = `week ${days().join(' – ')}`
    await act('employee', 'submit')
    await act('office', 'reject', { reason: 'Friday is missing' })
    expect(await told('employee')).toEqual([[`${name} sent back your ${week}`, '“Friday is missing”']])
    await act('employee', 'submit')
    await act('office', 'approve')
    expect(await told('employee')).toEqual([[`${name} approved your ${week}`, null]])
    world.mails.length = 0
    await act('admin', 'reopen', { reason: 'Wrong code' })
    const reopened = `${as('admin').user.name} reopened ${as('employee').user.name}’s ${week}`
    expect(await told('office')).toEqual([[reopened, '“Wrong code”']])
    expect((await told('foreman'))[0]).toEqual([reopened, '“Wrong code”'])
    expect(world.mails.map(({ to }) => to).sort()).toEqual([
      'employee@plumbline.test',
      'foreman@plumbline.test',
      'office@plumbline.test',
    ])
  })
})
