import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { defaultRules } from '#lib/overtime/rules.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const SETTINGS = '/api/overtime_settings'
const AGREEMENTS = '/api/work_schedule_agreements'

describe.each(enginesOfTier)('overtime on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let employee: Person
  let setting: { id: number; rules: typeof defaultRules; zero_hour_per_diem: boolean }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    employee = await world.signIn('employee@plumbline.test')
    setting = (await admin.get(SETTINGS)).data[0]
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const saveRules = (rules: unknown) => admin.patch(`${SETTINGS}/${setting.id}`, { rules })
  const agree = (more: object = {}) =>
    admin.post(AGREEMENTS, { user_id: employee.user.id, state: 'WA', signed_on: '2020-01-05', ...more })
  async function projectIn(state: string): Promise<number> {
    const number = `O-${crypto.randomUUID().slice(0, 8)}`
    const { data } = await admin.post('/api/projects', { customer_id: 1, name: 'Built', number, address: { state } })
    return data.id
  }

  test('exactly one setting exists, with the default rules; it cannot be created again or deleted', async () => {
    const { data } = await employee.get(SETTINGS)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ rules: defaultRules, zero_hour_per_diem: false })
    expect((await admin.post(SETTINGS, {})).status).toBe(403)
    expect((await admin.delete(`${SETTINGS}/${setting.id}`)).status).toBe(403)
  })

  test('rules are stored as saved, and the history shows who changed them', async () => {
    const rules = { ...defaultRules, weekly_limit: 38.25, other: { ...defaultRules.other, daily_limit: 9 } }
    const { status, data } = await saveRules(rules)
    expect([status, data.rules]).toEqual([200, rules])
    expect((await admin.get(`${SETTINGS}/${setting.id}`)).data.rules).toEqual(rules)
    const { data: history } = await admin.get(`${SETTINGS}/${setting.id}/history`)
    expect(history[0]).toMatchObject({ user_id: admin.user.id, changes: { rules: { new: rules } } })
    await saveRules(defaultRules)
  })

  test('incomplete rules and unknown keys are refused with their paths', async () => {
    const [wa, or] = defaultRules.states
    const named = { name: 'Odd', month: 2, on: 'date', day: 30 }
    const { status, data } = await saveRules({
      weekly_limit: 0,
      states: [
        {
          ...wa,
          daily_limit: null,
          premiums: { ...wa?.premiums, sunday: 3 },
          holidays: [named, { ...named, day: 1, name: ' ' }],
        },
        { ...or, most_hours: 25, over: 12 },
      ],
      other: { ...defaultRules.other, trades: [{ trade: '', saturday: 1, sunday: 1, holiday: 1 }] },
    })
    expect(status).toBe(422)
    expect(Object.keys(data.errors).sort()).toEqual(
      [
        'rules.weekly_limit',
        'rules.states.0.daily_limit',
        'rules.states.0.premiums.sunday',
        'rules.states.0.holidays.0.day',
        'rules.states.0.holidays.1.name',
        'rules.states.1',
        'rules.states.1.most_hours',
        'rules.other.trades.0.trade',
      ].sort(),
    )
    expect(data.errors['rules.states.0.daily_limit']).toEqual([
      'Rules must have a limit from 1 to 24 hours, in hundredths at most.',
    ])
    for (const states of [[wa, wa], [{ ...wa, state: 'Washington' }], 'WA', [null]])
      expect((await saveRules({ ...defaultRules, states })).status).toBe(422)
    for (const rules of ['none', [], 4, { ...defaultRules, weekly_limit: 40.005 }])
      expect((await saveRules(rules)).status).toBe(422)
    expect((await admin.get(SETTINGS)).data[0].rules).toEqual(defaultRules)
  })

  test('an agreement needs four days and a state whose rules allow four tens', async () => {
    const { status, data } = await agree()
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({
        schedule: '4x10',
        days: ['monday', 'tuesday', 'wednesday', 'thursday'],
        project_id: null,
        ends_on: null,
        user_name: employee.user.name,
      }),
    ])
    for (const days of [
      [],
      ['monday'],
      ['monday', 'monday', 'tuesday', 'friday'],
      ['monday', 'tuesday', 'friday', 'someday'],
    ])
      expect((await agree({ days })).data.errors, String(days)).toBeDefined()
    expect((await agree({ days: ['monday', 'tuesday', 'wednesday'] })).data.errors).toEqual({
      days: ['Days must be four different days.'],
    })
    expect((await agree({ state: 'ID' })).data.errors).toEqual({
      state: ['The rules of ID do not allow four ten-hour days.'],
    })
    const odd = ['monday', 'tuesday', 'thursday', 'friday']
    expect((await agree({ days: odd })).status).toBe(201)
    expect((await agree({ state: 'OR', days: odd })).data.errors).toEqual({
      days: ['Days must be Monday to Thursday or Tuesday to Friday in this state.'],
    })
    expect((await agree({ state: 'OR', days: odd.with(1, 'wednesday').with(0, 'tuesday') })).status).toBe(201)
  })

  test('an agreement must be for its project’s state and cannot end before it was signed', async () => {
    const project_id = await projectIn('OR')
    expect((await agree({ project_id })).data.errors).toEqual({ state: ['This project is in OR.'] })
    expect((await agree({ project_id, state: 'OR' })).status).toBe(201)
    expect((await agree({ ends_on: '2020-01-04' })).data.errors).toEqual({
      ends_on: ['Ends on must not be before the day it was signed.'],
    })
    const { data } = await agree({ ends_on: '2020-01-05' })
    const path = `${AGREEMENTS}/${data.id}`
    expect(Object.keys((await admin.patch(path, { signed_on: '2020-01-06' })).data.errors)).toEqual(['ends_on'])
    expect((await admin.patch(path, { signed_on: '2020-01-06', ends_on: null })).status).toBe(200)
    expect((await admin.patch(path, { project_id: await projectIn('OR') })).data.errors.state).toBeDefined()
  })

  test('users see their own agreements, and users who enter time see everyone’s', async () => {
    const { data: other } = await agree({ user_id: admin.user.id })
    const seen = async (person: Client) => (await person.get(AGREEMENTS)).data.map(({ id }: { id: number }) => id)
    expect(await seen(await world.signIn('foreman@plumbline.test'))).toContain(other.id)
    const own = await employee.get(AGREEMENTS)
    expect(own.data.length).toBeGreaterThan(0)
    expect(new Set(own.data.map(({ user_id }: { user_id: number }) => user_id))).toEqual(new Set([employee.user.id]))
    expect((await employee.get(`${AGREEMENTS}/${other.id}`)).status).toBe(404)
  })
})
