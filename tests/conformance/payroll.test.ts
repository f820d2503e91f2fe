import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { parseCsv } from '#lib/csv.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { certifiedCsv, payrollCsv } from '#modules/payroll/files.ts'
import { payrollColumns, sageColumns } from '#modules/payroll/layout.ts'
import { sumHours, type PayrollRow } from '#modules/payroll/rows.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
const BATCHES = '/api/payroll_batches'
const MAPPINGS = '/api/payroll_mappings'

describe.each(enginesOfTier)('payroll on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<string, Person>()
  const as = (role: (typeof roles)[number]): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  /** Each test uses another week, so that the tests are independent. */
  let week = startOfWeek('2020-01-05')
  let sage: { id: number }
  let project: { id: number; number: string }
  let code: { id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
    sage = (await as('office').get(MAPPINGS)).data[0]
  })
  beforeEach(async () => {
    week = addDays(week, 7)
    const address = { line1: '1 Main St', city: 'Pasco', state: 'WA', postal_code: '99301' }
    const number = `P-${crypto.randomUUID().slice(0, 8)}`
    const draft = { customer_id: 1, name: 'Paid', number, address, overtime_rule: 'prevailing' }
    project = (await as('admin').post('/api/projects', draft)).data
    code = (await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '010', name: 'Mobilize' })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  async function enter(more: object = {}): Promise<{ id: number; date: string }> {
    const user_id = as('employee').user.id
    const place = { project_id: project.id, cost_code_id: code.id }
    const draft = { user_id, date: addDays(week, 1), hours: 8, ...place, ...more }
    const { status, data } = await as('admin').post('/api/time_entries', draft)
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  async function weekOf(user_id = as('employee').user.id, start = week) {
    return (await as('admin').get(`/api/timecards?user_id=${user_id}&from=${start}&to=${start}`)).data[0]
  }
  async function approve(user_id = as('employee').user.id, start = week): Promise<number> {
    const { id } = await weekOf(user_id, start)
    const { status, data } = await as('office').post(`/api/timecards/${id}/approve`)
    if (status !== 200) throw new Error(JSON.stringify(data))
    return id
  }
  const span = (weeks = 1) => ({ starts_on: week, ends_on: addDays(week, weeks * 7 - 1) })
  const send = (more: object = {}, who: Client = as('office'), headers?: Record<string, string>) =>
    who.post(BATCHES, { ...span(), mapping_id: sage.id, ...more }, headers)
  const preview = (weeks = 1, who: Client = as('office')) =>
    who.get(`${BATCHES}/preview?${new URLSearchParams(span(weeks)).toString()}`)
  const undo = (id: number, who: Client = as('admin')) => who.post(`${BATCHES}/${id}/undo`)
  async function someone(more: object = {}): Promise<{ id: number; name: string }> {
    const name = `Worker ${crypto.randomUUID().slice(0, 8)}`
    const draft = { name, role: 'employee', has_access: false, track_time: true, ...more }
    return (await as('admin').post('/api/users', draft)).data
  }

  test('an approved week is exported by its split, and the file ties out with the entered hours', async () => {
    await enter({ hours: 9.25, per_diem: true })
    await enter({ hours: 0.5, per_diem: true, type: 'shop' })
    await enter({ date: addDays(week, 2), hours: 8, type: 'vacation' })
    const card = await approve()
    const { status, data } = await send()
    expect(status).toBe(201)
    expect(data).toMatchObject({
      creator_id: as('office').user.id,
      mapping_name: 'Sage',
      columns: sageColumns,
      totals: {
        regular: 8.5,
        overtime: 1.25,
        double: 0,
        vacation: 8,
        per_diem_days: 1,
        file_hours: 17.75,
        week_hours: 17.75,
        rows: 5,
        weeks: 1,
        workers: 1,
        prevailing: [project.number],
      },
    })
    const rows = parseCsv(payrollCsv(data)).slice(1)
    const monday = addDays(week, 1)
    const job = [project.number, `${project.number}.010`, 'Y', 'apprentice']
    expect(rows).toEqual(
      expect.arrayContaining([
        [monday, 'E104', ...job, 'REG', '8.00'],
        [monday, 'E104', ...job, 'OT', '1.25'],
        [monday, 'E104', '', '', 'N', 'apprentice', 'PERDIEM', '1.00'],
        [monday, 'E104', '', '', 'N', 'apprentice', 'SHOP', '0.50'],
        [addDays(week, 2), 'E104', '', '', 'N', 'apprentice', 'VAC', '8.00'],
      ]),
    )
    expect(rows).toHaveLength(5)
    expect(parseCsv(certifiedCsv(data, project.number))).toHaveLength(4)
    expect((await as('office').get(`${BATCHES}/${data.id}`)).data).toEqual(data)
    expect(await weekOf()).toMatchObject({ id: card, exported_id: as('office').user.id, exported_at: data.created_at })
    // Lists do not include a batch's rows.
    const [listed] = (await as('office').get(BATCHES)).data
    expect(listed).toMatchObject({ id: data.id, totals: data.totals })
    for (const field of ['rows', 'weeks', 'columns']) expect(listed).not.toHaveProperty(field)
  })

  test('all blocking problems are reported together, and nothing is written', async () => {
    const bare = await someone()
    const coded = await someone({ employee_code: `C${week}` })
    await enter()
    await enter({ user_id: bare.id })
    await enter({ user_id: coded.id })
    await approve(bare.id)
    const { status, data } = await send()
    expect([status, data.errors]).toEqual([
      422,
      { employee_code: [`Missing employee code: ${bare.name}`], approved: ['2 weeks not approved'] },
    ])
    expect(data.message).toBe(`Missing employee code: ${bare.name}\n2 weeks not approved`)
    expect((await weekOf(bare.id)).exported_at).toBeNull()
    await approve()
    expect((await send()).data.errors.approved).toEqual(['1 week not approved'])
    await approve(coded.id)
    await as('admin').patch(`/api/users/${bare.id}`, { employee_code: `B${week}` })
    expect((await send()).status).toBe(201)
  })

  test('a span contains the weeks that start in it; without time there is nothing to export', async () => {
    const empty = await send()
    expect([empty.status, empty.data.message]).toEqual([422, 'Nothing to export.'])
    // A week without entries need not be approved.
    await as('employee').post('/api/timecards', { user_id: as('employee').user.id, week_start: week })
    expect((await send()).data.message).toBe('Nothing to export.')
    await enter()
    await enter({ date: addDays(week, 8) })
    await approve()
    expect((await send(span(2))).data.errors).toEqual({ approved: ['1 week not approved'] })
    await approve(undefined, addDays(week, 7))
    const { data } = await send(span(2))
    expect(data.totals).toMatchObject({ weeks: 2, workers: 1, file_hours: 16, week_hours: 16 })
    week = addDays(week, 7)
  })

  test('an invalid span is refused with an error at its field', async () => {
    for (const wrong of [
      { ends_on: addDays(week, -1) },
      { ends_on: addDays(week, 70) },
      { starts_on: 'soon' },
      { ends_on: null },
      { mapping_id: 999_999 },
    ]) {
      const { status, data } = await send(wrong)
      expect([status, Object.keys(data.errors)]).toEqual([422, Object.keys(wrong)])
    }
    expect((await as('office').get(`${BATCHES}/preview?starts_on=2020-01-01`)).status).toBe(422)
  })

  test('what was exported is not exported again, whatever is asked for', async () => {
    await enter()
    await approve()
    expect((await send()).status).toBe(201)
    // Clients of earlier versions asked for it by these.
    for (const more of [{}, { duplicate: true }, { new_only: true }, { ready_only: true }]) {
      const { status, data } = await send(more)
      expect([more, status, data.message]).toEqual([more, 422, 'Nothing to export.'])
    }
  })

  test('what is ready is exported, and the rest goes with the next batch', async () => {
    const bare = await someone()
    await enter()
    await enter({ user_id: bare.id, hours: 3 })
    // Nothing is ready.
    expect((await send({ ready_only: true })).data.errors.approved).toEqual(['2 weeks not approved'])
    await approve()
    expect((await send({ ready_only: false })).status).toBe(422)
    const first = await send({ ready_only: true })
    expect([first.status, first.data.totals]).toEqual([201, expect.objectContaining({ weeks: 1, file_hours: 8 })])
    await approve(bare.id)
    await as('admin').patch(`/api/users/${bare.id}`, { employee_code: `B${week}` })
    const second = await send({ ready_only: true })
    expect([second.status, second.data.totals]).toEqual([201, expect.objectContaining({ weeks: 1, file_hours: 3 })])
  })

  test('one Idempotency-Key creates one batch, and of two concurrent exports one is refused', async () => {
    await enter()
    await approve()
    const key = { 'idempotency-key': `payroll ${week}` }
    const first = await send({}, as('office'), key)
    const second = await send({}, as('office'), key)
    expect([second.status, second.data]).toEqual([201, first.data])
    await as('admin').post(`/api/timecards/${(await weekOf()).id}/reopen`, { reason: 'More hours' })
    await enter({ date: addDays(week, 3) })
    await approve()
    const both = await Promise.all([send(), send({}, as('admin'))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('the key of a refused export can be used for the next attempt', async () => {
    await enter()
    const key = { 'idempotency-key': `refused ${week}` }
    expect((await send({}, as('office'), key)).status).toBe(422)
    await approve()
    expect((await send({}, as('office'), key)).status).toBe(201)
  })

  const reopen = (card: number, who: Client = as('office'), reason = 'Wrong code') =>
    who.post(`/api/timecards/${card}/reopen`, { reason })
  const linesOf = ({ rows }: { rows: readonly PayrollRow[] }) =>
    rows.map(({ date, cost_code, pay_type, hours, corrects }) => [date, cost_code, pay_type, hours, corrects])

  test('an exported week is reopened by who approves, with a reason, and whoever exported it hears of it', async () => {
    const entry = await enter()
    const card = await approve()
    await send({}, as('admin'))
    expect((await reopen(card, as('manager'))).status).toBe(403)
    expect((await reopen(card, as('employee'))).status).toBe(403)
    expect((await as('office').post(`/api/timecards/${card}/reopen`, {})).data.errors).toEqual({
      reason: ['Add a reason.'],
    })
    expect((await as('admin').patch(`/api/time_entries/${entry.id}`, { hours: 7 })).status).toBe(422)
    expect((await reopen(card)).status).toBe(200)
    expect(await weekOf()).toMatchObject({ exported_at: null, approved_at: null, totals: null })
    await world.app.jobs.drain()
    const { data: told } = await as('admin').get('/api/notifications')
    expect(told[0]).toMatchObject({
      text: expect.stringMatching(/^\S+ \S+ reopened .* after its export$/),
      note: '“Wrong code”',
    })
  })

  test('what changed in an exported week is exported by itself, once, and names the batch it corrects', async () => {
    const entry = await enter()
    await enter({ date: addDays(week, 2) })
    const card = await approve()
    const first = (await send()).data
    await reopen(card)
    const other = (await as('admin').post(`/api/projects/${project.id}/cost_codes`, { number: '020', name: 'Trim' }))
      .data
    await as('admin').patch(`/api/time_entries/${entry.id}`, { cost_code_id: other.id })
    expect((await preview()).data.weeks).toEqual([expect.objectContaining({ kind: 'change', batch_id: first.id })])
    expect((await send()).data.errors).toEqual({ approved: ['1 week not approved'] })
    await approve()
    const second = await send()
    expect(second.status).toBe(201)
    const [monday, number] = [addDays(week, 1), project.number]
    expect(linesOf(second.data)).toEqual([
      [monday, `${number}.020`, 'REG', 8, first.id],
      [monday, `${number}.010`, 'REG', -8, first.id],
    ])
    expect(second.data.totals).toMatchObject({ regular: 0, file_hours: 0, week_hours: 0, rows: 2 })
    expect(await weekOf()).toMatchObject({ exported_at: second.data.created_at })
    expect((await send()).data.message).toBe('Nothing to export.')
    // The old batch is what it was.
    expect((await as('admin').get(`${BATCHES}/${first.id}`)).data.rows).toEqual(first.rows)
  })

  test('an exported week whose hours are all deleted is corrected to none, and one that is as it was to nothing', async () => {
    const entry = await enter()
    const card = await approve()
    await send()
    await reopen(card)
    await approve()
    const same = (await send()).data
    expect([same.rows, same.totals.file_hours]).toEqual([[], 0])
    await reopen(card)
    await as('admin').delete(`/api/time_entries/${entry.id}`)
    await approve()
    const { data } = await send()
    expect(linesOf(data)).toEqual([[addDays(week, 1), `${project.number}.010`, 'REG', -8, same.id]])
    expect(data.totals).toMatchObject({ file_hours: -8, week_hours: -8 })
    expect((await send()).data.message).toBe('Nothing to export.')
  })

  test('the changes of weeks of any time are exported by themselves, each once', async () => {
    const changes = async () => (await as('office').get(`${BATCHES}/changes`)).data
    const entry = await enter()
    const card = await approve()
    const first = (await send()).data
    expect(await changes()).toEqual({ weeks: [], rows: [] })
    await reopen(card)
    // Not approved yet, nobody knows what is due.
    expect(await changes()).toEqual({ weeks: [], rows: [] })
    await as('admin').patch(`/api/time_entries/${entry.id}`, { hours: 6 })
    await approve()
    const then = { starts_on: week, ends_on: addDays(week, 6) }
    week = addDays(week, 7 * 20)
    await enter()
    await approve()
    expect(linesOf(await changes())).toEqual([[entry.date, `${project.number}.010`, 'REG', -2, first.id]])
    const draft = { ...then, ready_only: true, changes_only: true }
    const { status, data } = await send(draft)
    expect([status, linesOf(data).length, data.totals.file_hours]).toEqual([201, 1, -2])
    expect(data).toMatchObject(then)
    expect((await send(draft)).data.message).toBe('Nothing to export.')
    expect(await changes()).toEqual({ weeks: [], rows: [] })
    // The week that waits for its first export is in none of it.
    expect((await send()).data.totals.file_hours).toBe(8)
    expect((await as('manager').get(`${BATCHES}/changes`)).status).toBe(403)
  })

  const file = (id: number, query = '', who: Client = as('office')) => who.fetch(`${BASE}${BATCHES}/${id}/file${query}`)

  test('a batch is a file with an address, made once and the same for ever', async () => {
    await enter()
    await approve()
    const { id } = (await send({ ready_only: true })).data
    expect((await as('office').get(`${BATCHES}/${id}`)).data.left_at).toBeNull()
    const answer = await file(id)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringContaining(`payroll-${week}-to-${addDays(week, 6)}-batch-${id}.csv`),
    ])
    const bytes = await answer.arrayBuffer()
    const text = new TextDecoder().decode(bytes)
    expect(parseCsv(text)[1]).toEqual([
      addDays(week, 1),
      'E104',
      project.number,
      `${project.number}.010`,
      'Y',
      'apprentice',
      'REG',
      '8.00',
    ])
    const left = (await as('office').get(`${BATCHES}/${id}`)).data
    expect(left).toMatchObject({ left_id: as('office').user.id, left_at: expect.any(String) })
    expect(left).not.toHaveProperty('files')
    // What it is made of is changed behind its back.
    await sql`update payroll_batches set ${sql.ref('rows')} = '[]' where id = ${id}`.execute(
      world.app.services.database.kysely,
    )
    expect(await (await file(id, '', as('admin'))).arrayBuffer()).toEqual(bytes)
    expect((await as('office').get(`${BATCHES}/${id}`)).data.left_at).toBe(left.left_at)
    expect((await file(id, `?kind=certified-${project.number}`)).status).toBe(200)
    expect((await file(id, '?kind=by-worker')).status).toBe(200)
    for (const kind of ['constructor', 'certified-0', ''])
      expect([kind, (await file(id, `?kind=${kind}`)).status]).toEqual([kind, 404])
    for (const role of ['manager', 'foreman', 'employee', 'customer'] as const)
      expect([role, (await file(id, '', as(role))).status]).toEqual([role, 403])
    expect((await file(999_999)).status).toBe(404)
  })

  test('a batch that nobody downloaded is undone, and one that left is reversed by another, with a reason', async () => {
    await enter()
    await approve()
    const first = (await send({ ready_only: true })).data
    const admin = as('admin')
    const reverse = (id: number, body: object = { reason: 'Wrong week' }, who: Client = admin) =>
      who.post(`${BATCHES}/${id}/reverse`, body)
    expect((await undo(first.id, as('office'))).status).toBe(403)
    expect((await reverse(first.id)).data.message).toBe('Nobody has downloaded this batch. Undo it instead.')
    expect((await undo(first.id)).data).toMatchObject({ undone_id: admin.user.id, undone_at: expect.any(String) })
    expect(await weekOf()).toMatchObject({ exported_id: null, exported_at: null, approved_at: expect.any(String) })
    // Whoever took its file in would pay again what the next one holds.
    expect((await file(first.id)).status).toBe(422)

    const second = (await send({ ready_only: true })).data
    expect(second.rows).toEqual(first.rows)
    await file(second.id)
    expect((await undo(second.id)).data.message).toBe(
      'The file of this batch was downloaded. Reverse the batch instead.',
    )
    expect((await reverse(second.id, {})).data.errors).toEqual({ reason: ['Add a reason.'] })
    expect((await reverse(second.id, undefined, as('office'))).status).toBe(403)
    expect((await reverse(second.id)).data).toMatchObject({ reversed_id: admin.user.id, reversed_reason: 'Wrong week' })
    expect((await weekOf()).exported_at).toBeNull()
    const [reversal] = (await admin.get(BATCHES)).data
    expect(reversal).toMatchObject({ reverses_id: second.id, totals: { regular: -8, file_hours: -8, week_hours: -8 } })
    expect(parseCsv(await (await file(reversal.id)).text())[1]?.slice(-2)).toEqual(['-8.00', String(second.id)])
    for (const step of ['undo', 'reverse'])
      expect((await admin.post(`${BATCHES}/${reversal.id}/${step}`, { reason: 'x' })).status).toBe(422)
    // Its weeks are exported again as a whole.
    expect(linesOf((await send()).data)).toEqual(linesOf(first))
  })

  test('a change that is undone or reversed is exported with the next batch, and the batch before goes on counting', async () => {
    const entry = await enter()
    const card = await approve()
    const first = (await send()).data
    for (const [step, hours] of [
      ['undo', 7],
      ['reverse', 6],
    ] as const) {
      await reopen(card)
      await as('admin').patch(`/api/time_entries/${entry.id}`, { hours })
      await approve()
      const change = (await send({ ready_only: true })).data
      if (step === 'reverse') await file(change.id)
      expect((await as('admin').post(`${BATCHES}/${change.id}/${step}`, { reason: 'x' })).status).toBe(200)
      expect((await weekOf()).exported_at).toBeNull()
      expect(linesOf((await send()).data)).toEqual(linesOf(change))
    }
    // Set back to what was exported first, the changes are taken back.
    await reopen(card)
    await as('admin').patch(`/api/time_entries/${entry.id}`, { hours: 8 })
    await approve()
    expect((await send()).data.totals.file_hours).toBe(2)
    expect(first.totals.file_hours).toBe(8)
  })

  test('later changes of people, project and mapping do not change a file', async () => {
    const worker = await someone({ employee_code: `S${week}` })
    await enter({ user_id: worker.id })
    await approve(worker.id)
    const columns = payrollColumns.map((column) => ({ column, header: column.toUpperCase() }))
    const mapping = (await as('office').post(MAPPINGS, { name: `All ${week}`, columns })).data
    const { data } = await send({ mapping_id: mapping.id })
    const before = payrollCsv(data)
    await as('admin').patch(`/api/users/${worker.id}`, { name: 'New Name', employee_code: `N${week}` })
    await as('admin').patch(`/api/projects/${project.id}`, { number: `${project.number}-B`, overtime_rule: 'standard' })
    expect((await as('office').delete(`${MAPPINGS}/${mapping.id}`)).status).toBe(204)
    expect(payrollCsv((await as('office').get(`${BATCHES}/${data.id}`)).data)).toBe(before)
  })

  test('hours that differ from the approved ones are not exported', async () => {
    const { id } = await enter()
    await approve()
    // Bypasses all rules, as a manual repair of the database would.
    await sql`update time_entries set hours = 9 where id = ${id}`.execute(world.app.services.database.kysely)
    const { status, data } = await send()
    expect([status, data.errors]).toEqual([
      422,
      { sound: [`Hours differ from what was approved: ${as('employee').user.name}`] },
    ])
  })

  test('the preview lists each week with its state and its earlier batch', async () => {
    await enter()
    expect((await preview()).data.weeks).toEqual([
      expect.objectContaining({
        name: as('employee').user.name,
        state: 'open',
        hours: 8,
        totals: null,
        batch_id: null,
      }),
    ])
    await approve()
    const { id } = (await send()).data
    expect((await preview()).data.weeks).toEqual([
      expect.objectContaining({
        employee_code: 'E104',
        state: 'exported',
        sound: true,
        batch_id: id,
        totals: expect.objectContaining({ regular: 8, worked: 8 }),
      }),
    ])
    expect((await preview(1, as('foreman'))).status).toBe(403)
  })

  test('exporting requires permission; batches cannot be changed or deleted', async () => {
    await enter()
    await approve()
    for (const role of ['manager', 'foreman', 'employee', 'customer', 'contact'] as const) {
      const client = as(role)
      const answers = [
        await send({}, client),
        await client.get(BATCHES),
        await client.get(`${BATCHES}/1`),
        await preview(1, client),
        await undo(1, client),
        await client.post(`${BATCHES}/store_many`, { data: [{ ...span(), mapping_id: sage.id }] }),
      ]
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403, 403, 403, 404, 403])
    }
    const { data } = await send()
    const { id } = data
    for (const role of ['office', 'admin'] as const) {
      expect((await as(role).patch(`${BATCHES}/${id}`, { ends_on: addDays(week, 20) })).status).toBe(403)
      expect((await as(role).delete(`${BATCHES}/${id}`)).status).toBe(403)
    }
    const forged = {
      rows: [],
      totals: null,
      weeks: [],
      creator_id: 1,
      undone_at: '2020-01-01T00:00:00Z',
      reverses_id: id,
    }
    await as('admin').post(`${BATCHES}/${id}/reverse`, { reason: 'Again' })
    const again = await send(forged)
    expect(again.data).toMatchObject({ rows: data.rows, totals: data.totals, undone_at: null, reverses_id: null })
    expect(again.data.creator_id).toBe(as('office').user.id)
  })

  test('the columns of a mapping must exist, be unique and have headers', async () => {
    const save = (columns: unknown) => as('office').post(MAPPINGS, { name: `M ${crypto.randomUUID()}`, columns })
    const date = { column: 'date', header: 'Date' }
    for (const [columns, text] of [
      [[], 'Columns must have at least one column.'],
      [[date, date], 'Columns must not repeat a column.'],
      [
        [{ column: 'pay_code', header: 'Pay', codes: { PERDIEM: '-', VAC: '-' } }],
        'Columns must not leave out hours: only PERDIEM has none.',
      ],
      [[{ column: 'pay_rate', header: 'Rate' }], 'Columns must name an existing column.'],
      [[{ ...date, header: ' ' }], 'Columns must give every column a header.'],
      [[{ ...date, header: 'x'.repeat(101) }], 'Columns must have headers of 100 characters or fewer.'],
      ['date', 'Columns must be a list.'],
    ] as const) {
      const { status, data } = await save(columns)
      expect([status, Object.values(data.errors).flat()]).toEqual([422, [text]])
    }
    const { data } = await save([{ ...date, header: '  =Day ' }])
    expect(data.columns).toEqual([{ column: 'date', header: '=Day' }])
    const twice = await as('office').post(MAPPINGS, { name: 'sage' })
    expect(twice.data.errors).toEqual({ name: ['A mapping of this name exists already.'] })
  })

  test('for random weeks of several people, the hours of file and weeks are equal', async () => {
    let state = 7
    const pick = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below
    const workers = await Promise.all([0, 1, 2].map((at) => someone({ employee_code: `=R${at}${week}` })))
    const types = ['standard', 'standard', 'standard', 'shop', 'vacation', 'admin']
    const rows = workers.flatMap(({ id: user_id }) =>
      Array.from({ length: 15 }, (_, at) => ({
        user_id,
        date: addDays(week, at % 7),
        hours: (1 + pick(500)) / 100,
        type: types[pick(types.length)],
        per_diem: pick(3) === 0,
        project_id: project.id,
        cost_code_id: code.id,
        notes: '=HYPERLINK("http://x")',
      })),
    )
    expect(
      (await as('admin').post('/api/time_entries/store_many', { data: rows, confirmed: ['duplicate'] })).status,
    ).toBe(200)
    for (const { id } of workers) {
      const card = await weekOf(id)
      await as('office').post(`/api/timecards/${card.id}/approve`, { exception: 'Outage' })
    }
    const { data } = await send()
    const columns = payrollColumns.map((column) => ({ column, header: column }))
    const at = (column: (typeof payrollColumns)[number]) => payrollColumns.indexOf(column)
    const lines = parseCsv(payrollCsv(data, columns)).slice(1)
    const entered = sumHours(rows.map(({ hours }) => hours))
    expect(sumHours(lines.map((line) => Number(line[at('hours')])))).toBe(entered)
    expect(data.totals).toMatchObject({ file_hours: entered, week_hours: entered })
    const days = new Set(rows.flatMap(({ user_id, date, per_diem }) => (per_diem ? [`${user_id} ${date}`] : [])))
    expect(lines.filter((line) => line[at('pay_type')] === 'PERDIEM')).toHaveLength(days.size)
    expect(payrollCsv(data, columns)).not.toMatch(/(^|,|"|\n)[=+@\t]/)
  })

  test('the sample company has exported its week before last', async () => {
    const { data } = await as('office').get(`${BATCHES}/1`)
    expect(data.totals.file_hours).toBeGreaterThan(300)
    expect(data.totals.file_hours).toBe(data.totals.week_hours)
  })
})
