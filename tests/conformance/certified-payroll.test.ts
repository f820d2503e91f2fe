import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { parseCsv } from '#lib/csv.ts'
import { columnNames } from '#modules/certified-payroll/csv.ts'
import { hoursOf, kinds, type Form } from '#modules/certified-payroll/form.ts'
import type { CertifiedWeek } from '#modules/certified-payroll/week.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const FORMS = '/api/certified_payrolls'
const signature_path = 'M 60 130 L 90 60 L 110 120'
const statement = { signed_by: 'Priya Shah', signed_title: 'Office manager', signature_path }

describe.each(enginesOfTier)('Certified payroll on $engine', ({ openSample }) => {
  const clock = createTestClock()
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const signedIn = new Map<string, Person>()
  const as = (role: string): Person => {
    const found = signedIn.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const made = async (path: string, draft: object) => {
    const { status, data } = await as('admin').post(path, draft)
    expect([path, status, data.errors ?? data.message]).toEqual([path, 201, undefined])
    return data
  }
  /** The first day of the week so many weeks ago. */
  const weekAgo = (weeks: number) => addDays(startOfWeek(clock.day()), -7 * weeks)
  let electrician: { id: number }
  let laborer: { id: number }
  let nth = 0

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    for (const role of ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'])
      signedIn.set(role, await world.signIn(`${role}@plumbline.test`))
    const rate = (value: number, more: object = {}) => ({
      county: 'Benton',
      starts_on: '2020-01-01',
      rate: value,
      ...more,
    })
    electrician = await made('/api/trade_classes', {
      name: 'Wireman',
      class_rates: [
        rate(62.4, { fringe_plans: 20.5, ends_on: '2020-12-31' }),
        rate(64, { fringe_plans: 21, starts_on: '2021-01-01' }),
      ],
      class_periods: [{ period: 3, percent: 60 }],
    })
    laborer = await made('/api/trade_classes', {
      name: 'Common laborer',
      class_rates: [rate(40, { fringe_cash: 5.25 })],
    })
    const [company] = (await as('admin').get('/api/company_settings')).data
    const address = { line1: '2210 W Clearwater Ave', city: 'Kennewick', state: 'WA', postal_code: '99336' }
    expect((await as('admin').patch(`/api/company_settings/${company.id}`, { address })).status).toBe(200)
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  async function worker(): Promise<{ id: number; name: string }> {
    const name = `Hank ${String.fromCharCode(65 + (nth++ % 26))}${nth}`
    return made('/api/users', { name, role: 'employee', has_access: false, track_time: true, employee_code: `C${nth}` })
  }
  async function job(people: readonly { id: number }[], more: object = {}) {
    const address = { line1: '', city: 'Richland', state: 'WA', postal_code: '' }
    const number = `C-${crypto.randomUUID().slice(0, 8)}`
    const draft = { customer_id: 1, name: 'Area lighting', number, overtime_rule: 'prevailing', address }
    const project = await made('/api/projects', draft)
    const code = await made(`/api/projects/${project.id}/cost_codes`, { number: '010', name: 'Feeders' })
    const terms = await made('/api/certified_jobs', {
      project_id: project.id,
      county: 'benton',
      contract_number: 'MIE-24-7715',
      job_classes: people.map(({ id }) => ({ user_id: id, trade_class_id: electrician.id })),
      ...more,
    })
    return { id: project.id as number, code: code.id as number, number, terms }
  }
  const enter = (of: { id: number; code: number }, user_id: number, date: string, hours: number) =>
    made('/api/time_entries', {
      user_id,
      date,
      hours,
      project_id: of.id,
      cost_code_id: of.code,
      confirmed: ['duplicate'],
    })
  const cardOf = async (user_id: number, week: string) =>
    (await as('admin').get(`/api/timecards?user_id=${user_id}&from=${week}&to=${week}`)).data[0]
  async function approve(user_id: number, week: string) {
    const { id } = await cardOf(user_id, week)
    const answer = await as('admin').post(`/api/timecards/${id}/approve`, { exception: 'Outage' })
    expect([answer.status, answer.data.message]).toEqual([200, undefined])
  }
  const pay = { gross: 3200, fica: 229.5, withheld: 300, other: 70.5, net: 2600 }
  async function paid(user_id: number, week: string, more: object = {}) {
    await made('/api/pay_weeks', { user_id, week_start: week, ...pay, ...more })
  }
  const digits = (user_id: number, last_four = '4471', more: object = {}) =>
    made('/api/worker_numbers', { user_id, last_four, ...more })
  const formOf = async (project_id: number, week: string, who = 'admin'): Promise<Form> =>
    (await as(who).get(`${FORMS}/form?project_id=${project_id}&week_start=${week}`)).data
  const stateOf = async (project_id: number, week: string): Promise<CertifiedWeek | undefined> =>
    ((await as('admin').get(`${FORMS}/weeks`)).data as CertifiedWeek[]).find(
      (one) => one.project_id === project_id && one.week_start === week,
    )

  /** A job of one worker with a complete week of 45 hours. */
  async function complete(weeks = 3) {
    const week = weekAgo(weeks)
    const one = await worker()
    const at = await job([one])
    for (let day = 1; day <= 5; day++) await enter(at, one.id, addDays(week, day), 9)
    await approve(one.id, week)
    await digits(one.id)
    await paid(one.id, week)
    return { week, one, at }
  }

  test('says what it lacks, and where that is mended, until nothing is missing', async () => {
    const week = weekAgo(2)
    const one = await worker()
    const at = await job([], { county: 'Franklin' })
    await enter(at, one.id, addDays(week, 1), 9)
    const lacks = async () => (await formOf(at.id, week)).missing.map(({ text, href }) => [text, href])
    expect(await lacks()).toEqual([[`${one.name}: 9.00 h are not approved`, `/timecard?week=${week}&user=${one.id}`]])
    await approve(one.id, week)
    const here = `/certified_payroll/${at.id}/${week}`
    expect(await lacks()).toEqual([
      [`${one.name} has no class on this job`, `${here}?mend=job`],
      [`${one.name} has no last four digits`, '/setup/worker_numbers'],
      [`${one.name} has no gross, deductions or net wages of this week`, `${here}#pay`],
    ])
    const terms = `/api/certified_jobs/${at.terms.id}`
    const put = (more: object) => as('admin').patch(terms, more)
    await put({ job_classes: [{ user_id: one.id, trade_class_id: electrician.id, period: 3 }] })
    expect((await lacks())[0]?.[0]).toMatch(/^Wireman has no rate in Franklin on /)
    await put({ county: 'Benton', job_classes: [{ user_id: one.id, trade_class_id: electrician.id, period: 4 }] })
    expect((await lacks())[0]).toEqual(['Wireman has no percentage for period 4', '/setup/trade_classes'])
    await put({ job_classes: [{ user_id: one.id, trade_class_id: electrician.id, period: 3 }] })
    await digits(one.id)
    expect((await lacks())[0]).toEqual([`${one.name} has no apprenticeship program`, '/setup/worker_numbers'])
    const [number] = (await as('admin').get(`/api/worker_numbers?user_id=${one.id}`)).data
    await as('admin').patch(`/api/worker_numbers/${number.id}`, { program: 'WA-0412' })
    await paid(one.id, week, { net: 2599 })
    expect((await lacks())[0]?.[0]).toBe(`${one.name}: gross less deductions is 2,600.00, net says 2,599.00`)
    const { id } = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    const refused = await as('admin').post(`${FORMS}/${id}/sign`, statement)
    expect([refused.status, refused.data.message]).toEqual([
      422,
      `${one.name}: gross less deductions is 2,600.00, net says 2,599.00. Mend this first.`,
    ])
    const [own] = (await as('admin').get(`/api/pay_weeks?user_id=${one.id}`)).data
    await as('admin').patch(`/api/pay_weeks/${own.id}`, { net: 2600 })
    const form = await formOf(at.id, week)
    expect(form.missing).toEqual([])
    // 8 h and 1 h of overtime at 60 % of 64.00.
    expect(form.rows).toMatchObject([
      { class: 'Wireman', period: 3, percent: 60, rate: 38.4, gross: 364.8, typed: false },
    ])
    expect(form.programs).toEqual([{ name: expect.any(String), program: 'WA-0412' }])
  })

  test('is numbered from 1 within its job, signed once, and stays as it was signed', async () => {
    const { week, one, at } = await complete()
    const { id, number } = await made(FORMS, {
      deductions: 'FICA, tax',
      project_id: at.id,
      week_start: week,
      number: 70,
    })
    expect(number).toBe(1)
    expect((await as('admin').post(FORMS, { project_id: at.id, week_start: week })).status).toBe(422)
    expect(
      (await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: addDays(week, 7), final: true }))
        .number,
    ).toBe(2)
    await as('admin').patch(`${FORMS}/${id}`, { deductions: null })
    const silent = await as('admin').post(`${FORMS}/${id}/sign`, statement)
    expect([silent.status, silent.data.message]).toEqual([422, 'Say in the statement what was deducted.'])
    await as('admin').patch(`${FORMS}/${id}`, { deductions: 'FICA, tax' })
    expect((await as('admin').post(`${FORMS}/${id}/sign`, {})).data.errors).toEqual({
      signed_by: ['Name is required'],
      signed_title: ['Title is required'],
      signature_path: ['Signature is required'],
    })
    const { status, data } = await as('admin').post(`${FORMS}/${id}/sign`, statement)
    expect([status, data.signed_by, data.signed_name]).toEqual([200, 'Priya Shah', as('admin').user.name])
    const kept = (await as('admin').get(`${FORMS}/${id}`)).data.data
    expect(kept.rows).toMatchObject([{ name: one.name, last_four: '4471', rate: 64, gross: 3040 }])
    expect((await stateOf(at.id, week))?.state).toBe('signed')
    expect((await as('admin').patch(`${FORMS}/${id}`, { final: true })).data.message).toBe(
      'This form is signed and stays as it is. Make an amended one.',
    )
    expect((await as('admin').delete(`${FORMS}/${id}`)).status).toBe(403)
    const again = await as('admin').post(`${FORMS}/${id}/sign`, { ...statement, signed_by: 'Someone else' })
    expect(again.data.signed_by).toBe('Priya Shah')
    expect((await as('admin').post(FORMS, { project_id: at.id, week_start: week })).data.message).toBe(
      'Nothing changed since this form was signed.',
    )

    clock.pass({ minutes: 1 })
    const card = await cardOf(one.id, week)
    await as('admin').post(`/api/timecards/${card.id}/reopen`, { reason: 'Left at noon' })
    const [entry] = (
      await as('admin').get(`/api/time_entries?user_id=${one.id}&from=${addDays(week, 3)}&to=${addDays(week, 3)}`)
    ).data
    await as('admin').patch(`/api/time_entries/${entry.id}`, { hours: 4 })
    await approve(one.id, week)
    const [own] = (await as('admin').get(`/api/pay_weeks?user_id=${one.id}`)).data
    await as('admin').patch(`/api/pay_weeks/${own.id}`, { gross: 2700, net: 2100 })
    const day = `${Number(addDays(week, 3).slice(5, 7))}/${Number(addDays(week, 3).slice(8))}`
    const changes = [
      `${one.name}: gross, this job 2,688.00 instead of 3,040.00`,
      `${one.name}: ${day} ST 4.00 instead of 8.00`,
      `${one.name}: ${day} OT none instead of 1.00`,
      `${one.name}: gross, all work 2,700.00 instead of 3,200.00`,
      `${one.name}: net wages 2,100.00 instead of 2,600.00`,
    ]
    expect((await formOf(at.id, week)).changes.toSorted()).toEqual(changes.toSorted())
    expect((await stateOf(at.id, week))?.state).toBe('changed')
    const amended = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    expect([amended.number, amended.amendment]).toEqual([1, 1])
    await as('admin').post(`${FORMS}/${amended.id}/sign`, statement)
    expect((await as('admin').get(`${FORMS}/${amended.id}`)).data.data.changes.toSorted()).toEqual(changes.toSorted())
    expect((await as('admin').get(`${FORMS}/${id}`)).data.data).toEqual(kept)
    expect((await stateOf(at.id, week))?.state).toBe('signed')
    clock.pass({ minutes: 1 })
    const other = await made('/api/entry_classes', { time_entry_id: entry.id, trade_class_id: laborer.id })
    expect((await stateOf(at.id, week))?.state).toBe('changed')
    const second = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    expect((await as('admin').post(`${FORMS}/${second.id}/sign`, statement)).status).toBe(200)
    expect((await stateOf(at.id, week))?.state).toBe('signed')
    clock.pass({ minutes: 1 })
    await as('admin').delete(`/api/entry_classes/${other.id}`)
    expect((await stateOf(at.id, week))?.state).toBe('changed')
  })

  test('has a line for each class that somebody worked as, and a gross that may be typed', async () => {
    const week = weekAgo(2)
    const one = await worker()
    const at = await job([one])
    await enter(at, one.id, addDays(week, 1), 8)
    const tuesday = await enter(at, one.id, addDays(week, 2), 6)
    await made('/api/entry_classes', { time_entry_id: tuesday.id, trade_class_id: laborer.id })
    await approve(one.id, week)
    const { rows } = await formOf(at.id, week)
    expect(rows.map((row) => [row.class, hoursOf(row), row.rate, row.gross, row.pay !== null])).toEqual([
      ['Wireman', 8, 64, 512, true],
      ['Common laborer', 6, 40, 271.5, false],
    ])
    await paid(one.id, week, { job_gross: [{ project_id: at.id, gross: 790 }] })
    const typed = (await formOf(at.id, week)).rows
    expect(typed.map(({ gross, typed: isTyped }) => [gross, isTyped])).toEqual([
      [790, true],
      [0, true],
    ])
  })

  test('is late seven days after payday, and a week without work asks for none (rule certified-payroll-due)', async () => {
    const [company] = (await as('admin').get('/api/company_settings')).data
    const { week, at, one } = await complete(4)
    await enter(at, one.id, addDays(weekAgo(2), 1), 2)
    await as('admin').patch(`/api/company_settings/${company.id}`, { payday: 3 })
    const due = await stateOf(at.id, week)
    expect(due).toMatchObject({ state: 'due', late: true, hours: 45, due_on: addDays(week, 6 + 3 + 7) })
    expect(await stateOf(at.id, weekAgo(3))).toMatchObject({ state: 'none', late: false })
    await as('admin').patch(`/api/company_settings/${company.id}`, { payday: 40 })
    expect((await stateOf(at.id, week))?.late).toBe(false)
    await as('admin').patch(`/api/company_settings/${company.id}`, { payday: 6 })
    const { id } = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    expect(await stateOf(at.id, week)).toMatchObject({ state: 'made', late: true })
    await as('admin').post(`${FORMS}/${id}/sign`, statement)
    expect(await stateOf(at.id, week)).toMatchObject({ state: 'signed', late: false })
    const empty = await formOf(at.id, weekAgo(3))
    expect([empty.rows, empty.missing]).toEqual([[], []])
    await as('admin').patch(`/api/certified_jobs/${at.terms.id}`, { starts_on: weekAgo(2) })
    expect(await stateOf(at.id, weekAgo(3))).toBeUndefined()
  })

  test('is asked for a week that is over, of a job with prevailing wages', async () => {
    const at = await job([])
    const answer = async (draft: object) => (await as('admin').post(FORMS, draft)).data.errors
    const whole = { project_id: at.id, week_start: weekAgo(1) }
    expect(await answer({ ...whole, week_start: weekAgo(0) })).toEqual({ week_start: ['This week is not over yet.'] })
    expect(await answer({ ...whole, week_start: addDays(weekAgo(2), 1) })).toEqual({
      week_start: ['Week must be its first day.'],
    })
    await as('admin').patch(`/api/projects/${at.id}`, { overtime_rule: 'standard' })
    expect(await answer(whole)).toEqual({ project_id: ['This job pays no prevailing wages.'] })
    for (const query of ['', '?project_id=999999&week_start=2021-01-03', `?project_id=${at.id}&week_start=soon`])
      expect((await as('admin').get(`${FORMS}/form${query}`)).status).toBe(422)
  })

  test('its file has the documented columns, and the hours of every day', async () => {
    const { week, at } = await complete()
    const { id } = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    const read = async () => parseCsv((await as('admin').get(`${FORMS}/${id}/file`)).data)
    const [head, line] = await read()
    expect(head).toEqual(columnNames)
    const of = (name: string) => line?.[head?.indexOf(name) ?? -1]
    expect([of('payroll_number'), of('identifying_number'), of('journeyworker_or_apprentice')]).toEqual([
      '1',
      '4471',
      'J',
    ])
    expect([of('day_2_st'), of('day_2_ot'), of('total_hours'), of('rate_ot')]).toEqual([
      '8.00',
      '1.00',
      '45.00',
      '96.00',
    ])
    expect([of('fringe_credit'), of('gross_project'), of('gross_project_source')]).toEqual([
      '945.00',
      '3040.00',
      'hours x rate',
    ])
    expect([of('total_deductions'), of('net_pay')]).toEqual(['600.00', '2600.00'])
    await as('admin').post(`${FORMS}/${id}/sign`, statement)
    const before = await read()
    const [own] = (await as('admin').get(`/api/pay_weeks?week_start=${week}`)).data.filter(
      ({ net }: { net: number }) => net === 2600,
    )
    await as('admin').patch(`/api/pay_weeks/${own.id}`, { other: 71.5 })
    expect(await read()).toEqual(before)
  })

  test('the hours are the approved ones of the job and week, by person, day and kind, whatever was entered', async () => {
    let state = 11
    const below = (most: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % most
    for (let run = 0; run < 3; run++) {
      const week = weekAgo(5 + run)
      const people = [await worker(), await worker(), await worker()]
      const jobs = [await job(people), await job(people.slice(1))]
      for (let at = 0; at < 30; at++) {
        const of = jobs[below(2)]
        const person = people[below(3)]
        if (!of || !person) continue
        const hours = (1 + below(430)) / 100
        const date = addDays(week, below(7))
        const draft = {
          user_id: person.id,
          date,
          hours,
          project_id: of.id,
          cost_code_id: of.code,
          confirmed: ['duplicate'],
        }
        const { status, data } = await as('admin').post('/api/time_entries', draft)
        if (status === 201 && below(4) === 0)
          await made('/api/entry_classes', { time_entry_id: data.id, trade_class_id: laborer.id })
      }
      for (const { id } of people.slice(below(2))) if (await cardOf(id, week)) await approve(id, week)
      for (const of of jobs) {
        const expected: Record<string, number> = {}
        const entries = (await as('admin').get(`/api/time_entries?project_id=${of.id}`)).data
        for (const { id, user_id, date } of entries) {
          const card = await cardOf(user_id, week)
          const split = card.split?.find((one: { id: number }) => one.id === id)
          for (const kind of split ? kinds : []) {
            const key = `${user_id} ${date} ${kind}`
            if (split[kind]) expected[key] = Math.round(((expected[key] ?? 0) + split[kind]) * 100) / 100
          }
        }
        const shown: Record<string, number> = {}
        for (const row of (await formOf(of.id, week)).rows)
          for (const kind of kinds)
            for (const [day, hours] of row.hours[kind].entries()) {
              const key = `${row.user_id} ${addDays(week, day)} ${kind}`
              if (hours) shown[key] = Math.round(((shown[key] ?? 0) + hours) * 100) / 100
            }
        expect(shown).toEqual(expected)
      }
    }
  })

  test('only the last four digits are kept, and rates that contradict each other are refused', async () => {
    const one = await worker()
    for (const last_four of ['123-45-4471', '123454471', '447', '447a'])
      expect((await as('admin').post('/api/worker_numbers', { user_id: one.id, last_four })).data.errors).toEqual({
        last_four: ['Enter the last four digits alone.'],
      })
    const rate = { county: 'Benton', starts_on: '2021-01-01', rate: 50 }
    const class_rates = [
      rate,
      { ...rate, county: 'BENTON', rate: 51 },
      { ...rate, county: 'Adams', ends_on: '2020-01-01' },
    ]
    const class_periods = [1, 1].map((period) => ({ period, percent: 40 }))
    const { data } = await as('admin').post('/api/trade_classes', { name: 'Painter', class_rates, class_periods })
    expect(data.errors).toEqual({
      'class_rates.1.starts_on': ['This county has a rate from that day already.'],
      'class_rates.2.ends_on': ['Until must not be before From.'],
      'class_periods.1.period': ['This period is there already.'],
    })
  })

  test('pay is for administrators, and for office staff to whom it was granted (rule pay-data)', async () => {
    const { week, one, at } = await complete()
    await as('admin').patch(
      `/api/worker_numbers/${(await as('admin').get(`/api/worker_numbers?user_id=${one.id}`)).data[0].id}`,
      {
        last_four: '9183',
      },
    )
    const { id } = await made(FORMS, { deductions: 'FICA, tax', project_id: at.id, week_start: week })
    await as('admin').post(`${FORMS}/${id}/sign`, statement)
    const paths = [
      'trade_classes',
      'certified_jobs',
      'entry_classes',
      'worker_numbers',
      'pay_weeks',
      'certified_payrolls',
    ]
    const own = [
      `${FORMS}/weeks`,
      `${FORMS}/form?project_id=${at.id}&week_start=${week}`,
      `${FORMS}/${id}`,
      `${FORMS}/${id}/file`,
      `${FORMS}/${id}/history`,
    ]
    const all = { view: true, create: true, edit: true, delete: true }
    const others = ['manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
    for (const role of others) {
      const { user } = as(role)
      // A grant to anybody but office staff counts for nothing.
      if (role !== 'office') await as('admin').patch(`/api/users/${user.id}`, { permission_overrides: { pay: all } })
      for (const path of [...paths.map((name) => `/api/${name}`), ...own])
        expect([role, path, (await as(role).get(path)).status]).toEqual([role, path, 403])
      expect((await as(role).post('/api/pay_weeks', { user_id: one.id, week_start: week })).status).toBe(403)
      for (const path of [
        '/api/users',
        `/api/users/${one.id}`,
        `/api/users/${one.id}/history`,
        '/api/projects',
        `/api/projects/${at.id}`,
        `/api/projects/${at.id}/history`,
        `/api/projects/${at.id}/offline`,
        '/api/search?q=9183',
        `/api/search?q=Hank`,
        '/api/timecards',
        '/api/time_entries',
        '/api/payroll_batches',
        '/api/company_settings',
        '/api/user',
        '/api/app',
      ]) {
        const { data } = await as(role).get(path)
        const text = JSON.stringify(data)
        for (const secret of ['9183', '229.5', 'last_four'])
          expect([role, path, text.includes(secret)]).toEqual([role, path, false])
      }
      await as('admin').patch(`/api/users/${user.id}`, { permission_overrides: {} })
    }
    const office = as('office')
    await as('admin').patch(`/api/users/${office.user.id}`, { permission_overrides: { pay: { view: true } } })
    expect((await office.get(`${FORMS}/${id}`)).data.data.rows[0].last_four).toBe('9183')
    expect((await office.post('/api/pay_weeks', { user_id: one.id, week_start: week })).status).toBe(403)
    await as('admin').patch(`/api/users/${office.user.id}`, { permission_overrides: {} })
  })
})
