import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { parseCsv } from '#lib/csv.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { certifiedCsv, payrollCsv } from '#modules/payroll/files.ts'
import { payrollColumns, sageColumns } from '#modules/payroll/layout.ts'
import { sumHours } from '#modules/payroll/rows.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

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

  async function enter(more: object = {}): Promise<{ id: number }> {
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
      duplicate: false,
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

  test('weeks are exported again only on explicit request, and then marked', async () => {
    await enter()
    await approve()
    const first = (await send()).data
    const again = await send()
    expect([again.status, again.data.errors]).toEqual([
      422,
      { duplicate: [`1 week already exported in batch ${first.id}`] },
    ])
    const second = await send({ duplicate: true })
    expect([second.status, second.data.duplicate]).toEqual([201, true])
    expect(second.data.rows).toEqual(first.rows)
    const [header, line] = parseCsv(payrollCsv(second.data))
    expect([header?.at(-1), line?.at(-1)]).toEqual(['DUPLICATE', 'DUPLICATE'])
    const third = await send()
    expect(third.data.errors.duplicate).toEqual([`1 week already exported in batch ${second.data.id}`])
  })

  test('requesting duplicates without any earlier export marks nothing', async () => {
    await enter()
    await approve()
    expect((await send({ duplicate: true })).data.duplicate).toBe(false)
  })

  test('late weeks can be exported alone, and a repeated span marks only the weeks exported before', async () => {
    await enter()
    await approve()
    await send()
    const late = await someone({ employee_code: `L${week}` })
    await enter({ user_id: late.id, hours: 3 })
    expect((await send({ new_only: true })).data.errors).toEqual({ approved: ['1 week not approved'] })
    await approve(late.id)
    expect(Object.keys((await send()).data.errors)).toEqual(['duplicate'])
    const all = await send({ duplicate: true })
    const marks = parseCsv(payrollCsv(all.data, [{ column: 'name', header: 'Name' }])).slice(1)
    expect(marks).toEqual(
      expect.arrayContaining([
        [as('employee').user.name, 'DUPLICATE'],
        [late.name, ''],
      ]),
    )
    await undo(all.data.id)
    const { status, data } = await send({ new_only: true })
    expect([status, data.duplicate, data.totals.file_hours]).toEqual([201, false, 3])
    expect((await send({ new_only: true })).data.message).toBe('Nothing to export.')
  })

  test('one Idempotency-Key creates one batch, and of two concurrent exports one is refused', async () => {
    await enter()
    await approve()
    const key = { 'idempotency-key': `payroll ${week}` }
    const first = await send({}, as('office'), key)
    const second = await send({}, as('office'), key)
    expect([second.status, second.data]).toEqual([201, first.data])
    await undo(first.data.id)
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

  test('an exported week can be reopened only after an administrator undoes its batch; the history shows both', async () => {
    const entry = await enter()
    const card = await approve()
    const { id } = (await send()).data
    const admin = as('admin')
    const reopen = () => admin.post(`/api/timecards/${card}/reopen`, { reason: 'Wrong code' })
    expect((await reopen()).data.message).toBe('This week is exported. Undo its batch first.')
    expect((await admin.patch(`/api/time_entries/${entry.id}`, { hours: 7 })).status).toBe(422)
    expect((await undo(id, as('office'))).status).toBe(403)
    const undone = await undo(id)
    expect(undone.data).toMatchObject({ undone_id: admin.user.id, undone_at: expect.any(String) })
    expect(await weekOf()).toMatchObject({ exported_id: null, exported_at: null, approved_at: expect.any(String) })
    // Undoing again changes nothing.
    expect((await undo(id)).data.updated_at).toBe(undone.data.updated_at)
    const { data: history } = await admin.get(`${BATCHES}/${id}/history`)
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['undo', 'created'])
    expect((await reopen()).status).toBe(200)
    await admin.patch(`/api/time_entries/${entry.id}`, { hours: 7 })
    await approve()
    const { data } = await send()
    expect([data.duplicate, data.totals.file_hours]).toEqual([false, 7])
    // The old batch is unchanged.
    const { data: old } = await admin.get(`${BATCHES}/${id}`)
    expect(old.totals).toMatchObject({ file_hours: 8, week_hours: 8 })
    expect(parseCsv(payrollCsv(old))[1]?.at(-1)).toBe('8.00')
  })

  test('a week in two batches counts as exported until both are undone, in either order', async () => {
    await enter()
    const card = await approve()
    const stamp = async () => (await weekOf()).exported_at
    for (const firstGoes of [true, false]) {
      const first = (await send()).data
      const second = (await send({ duplicate: true }, as('admin'))).data
      expect(await stamp()).toBe(second.created_at)
      const [one, other] = firstGoes ? [first, second] : [second, first]
      await undo(one.id)
      expect(await stamp()).toBe(other.created_at)
      expect((await as('admin').post(`/api/timecards/${card}/reopen`, { reason: 'x' })).status).toBe(422)
      await undo(other.id)
      expect(await stamp()).toBeNull()
    }
  })

  test('later changes of people, project and mapping do not change a file', async () => {
    const worker = await someone({ employee_code: `S${week}` })
    await enter({ user_id: worker.id })
    await approve(worker.id)
    const columns = payrollColumns.map((column) => ({ column, header: column.toUpperCase() }))
    const mapping = (await as('office').post(MAPPINGS, { name: `All ${week}`, columns })).data
    const { data } = await send({ mapping_id: mapping.id })
    const file = payrollCsv(data)
    await as('admin').patch(`/api/users/${worker.id}`, { name: 'New Name', employee_code: `N${week}` })
    await as('admin').patch(`/api/projects/${project.id}`, { number: `${project.number}-B`, overtime_rule: 'standard' })
    expect((await as('office').delete(`${MAPPINGS}/${mapping.id}`)).status).toBe(204)
    expect(payrollCsv((await as('office').get(`${BATCHES}/${data.id}`)).data)).toBe(file)
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
    const forged = { rows: [], totals: null, weeks: [], creator_id: 1, undone_at: '2020-01-01T00:00:00Z' }
    await undo(id)
    const again = await send(forged)
    expect(again.data).toMatchObject({ rows: data.rows, totals: data.totals, undone_at: null })
    expect(again.data.creator_id).toBe(as('office').user.id)
  })

  test('the columns of a mapping must exist, be unique and have headers', async () => {
    const save = (columns: unknown) => as('office').post(MAPPINGS, { name: `M ${crypto.randomUUID()}`, columns })
    const date = { column: 'date', header: 'Date' }
    for (const [columns, text] of [
      [[], 'Columns must have at least one column.'],
      [[date, date], 'Columns must not repeat a column.'],
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
