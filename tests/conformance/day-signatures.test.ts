import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { linesOfDay, type DaySignature } from '#modules/time/day-signatures.ts'
import type { TimeEntry } from '#modules/time/entities.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'sam', 'marisol', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
const today = '2027-03-10'
const [monday, tuesday, thursday] = ['2027-03-08', '2027-03-09', '2027-03-11']
const signature_path = 'M 60 120 L 90.5 60 L 120 130'
const OTHERS = 'This day has hours that you do not see: it is signed with someone who sees them all.'

// Rule day-signature.
describe.each(enginesOfTier)('a day that is signed on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Client & { user: CurrentUser }>()
  const as = (role: Role) => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  let project: number
  let codes: number[]

  const enter = async (by: Role = 'foreman', more: object = {}): Promise<TimeEntry> =>
    (
      await as(by).post('/api/time_entries', {
        user_id: idOf('employee'),
        project_id: project,
        cost_code_id: codes[0],
        hours: 8,
        date: monday,
        confirmed: ['duplicate'],
        ...more,
      })
    ).data
  const sign = (by: Role, entries: readonly TimeEntry[], more: object = {}) =>
    as(by).post('/api/day_signatures', {
      user_id: idOf('employee'),
      date: monday,
      signature_path,
      lines: linesOfDay(entries),
      ...more,
    })
  const seen = async (role: Role): Promise<DaySignature[]> =>
    (await as(role).get(`/api/day_signatures?from=${monday}&to=${thursday}`)).data
  const states = async (role: Role = 'office') =>
    (await seen(role)).toSorted((a, b) => a.id - b.id).map(({ voided_at }) => (voided_at === null ? 'signed' : 'void'))
  const weekOf = async (role: Role) =>
    (await as('office').get(`/api/timecards?user_id=${idOf(role)}&from=2027-03-01`)).data[0]

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(createTestClock(`${today} 08:00`)) })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  beforeEach(async () => {
    for (const { id } of (await as('admin').get(`/api/time_entries?from=${monday}`)).data)
      await as('admin').delete(`/api/time_entries/${id}`)
    const { kysely } = world.app.services.database
    for (const table of ['day_signatures', 'led_days']) await kysely.deleteFrom(table as never).execute()
    const number = `D-${crypto.randomUUID().slice(0, 8)}`
    project = (await as('admin').post('/api/projects', { customer_id: 1, name: 'Signed', number })).data.id
    codes = []
    for (const code of ['010', '020'])
      codes.push(
        (await as('admin').post(`/api/projects/${project}/cost_codes`, { number: code, name: `Code ${code}` })).data.id,
      )
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('it says what was signed, by whom and in whose hands, and leaves the week alone', async () => {
    const entry = await enter()
    const before = await weekOf('employee')
    const { status, data } = await sign('foreman', [entry])
    expect([status, data]).toMatchObject([
      201,
      { user_id: idOf('employee'), holder_id: idOf('foreman'), entered_id: idOf('foreman'), voided_at: null },
    ])
    expect(data.lines).toEqual(linesOfDay([entry]))
    expect(await weekOf('employee')).toEqual(before)
  })

  test('the person signs, and who may let them sign their week; others may not', async () => {
    const entries = [await enter()]
    expect((await sign('employee', entries)).status).toBe(201)
    expect((await sign('office', entries)).status).toBe(201)
    expect((await sign('marisol', entries)).status).toBe(403)
    for (const guest of ['customer', 'contact'] as const) expect((await sign(guest, entries)).status).toBe(403)
    for (const verb of ['patch', 'delete'] as const)
      expect((await as('admin')[verb](`/api/day_signatures/${(await seen('office'))[0]?.id}`, {})).status).toBe(403)
  })

  test('who sees some of a day’s hours, or none, cannot have it signed', async () => {
    const own = await enter()
    expect((await sign('sam', [own])).data.message).toBe(OTHERS)
    await enter('office', { cost_code_id: codes[1], hours: 1 })
    expect((await sign('foreman', [own])).data.message).toBe(OTHERS)
    expect(await seen('office')).toEqual([])
  })

  test('without hours there is nothing to sign', async () => {
    expect((await sign('office', [])).data.errors).toEqual({ lines: ['There are no hours to sign.'] })
    const entry = await enter()
    await as('foreman').delete(`/api/time_entries/${entry.id}`)
    expect((await sign('office', [entry])).data.message).toBe('There are no hours to sign.')
  })

  test('who sees the day’s hours sees its signature, and nobody else', async () => {
    await sign('employee', [await enter()])
    for (const role of ['employee', 'foreman', 'office', 'manager', 'admin'] as const)
      expect([role, await states(role)]).toEqual([role, ['signed']])
    for (const role of ['sam', 'marisol'] as const) expect(await states(role)).toEqual([])
    expect((await as('customer').get('/api/day_signatures')).status).toBe(403)
    // Who leads on that day sees it, and who entered one line of several does not.
    const made = {
      leader_id: idOf('sam'),
      user_id: idOf('employee'),
      date: monday,
      created_at: today,
      updated_at: today,
    }
    await world.app.services.database.kysely
      .insertInto('led_days' as never)
      .values(made as never)
      .execute()
    expect(await states('sam')).toEqual(['signed'])
    const entries = (await as('office').get(`/api/time_entries?user_id=${idOf('employee')}&from=${monday}`)).data
    await sign('office', [...entries, await enter('office', { cost_code_id: codes[1], hours: 1 })])
    expect([await states('foreman'), await states('sam')]).toEqual([['void'], ['void', 'signed']])
  })

  test('what was signed and the hours that are there differ: it is kept, and void', async () => {
    const entry = await enter()
    const { status, data } = await sign('foreman', [{ ...entry, hours: 9 }])
    expect([status, data.voided_at, data.lines[0].hours]).toEqual([201, expect.any(String), 9])
    // Signed once more as they are, it stands, and the first one stays beside it.
    await sign('foreman', [entry])
    expect(await states()).toEqual(['void', 'signed'])
    // One that comes late says nothing against it.
    await sign('foreman', [{ ...entry, hours: 9 }])
    expect(await states()).toEqual(['void', 'signed', 'void'])
  })

  test('what is signed again replaces what was signed before', async () => {
    const entries = [await enter()]
    await sign('foreman', entries)
    await sign('foreman', entries)
    expect(await states()).toEqual(['void', 'signed'])
  })

  const changes: Record<string, (entry: TimeEntry) => Promise<unknown>> = {
    hours: ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { hours: 7 }),
    'another code': ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { cost_code_id: codes[1] }),
    'another type': ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { type: 'shop' }),
    'per diem': ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { per_diem: true }),
    'many at once': ({ id }) => as('foreman').post('/api/time_entries/store_many', { data: [{ id, hours: 7 }] }),
    'a further line': () => enter('office', { cost_code_id: codes[1], hours: 1 }),
    'further lines': () =>
      as('office').post('/api/time_entries/store_many', {
        data: [tuesday, monday].map((date) => ({
          user_id: idOf('employee'),
          date,
          hours: 1,
          project_id: project,
          cost_code_id: codes[1],
        })),
      }),
    'a deleted line': ({ id }) => as('foreman').delete(`/api/time_entries/${id}`),
    'another day': ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { date: tuesday }),
    'another person': ({ id }) => as('foreman').patch(`/api/time_entries/${id}`, { user_id: idOf('marisol') }),
  }
  test.each(Object.keys(changes))('%s make it void', async (name) => {
    const entries = [await enter(), await enter('foreman', { hours: 1, type: 'shop' })]
    await sign('office', entries)
    const week = await weekOf('employee')
    for (const entry of entries.slice(0, 1)) await changes[name]?.(entry)
    expect(await states()).toEqual(['void'])
    expect((await weekOf('employee')).signed_at).toBe(week.signed_at)
  })

  test('a line that comes from another day or person makes that day void too', async () => {
    const entries = [await enter()]
    const other = await enter('foreman', { user_id: idOf('marisol'), date: tuesday, cost_code_id: codes[1] })
    await sign('office', entries)
    await as('foreman').patch(`/api/time_entries/${other.id}`, { user_id: idOf('employee'), date: monday })
    expect(await states()).toEqual(['void'])
  })

  test('notes, a review, other days and other people’s hours change nothing', async () => {
    const entry = await enter()
    await sign('foreman', [entry])
    await as('foreman').patch(`/api/time_entries/${entry.id}`, { notes: 'In the rain' })
    await as('office').post(`/api/time_entries/${entry.id}/review`)
    await enter('foreman', { date: tuesday })
    await enter('foreman', { user_id: idOf('marisol') })
    await as('employee').post(`/api/timecards/${(await weekOf('employee')).id}/submit`)
    expect(await states()).toEqual(['signed'])
  })

  test('undo gives hours back, and no signature', async () => {
    const entry = await enter()
    await sign('foreman', [entry])
    const { headers } = await as('foreman').patch(`/api/time_entries/${entry.id}`, { hours: 7 })
    expect((await as('foreman').post('/api/undo', { change: headers.get('X-Change-Id') })).status).toBe(200)
    expect((await as('office').get(`/api/time_entries/${entry.id}`)).data.hours).toBe(8)
    expect(await states()).toEqual(['void'])
  })

  test('it is no one’s to give to the server: who held the phone, who entered and whether it holds', async () => {
    const forged = { holder_id: idOf('admin'), entered_id: idOf('admin'), voided_at: '2001-01-01T00:00:00.000Z' }
    const { data } = await sign('foreman', [await enter()], forged)
    expect(data).toMatchObject({ holder_id: idOf('foreman'), entered_id: idOf('foreman'), voided_at: null })
    expect((await sign('foreman', [await enter()], { signature_path: '<path>' })).status).toBe(422)
  })
})
