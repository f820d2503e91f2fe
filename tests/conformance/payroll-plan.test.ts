import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, startOfWeek, type Day } from '#lib/days.ts'
import type { PayrollRow, PayrollWeek } from '#modules/payroll/rows.ts'
import { timecards } from '#modules/time/entities.ts'
import { transact } from '#server/context/transact.ts'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { BATCHES } from '../payroll-crew.ts'

interface Plan {
  weeks: PayrollWeek[]
  rows: PayrollRow[]
}

// Rule payroll-export: what is in a batch, in which order, and what stands when one is taken back.
describe.each(enginesOfTier)('what payroll plans on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client & { user: { id: number } }
  let office: Client & { user: { id: number } }
  /** Each test has weeks of its own, in which nobody else has hours. */
  let week = startOfWeek('2019-01-06')
  let mapping: { id: number; format: string; company: string; company_number: string }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    office = await world.signIn('office@plumbline.test')
    mapping = (await office.get('/api/payroll_mappings')).data[0]
  })
  beforeEach(() => {
    week = addDays(week, 7 * 4)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  async function created<T>(path: string, draft: object): Promise<T> {
    const { status, data } = await admin.post(path, draft)
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  async function jobOf(more: object = {}): Promise<{ id: number; number: string; code: number }> {
    const number = `Q-${crypto.randomUUID().slice(0, 8)}`
    const project: { id: number } = await created('/api/projects', { customer_id: 1, name: 'Paid', number, ...more })
    const { id }: { id: number } = await created(`/api/projects/${project.id}/cost_codes`, {
      number: '010',
      name: 'All',
    })
    return { id: project.id, number, code: id }
  }
  const someone = (name: string, more: object = {}): Promise<{ id: number; name: string }> =>
    created('/api/users', {
      name: `${name} ${week}`,
      role: 'employee',
      has_access: false,
      track_time: true,
      employee_code: `${name} ${week}`,
      ...more,
    })
  const enter = (
    user: { id: number },
    job: { id: number; code: number },
    date: Day,
    hours = 8,
  ): Promise<{ id: number }> =>
    created('/api/time_entries', { user_id: user.id, project_id: job.id, cost_code_id: job.code, date, hours })
  const weekOf = async (user: { id: number }, start = week) =>
    (await admin.get(`/api/timecards?user_id=${user.id}&from=${start}&to=${start}`)).data[0]
  async function step(name: 'approve' | 'reopen', user: { id: number }, start = week): Promise<void> {
    const { id } = await weekOf(user, start)
    const { status, data } = await office.post(
      `/api/timecards/${id}/${name}`,
      name === 'reopen' ? { reason: 'Wrong' } : {},
    )
    if (status !== 200) throw new Error(JSON.stringify(data))
  }
  const span = (weeks = 1) => ({ starts_on: week, ends_on: addDays(week, weeks * 7 - 1) })
  const preview = async (of: object = span()): Promise<PayrollWeek[]> =>
    (await office.get(`${BATCHES}/preview?${new URLSearchParams(of as Record<string, string>).toString()}`)).data.weeks
  async function send(more: object = {}, who: Client = office) {
    const { status, data } = await who.post(BATCHES, { ...span(), mapping_id: mapping.id, ready_only: true, ...more })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data
  }
  /** What changed of one person's weeks, of which others have some. */
  async function changes(of: { id: number }): Promise<Plan> {
    const { weeks, rows }: Plan = (await office.get(`${BATCHES}/changes`)).data
    const own = weeks.filter(({ user_id }) => user_id === of.id)
    const ids = new Set(own.map(({ timecard_id }) => timecard_id))
    return { weeks: own, rows: rows.filter(({ timecard_id }) => ids.has(timecard_id)) }
  }
  const undo = async (id: number) => (await admin.post(`${BATCHES}/${id}/undo`)).data.message
  const reverse = async (id: number) => (await admin.post(`${BATCHES}/${id}/reverse`, { reason: 'Wrong' })).data.message
  const download = async (id: number) => expect((await office.fetch(`${BASE}${BATCHES}/${id}/file`)).status).toBe(200)

  test('weeks are sorted by name, a person’s by date, and counted with their people', async () => {
    const job = await jobOf()
    // Nobody is found or approved in the order of their names.
    const [cy, ada, bo] = [await someone('Cy'), await someone('Ada'), await someone('Bo')]
    const next = addDays(week, 7)
    for (const one of [bo, cy, ada])
      for (const start of [next, week]) {
        await enter(one, job, addDays(start, 1))
        await step('approve', one, start)
      }
    const weeks = await preview(span(2))
    const sorted = [ada, bo, cy].flatMap(({ name }) => [
      [name, week],
      [name, next],
    ])
    expect(weeks.map(({ name, week_start }) => [name, week_start])).toEqual(sorted)
    expect(weeks.map(({ kind }) => kind)).toEqual(sorted.map(() => 'new'))
    const batch = await send(span(2))
    const rowsOf = batch.rows.map(({ timecard_id }: PayrollRow) => timecard_id)
    expect(rowsOf).toEqual(weeks.map(({ timecard_id }) => timecard_id))
    expect(batch.totals).toMatchObject({ weeks: 6, workers: 3, rows: 6, file_hours: 48 })
    const { format, company, company_number } = mapping
    expect(batch.head).toEqual({ format, company, company_number })
    expect(format).toEqual(expect.any(String))
  })

  test('only the weeks that begin within the span are in it, though others reach into it', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    const next = addDays(week, 7)
    for (const start of [week, next]) await enter(one, job, addDays(start, 1))
    const begun = async (starts_on: Day, ends_on: Day) =>
      (await preview({ starts_on, ends_on })).map(({ week_start }) => week_start)
    expect(await begun(addDays(week, 1), addDays(week, 6))).toEqual([])
    expect(await begun(week, week)).toEqual([week])
    expect(await begun(addDays(week, 1), next)).toEqual([next])
    expect(await begun(week, addDays(week, 6))).toEqual([week])
  })

  test('what is wrong with a span or a mapping is said at its field', async () => {
    const errorsOf = async (of: Record<string, string>) =>
      (await office.get(`${BATCHES}/preview?${new URLSearchParams(of).toString()}`)).data.errors
    expect(await errorsOf({ ends_on: week })).toEqual({ starts_on: ['First day must be a date.'] })
    expect(await errorsOf({ starts_on: 'soon', ends_on: week })).toEqual({ starts_on: ['First day must be a date.'] })
    expect(await errorsOf({ starts_on: week })).toEqual({ ends_on: ['Last day must be a date.'] })
    expect(await errorsOf({ starts_on: week, ends_on: addDays(week, -1) })).toEqual({
      ends_on: ['Last day must not be before the first.'],
    })
    expect(await errorsOf({ starts_on: week, ends_on: addDays(week, 70) })).toEqual({
      ends_on: ['Export at most 10 weeks at once.'],
    })
    expect(await errorsOf({ starts_on: week, ends_on: addDays(week, 69) })).toBeUndefined()
    const refusal = async (more: object) =>
      (await office.post(BATCHES, { ...span(), mapping_id: mapping.id, ...more })).data.errors
    expect(await refusal({ mapping_id: 999_999 })).toEqual({ mapping_id: ['Mapping is invalid.'] })
    expect(await refusal({})).toEqual({ starts_on: ['Nothing to export.'] })
  })

  test('rows say the project’s one phase and its state, and nothing where it has several or none', async () => {
    const one = await someone('Ada')
    const [rough, trim] = (await admin.get('/api/phases')).data as { id: number; name: string }[]
    const phased = await jobOf({
      address: { line1: '1 Main St', city: 'Pasco', state: 'WA', postal_code: '99301' },
      project_phases: [{ phase_id: rough?.id }],
    })
    const several = await jobOf({ project_phases: [{ phase_id: rough?.id }, { phase_id: trim?.id }] })
    const bare = await jobOf()
    for (const [at, job] of [phased, several, bare].entries()) await enter(one, job, addDays(week, 1 + at))
    await step('approve', one)
    const { rows } = await send()
    expect(rows.map(({ project_number, phase, state }: PayrollRow) => [project_number, phase, state])).toEqual([
      [phased.number, rough?.name, 'WA'],
      [several.number, null, null],
      [bare.number, null, null],
    ])
  })

  test('the numbers of prevailing jobs are listed in order, each once', async () => {
    const one = await someone('Ada')
    const jobs = [await jobOf({ overtime_rule: 'prevailing' }), await jobOf({ overtime_rule: 'prevailing' })]
    const usual = await jobOf()
    const inOrder = jobs.toSorted((a, b) => (a.number < b.number ? 1 : -1))
    for (const [at, job] of [usual, ...inOrder, ...inOrder].entries()) await enter(one, job, addDays(week, at + 1))
    await step('approve', one)
    expect((await send()).totals.prevailing).toEqual(jobs.map(({ number }) => number).sort())
  })

  test('an exported week is as it was exported until it is reopened', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    await enter(one, job, addDays(week, 1))
    await step('approve', one)
    await send()
    expect(await preview()).toMatchObject([{ kind: 'exported', state: 'exported' }])
    await step('reopen', one)
    await enter(one, job, addDays(week, 2))
    expect(await preview()).toMatchObject([{ kind: 'change', state: 'open', hours: 16, exported_hours: 8 }])
  })

  test('only the rows of weeks that are ready are in a batch of what is ready', async () => {
    const [ready, uncoded, job] = [await someone('Ada'), await someone('Bo', { employee_code: null }), await jobOf()]
    for (const one of [ready, uncoded]) {
      await enter(one, job, addDays(week, 1))
      await step('approve', one)
    }
    expect((await preview()).map(({ state }) => state)).toEqual(['approved', 'approved'])
    const { rows, totals } = await send()
    expect([rows.length, totals.rows, totals.file_hours]).toEqual([1, 1, 8])
    expect(rows[0].timecard_id).toBe((await weekOf(ready)).id)
    expect((await weekOf(uncoded)).exported_at).toBeNull()
  })

  test('clients of earlier versions, which write the file by themselves, leave with it', async () => {
    const [one, two, job] = [await someone('Ada'), await someone('Bo'), await jobOf()]
    for (const [person, more] of [
      [one, { ready_only: undefined }],
      [two, { ready_only: null }],
    ] as const) {
      await enter(person, job, addDays(week, 1))
      await step('approve', person)
      expect(await send(more)).toMatchObject({ left_id: office.user.id, left_at: expect.any(String) })
    }
  })

  test('a batch whose file is taken later does not mark weeks that were reopened meanwhile', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    await enter(one, job, addDays(week, 1))
    await step('approve', one)
    const { id } = await send()
    await step('reopen', one)
    await download(id)
    expect(await weekOf(one)).toMatchObject({ exported_at: null, exported_id: null })
  })

  test('an undone batch leaves the mark of the one before on what is still exported by it, and on nothing else', async () => {
    const job = await jobOf()
    const [same, other, open] = [await someone('Ada'), await someone('Bo'), await someone('Cy')]
    for (const one of [same, other, open]) {
      await enter(one, job, addDays(week, 1))
      await step('approve', one)
    }
    const first = await send()
    // Reopened and approved as they were, two weeks are exported anew, without rows.
    for (const one of [same, open]) {
      await step('reopen', one)
      await step('approve', one)
    }
    const second = await send({}, admin)
    expect([second.rows, second.totals.weeks]).toEqual([[], 2])
    expect(await weekOf(same)).toMatchObject({ exported_id: admin.user.id, exported_at: second.created_at })
    // One is open when the batch is undone, and one, which is not in it, waits for an export.
    await step('reopen', open)
    await step('reopen', other)
    await step('approve', other)
    expect(await undo(second.id)).toBeUndefined()
    expect(await weekOf(same)).toMatchObject({ exported_id: office.user.id, exported_at: first.created_at })
    for (const one of [open, other]) expect(await weekOf(one)).toMatchObject({ exported_id: null, exported_at: null })
    const kinds = Object.fromEntries((await preview()).map(({ user_id, kind }) => [user_id, kind]))
    expect(kinds).toEqual({ [same.id]: 'exported', [other.id]: 'change', [open.id]: 'change' })
  })

  test('what takes a batch back is not taken back itself, downloaded or not', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    await enter(one, job, addDays(week, 1))
    await step('approve', one)
    const { id } = await send()
    await download(id)
    expect(await reverse(id)).toBeUndefined()
    const [reversal] = (await office.get(BATCHES)).data
    expect(reversal.reverses_id).toBe(id)
    const said = 'This batch takes another one back. Export its weeks again instead.'
    expect(await undo(reversal.id)).toBe(said)
    await download(reversal.id)
    expect(await reverse(reversal.id)).toBe(said)
  })

  test('a week that was reopened before its first export is no change', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    await enter(one, job, addDays(week, 1))
    await step('approve', one)
    await step('reopen', one)
    await step('approve', one)
    expect((await weekOf(one)).reopened_reason).toBe('Wrong')
    expect(await changes(one)).toEqual({ weeks: [], rows: [] })
  })

  test('the changes of two weeks do not bring along what lies between them', async () => {
    const [one, job] = [await someone('Ada'), await jobOf()]
    const starts = [0, 7, 14].map((days) => addDays(week, days))
    const [first = '', between = '', last = ''] = starts
    for (const start of [first, last]) {
      await enter(one, job, addDays(start, 1))
      await step('approve', one, start)
    }
    await send(span(3))
    for (const start of [first, last]) {
      await step('reopen', one, start)
      await enter(one, job, addDays(start, 2), 2)
      await step('approve', one, start)
    }
    await enter(one, job, addDays(between, 1))
    await step('approve', one, between)
    const { weeks, rows } = await changes(one)
    expect(weeks.map(({ week_start }) => week_start)).toEqual([first, last])
    expect(rows.map(({ date, hours }) => [date, hours])).toEqual([
      [addDays(first, 2), 2],
      [addDays(last, 2), 2],
    ])
  })

  test('hours that are in two approved weeks of a person are exported with neither', async () => {
    const [one, two, job] = [await someone('Ada'), await someone('Bo'), await jobOf()]
    const next = addDays(week, 7)
    for (const date of [1, 2, 8]) await enter(one, job, addDays(week, date))
    await enter(two, job, addDays(next, 1))
    await step('approve', one)
    await step('approve', one, next)
    await step('approve', two, next)
    const soundOf = async () => (await preview()).map(({ name, sound }) => [name, sound])
    expect(await soundOf()).toEqual([[one.name, true]])
    const { split } = await weekOf(one)
    expect(split).toHaveLength(2)
    /** As a change of the company's first day of the week left them in earlier versions. */
    const overlaps = (person: { id: number }, more: object) =>
      transact(world.app.services, { user: world.app.system }, async (ctx) => {
        const [card] = await ctx.all(timecards, { user_id: person.id, week_start: next })
        if (card) await ctx.save(timecards, { id: card.id, ...more })
      })
    // Somebody else's week is none of theirs.
    await overlaps(two, { split: split.slice(0, 1) })
    expect(await soundOf()).toEqual([[one.name, true]])
    await overlaps(one, { split: split.slice(0, 1) })
    expect(await soundOf()).toEqual([[one.name, false]])
    // One that is not approved holds nothing.
    await overlaps(one, { approved_id: null, approved_at: null })
    expect(await soundOf()).toEqual([[one.name, true]])
    // Nor does one without a split.
    await overlaps(one, { approved_id: 1, approved_at: '2019-02-01T00:00:00Z', split: null })
    expect(await soundOf()).toEqual([[one.name, true]])
  })
})
