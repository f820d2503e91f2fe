import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'office', 'foreman', 'employee'] as const
type Role = (typeof roles)[number]
const signature_path = 'M 60 120 L 90.5 60 L 120 130'

interface Entry {
  id: number
  date: string
  user_id: number
  project_id: number
  per_diem: boolean
  hours: number
  type: string
}

/** What follows where hours go from one day, week or person to another, and what is signed and approved of them. */
describe.each(rarerEnginesOfTier)('hours that move on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: { id: number }
  let code: { id: number }
  /** Each test uses weeks of its own. */
  let week = startOfWeek('2018-03-04')
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    week = addDays(week, 28)
    const number = `R-${crypto.randomUUID().slice(0, 8)}`
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Moved', number })).data
    code = (await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '1', name: 'A' })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const draft = (more: object = {}) => ({
    user_id: idOf('employee'),
    project_id: project.id,
    cost_code_id: code.id,
    date: week,
    hours: 8,
    ...more,
  })
  const enter = async (more: object = {}): Promise<Entry> => {
    const { status, data } = await as('office').post('/api/time_entries', draft({ confirmed: ['duplicate'], ...more }))
    expect([status, data.message]).toEqual([201, undefined])
    return data
  }
  const change = (id: number, more: object) =>
    as('office').patch(`/api/time_entries/${id}`, { confirmed: ['duplicate'], ...more })
  const weekOf = async (user_id: number, day: string) =>
    (await as('office').get(`/api/timecards?user_id=${user_id}&from=${day}&to=${day}`)).data[0]
  const act = (id: number, action: string, body: object = {}, role: Role = 'office') =>
    as(role).post(`/api/timecards/${id}/${action}`, body)
  const TOO_MANY = /^More than 24 hours entered for /

  test('a day has at most 24 hours with those that come to it, wherever they were', async () => {
    const next = addDays(week, 1)
    await enter({ date: next, hours: 20 })
    const moved = await enter({ hours: 10 })
    expect((await change(moved.id, { date: next })).data.errors).toEqual({ hours: [expect.stringMatching(TOO_MANY)] })
    const others = await enter({ user_id: idOf('foreman'), date: next, hours: 10 })
    const given = await change(others.id, { user_id: idOf('employee') })
    expect(given.data.errors).toEqual({ hours: [expect.stringMatching(TOO_MANY)] })
    expect((await change(moved.id, { date: next, hours: 4 })).data).toMatchObject({ date: next, hours: 4 })
    // What is on the day already counts once.
    expect((await change(moved.id, { hours: 3 })).status).toBe(200)
  })

  test('hours that go to another week, or to somebody else, withdraw both submissions and void both signatures', async () => {
    const later = addDays(week, 7)
    const sign = async (id: number, entries: readonly Entry[]) => {
      const lines = entries.map(({ date, project_id, type, hours, per_diem }) => ({
        date,
        project_id,
        type,
        hours,
        per_diem,
      }))
      expect((await act(id, 'sign', { signature_path, lines })).status).toBe(200)
      expect((await act(id, 'submit')).data).toMatchObject({ submitted_at: expect.any(String) })
    }
    const state = async (user_id: number, day: string) => {
      const { submitted_at, signature_void_at } = await weekOf(user_id, day)
      return [submitted_at !== null, signature_void_at !== null]
    }
    const [own, others] = [idOf('employee'), idOf('foreman')]
    const first = await enter()
    const second = await enter({ date: later })
    const theirs = await enter({ user_id: others, date: later })
    for (const one of [first, second, theirs]) await sign((await weekOf(one.user_id, one.date)).id, [one])
    await change(first.id, { date: addDays(later, 1) })
    expect([await state(own, week), await state(own, later), await state(others, later)]).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ])
    const [{ id }, rest] = [await weekOf(own, later), await change(first.id, { notes: 'Moved' })]
    await sign(id, [second, rest.data])
    expect(await state(own, later)).toEqual([true, false])
    await change(second.id, { user_id: others })
    expect([await state(own, later), await state(others, later)]).toEqual([
      [false, true],
      [false, true],
    ])
  })

  test('hours of somebody who no longer tracks time are corrected, and no others come to them', async () => {
    const { data: leaver } = await as('admin').post('/api/users', {
      name: 'Lee Left',
      role: 'employee',
      has_access: false,
      track_time: true,
    })
    const entry = await enter({ user_id: leaver.id })
    await as('admin').patch(`/api/users/${leaver.id}`, { track_time: false })
    expect((await change(entry.id, { hours: 7 })).data).toMatchObject({ hours: 7, user_id: leaver.id })
    const other = await enter({ date: addDays(week, 1) })
    const NOT_TRACKED = { user_id: ['Lee Left does not track time.'] }
    expect((await change(other.id, { user_id: leaver.id })).data.errors).toEqual(NOT_TRACKED)
    expect((await change(entry.id, { user_id: idOf('employee'), date: addDays(week, 2) })).status).toBe(200)
  })

  test('rows that name no day, or nobody there is, are refused at their fields, and make no week', async () => {
    const { user_id: _, ...unnamed } = draft()
    const data = [draft({ user_id: 999_999 }), unnamed, draft({ date: 'soon' }), draft({ date: null })]
    const { status, data: answer } = await as('office').post('/api/time_entries/store_many', { data })
    expect([status, Object.keys(answer.errors)]).toEqual([
      422,
      ['data.0.user_id', 'data.1.user_id', 'data.2.date', 'data.3.date'],
    ])
    expect(await weekOf(idOf('employee'), week)).toBeUndefined()
    for (const one of data) expect((await as('office').post('/api/time_entries', one)).status).toBe(422)
  })

  test('a week without hours is not signed, and one without a signature says what is missing', async () => {
    const { data: empty } = await as('office').post('/api/timecards', { user_id: idOf('employee'), week_start: week })
    const none = await act(empty.id, 'sign', { signature_path, lines: [] })
    expect([none.status, none.data.message]).toEqual([422, 'There are no hours to sign.'])
    const bare = await act(empty.id, 'sign', { lines: [] })
    expect([bare.status, bare.data.errors]).toEqual([422, { signature_path: ['Signature is required'] }])
  })

  test('a week that was signed, changed and signed again says whose hand and hours it has last', async () => {
    const entry = await enter()
    const { id } = await weekOf(idOf('employee'), week)
    const lines = (hours: number) => [{ date: week, project_id: project.id, type: 'standard', hours, per_diem: false }]
    await act(id, 'sign', { signature_path, lines: lines(8) })
    await change(entry.id, { hours: 6 })
    expect(await weekOf(idOf('employee'), week)).toMatchObject({ signature_void_at: expect.any(String) })
    const again = { signature_path: 'M 1 2 L 30 40 L 50 60', lines: lines(6) }
    const { data } = await act(id, 'sign', again, 'employee')
    const { lines: signed_lines, ...path } = again
    expect(data).toMatchObject({ ...path, signed_lines, signed_with_id: null, signature_void_at: null })
    expect(await weekOf(idOf('employee'), week)).toMatchObject({ ...path, signed_lines, signature_void_at: null })
  })

  test('an exception is a reason in words, and is kept without the space around it', async () => {
    await as('admin').patch(`/api/projects/${project.id}`, {
      overtime_rule: 'prevailing',
      address: { line1: '1 Main St', line2: '', city: 'Pasco', state: 'WA', postal_code: '99301', geotag: null },
    })
    await enter({ hours: 12 })
    const { id } = await weekOf(idOf('employee'), week)
    const bad = ['  ', 7, ['x'], null, 'x'.repeat(256)]
    for (const exception of bad) {
      const { status, data } = await act(id, 'approve', { exception })
      expect([status, Object.keys(data.errors)]).toEqual([422, ['exception']])
    }
    const { data } = await act(id, 'approve', { exception: `  ${'x'.repeat(255)}  ` })
    expect(data.exception_reason).toBe('x'.repeat(255))
  })
})
