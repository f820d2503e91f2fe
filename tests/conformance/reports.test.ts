import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { can, every, staff } from '#core/access/access.ts'
import { defineReport, type Report, type ReportAnswer } from '#core/report/report.ts'
import { roundHours } from '#lib/numbers.ts'
import { defineServer } from '#server/define-server.ts'
import { loadModules } from '#server/modules.ts'
import { reportReaders } from '#modules/reports/entities.ts'
import { answers, reportAnswers } from '#modules/reports/slots.ts'
import { timeEntries } from '#modules/time/entities.ts'
import { missing } from '#modules/daily-logs/reports.ts'
import { timeOff } from '#modules/schedule/reports.ts'
import { entriesHref, hoursByWeek, jobCost, overtime } from '#modules/time/reports.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

type Person = Client & { user: CurrentUser }
const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]

/** All that a module writes for another report. */
const hoursByPerson = defineReport({
  name: 'hours-by-person',
  title: 'Hours by person',
  about: 'Hours as entered.',
  guard: every(staff, can('delete', 'timeEntries')),
  of: [timeEntries],
  span: 'to_date',
  columns: {
    user_id: { label: 'Person', kind: 'id' },
    name: { label: 'Person', kind: 'text' },
    hours: { label: 'Hours', kind: 'hours', total: true, href: entriesHref },
  },
  chart: { kind: 'bars', title: 'Hours', by: ['name'], columns: ['hours'], unit: 'h' },
})
const hoursServer = defineServer({
  fills: [
    reportAnswers(
      answers(hoursByPerson, async ({ groups }) => {
        const found = await groups(timeEntries, { by: ['user_id', 'user_name'], sum: ['hours'] })
        const rows = found.map(({ user_id, user_name, sum }) => ({ user_id, name: user_name, hours: sum.hours }))
        return { rows, figures: [] }
      }),
    ),
  ],
})

describe.each(enginesOfTier)('reports on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const ask = async (report: string, filters = '', role: Role = 'admin') => {
    const { status, data } = await as(role).get(`/api/report_mails/answer?report=${report}${filters}`)
    return { status, message: String(data.message), answer: data as ReportAnswer, errors: data.errors as unknown }
  }

  beforeAll(async () => {
    const modules = [...(await loadModules()), { id: 'hours', exports: {}, server: hoursServer }]
    world = await createTestWorld({ database: await openSample(createTestClock('2027-03-10 08:00')), modules })
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('a module adds a report by its description and its question', async () => {
    const { answer } = await ask('hours-by-person')
    expect(answer.rows.length).toBeGreaterThan(3)
    const sum = roundHours(answer.rows.reduce((all, { hours }) => all + Number(hours), 0))
    expect(answer.totals).toEqual({ hours: sum })
    expect(answer.columns).toEqual(['user_id', 'name', 'hours'])
  })

  test('an unknown report, one that is not theirs and values that no filter takes are refused', async () => {
    expect(await ask('nothing')).toMatchObject({ status: 404, message: 'This report could not be found.' })
    expect(await ask('hours-by-person', '', 'foreman')).toMatchObject({
      status: 403,
      message: 'You may not see this report.',
    })
    expect(await ask('job-cost', '&by=moon')).toMatchObject({ status: 422, errors: { by: [expect.any(String)] } })
    for (const role of ['employee', 'customer', 'contact'] as const)
      expect((await ask('job-cost', '', role)).status).toBe(403)
  })

  test('who may see a report sees the page', () => {
    const reports: Report[] = [jobCost, hoursByWeek, overtime, missing, timeOff]
    const seen = roles.filter((role) => reports.some(({ guard }) => guard(as(role).user)))
    expect(seen.filter((role) => !reportReaders(as(role).user))).toEqual([])
  })

  test('job cost says the hours, the budget and the projection of the forecast', async () => {
    const { data: forecast } = await as('manager').get('/api/time_entries/at_completion')
    const { answer } = await ask('job-cost', '', 'manager')
    expect(answer.rows).toHaveLength(forecast.length)
    for (const [at, job] of forecast.entries())
      expect(answer.rows[at]).toMatchObject({
        project_id: job.project_id,
        booked: job.actual,
        budget: job.budget,
        projected: job.projected,
        over: job.over,
      })
    expect(answer.columns).not.toContain('spent')
  })

  test('wages and fringes are those of hours with a rate, for who may see pay alone', async () => {
    const { data: job } = await as('admin').post('/api/projects', {
      customer_id: as('customer').user.customer_id,
      name: 'Paid',
      number: 'PAID-1',
    })
    const project_id = Number(job.id)
    const { data: code } = await as('admin').post(`/api/projects/${project_id}/cost_codes`, {
      number: '9',
      name: 'Work',
    })
    const { data: trade } = await as('admin').post('/api/trade_classes', {
      name: 'Lineman',
      class_rates: [
        { county: 'Grant', starts_on: '2026-01-01', rate: 40, fringe_plans: 10, fringe_cash: 2 },
        { county: 'Grant', starts_on: '2027-01-06', rate: 60, fringe_plans: 10, fringe_cash: 2 },
      ],
      class_periods: [{ period: 1, percent: 50 }],
    })
    const [rated, bare] = [as('employee').user.id, as('foreman').user.id]
    const job_classes = [{ user_id: rated, trade_class_id: trade.id }]
    await as('admin').post('/api/certified_jobs', { project_id, county: 'grant', job_classes })
    const enter = (user_id: number, date: string, hours: number) =>
      as('admin').post('/api/time_entries', { user_id, date, hours, project_id, cost_code_id: code.id })
    // 45 hours in a week, of which 5 are overtime, at two rates; and 8 of somebody without a class.
    for (const day of ['04', '05', '06', '07', '08']) await enter(rated, `2027-01-${day}`, 9)
    await enter(bare, '2027-01-04', 8)
    // One day was worked as an apprentice.
    const { data: days } = await as('admin').get(`/api/time_entries?project_id=${project_id}&date=2027-01-07`)
    await as('admin').post('/api/entry_classes', { time_entry_id: days[0].id, trade_class_id: trade.id, period: 1 })
    const wages = 18 * 40 + 9 * 60 + 9 * 30 + (4 + 1.5 * 5) * 60
    const { answer } = await ask('job-cost', `&project_id=${project_id}`)
    expect(answer.rows).toMatchObject([{ booked: 53, cost: wages + 45 * 12, rated: 45 }])
    const week = await ask('job-cost', `&project_id=${project_id}&by=code&from=2027-01-06&to=2027-01-06`)
    expect(week.answer.rows).toMatchObject([{ spent: 9, cost: 9 * 72, rated: 9 }])
    const [line = {}] = week.answer.rows
    expect(jobCost.columns.spent.href?.(line, week.answer)).toBe(
      `/time?view=entries&from=2027-01-06&to=2027-01-06&project_id=${project_id}&cost_code_id=${code.id}`,
    )
    // Without a rate nothing is said of a cost; it is not 0.
    const others = (await ask('job-cost')).answer.rows.filter((row) => row.rated === null)
    expect(others.length).toBeGreaterThan(0)
    expect(others.every(({ cost }) => cost === null)).toBe(true)
    await as('admin').patch(`/api/users/${as('manager').user.id}`, { permission_overrides: { pay: { view: true } } })
    for (const role of ['manager', 'office'] as const) {
      const { answer: own } = await ask('job-cost', `&project_id=${project_id}`, role)
      expect([role, own.columns.includes('cost'), JSON.stringify(own).includes('cost":')]).toEqual([role, false, false])
    }
  })

  test.each(['phase', 'category', 'code'])('by %s the hours come to those of all jobs', async (by) => {
    const [jobs, lines] = [await ask('job-cost'), await ask('job-cost', `&by=${by}`)]
    expect(lines.answer.totals).toEqual(jobs.answer.totals)
    expect(lines.answer.rows.length).toBeGreaterThan(1)
  })

  test('a period counts its own days, and its cells lead to their entries', async () => {
    const span = '&from=2027-03-01&to=2027-03-07'
    const { answer } = await ask('job-cost', span)
    const { data } = await as('admin').get('/api/time_entries?from=2027-03-01&to=2027-03-07')
    for (const row of answer.rows) {
      const own = data.filter((entry: { project_id: number }) => entry.project_id === row.project_id)
      expect(row.spent).toBe(roundHours(own.reduce((sum: number, { hours }: { hours: number }) => sum + hours, 0)))
    }
    expect(Number(answer.totals.spent)).toBeGreaterThan(0)
    const [row = {}] = answer.rows
    expect(jobCost.columns.spent.href?.(row, answer)).toBe(
      `/time?view=entries&from=2027-03-01&to=2027-03-07&project_id=${row.project_id}`,
    )
  })

  test('weeks come to what the forecast says is booked, and lead to what it projects', async () => {
    const { data: forecast } = await as('manager').get('/api/time_entries/at_completion')
    const job = forecast.find(
      ({ projected, actual }: { projected: number | null; actual: number }) => projected && actual,
    )
    const { answer } = await ask('hours-by-week', `&project_id=${job.project_id}`, 'manager')
    expect(answer.totals).toMatchObject({ sum: job.actual, budget: job.budget, pace: job.projected })
    const past = answer.rows.filter(({ sum }) => sum !== null)
    expect(past.at(-1)).toMatchObject({ week: '2027-03-07', sum: job.actual, pace: job.actual })
    for (const [at, row] of past.slice(1).entries())
      expect(row.sum).toBe(roundHours(Number(past[at]?.sum) + Number(row.booked)))
    const ahead = answer.rows.slice(past.length)
    expect(ahead.every(({ booked, pace }) => booked === null && Number(pace) <= job.projected)).toBe(true)
  })

  test('overtime by job and by foreman is what the weeks of payroll are paid', async () => {
    const week = { starts_on: '2027-02-28', ends_on: '2027-02-28' }
    const { data } = await as('office').get(`/api/payroll_batches/preview?${new URLSearchParams(week).toString()}`)
    const paid = (kind: 'overtime' | 'double') =>
      roundHours(
        data.weeks.reduce((sum: number, one: { paid: Record<string, number> }) => sum + (one.paid[kind] ?? 0), 0),
      )
    for (const by of ['job', 'foreman']) {
      const { answer } = await ask('overtime', `&from=2027-02-28&to=2027-03-06&by=${by}`, 'office')
      const { half, double, week: over, day, both = 0, premium } = answer.totals
      expect([by, half, double]).toEqual([by, paid('overtime'), paid('double')])
      expect(roundHours([over, day, both, premium].reduce<number>((sum, one) => sum + Number(one), 0))).toBe(
        roundHours(Number(half) + Number(double)),
      )
    }
    expect(paid('overtime') + paid('double')).toBeGreaterThan(0)
    expect((await ask('overtime', '', 'foreman')).status).toBe(403)
  })

  test.each(['admin', 'foreman'] as const)('missing time is that of the day, as far as %s sees it', async (role) => {
    const { data } = await as(role).get('/api/time_entries/missing?day=2027-03-09')
    for (const by of ['lead', 'day', 'lead_and_day']) {
      const { answer } = await ask('missing', `&from=2027-03-09&to=2027-03-09&by=${by}`, role)
      expect([by, answer.totals.people]).toEqual([by, data.user_ids.length])
      const short = data.short.reduce((sum: number, { hours }: { hours: number }) => sum + hours, 0)
      expect(answer.totals.short).toBe(roundHours(short))
    }
  })

  test('a day of a job without a log is missing until there is one, and days to come never are', async () => {
    const { data: project } = await as('admin').post('/api/projects', {
      customer_id: as('customer').user.customer_id,
      name: 'Logged',
      number: 'LOG-1',
    })
    const project_id = Number(project.id)
    const count = async (span: string) => Number((await ask('missing', span)).answer.totals.logs)
    const day = '&from=2027-03-09&to=2027-03-09'
    await as('admin').post(`/api/projects/${project_id}/daily_logs`, { date: '2027-03-08' })
    const before = await count(day)
    await as('admin').post(`/api/projects/${project_id}/daily_logs`, { date: '2027-03-09' })
    expect([before - (await count(day)), await count('&from=2027-03-10&to=2027-03-20')]).toEqual([1, 0])
    expect(await ask('missing', '&from=2026-01-01&to=2027-03-09')).toMatchObject({
      status: 422,
      errors: { from: ['Choose three months at most.'] },
    })
  })

  test('no log is missing on a day on which the company does not work', async () => {
    const day = '&from=2027-02-16&to=2027-02-16'
    const { data: job } = await as('admin').post('/api/projects', {
      customer_id: as('customer').user.customer_id,
      name: 'Closed',
      number: 'OFF-1',
    })
    await as('admin').post(`/api/projects/${job.id}/daily_logs`, { date: '2027-02-15' })
    const isNamed = async () => (await ask('missing', day)).answer.rows.some(({ who }) => String(who).includes('OFF-1'))
    expect(await isNamed()).toBe(true)
    const off = { kind: 'calendar', type: 'holiday', title: 'Closed', everyone: true, all_day: true }
    const dates = { start_date: '2027-02-16', end_date: '2027-02-16' }
    const { data: holiday } = await as('admin').post('/api/schedule_events', { ...off, ...dates })
    expect(await isNamed()).toBe(false)
    await as('admin').delete(`/api/schedule_events/${holiday.id}`)
    expect(await isNamed()).toBe(true)
  })

  test('a missing log stands under whoever led that day, also without a team', async () => {
    const span = 'from=2027-02-22&to=2027-03-09'
    const { data: led } = await as('foreman').get(`/api/time_entries/led?${span}`)
    // The latest day, whose week is open.
    const { user_id, date } = led.toSorted((a: { date: string }, b: { date: string }) => (a.date < b.date ? 1 : -1))[0]
    const customer_id = as('customer').user.customer_id
    const { data: job } = await as('admin').post('/api/projects', { customer_id, name: 'Led', number: 'LED-1' })
    await as('admin').post(`/api/projects/${job.id}/daily_logs`, { date: '2027-02-01' })
    const rowOf = async () => {
      const { answer } = await ask('missing', `&by=lead_and_day&from=${date}&to=${date}`)
      return answer.rows.find(({ who }) => String(who).includes('LED-1'))
    }
    expect((await rowOf())?.lead ?? 'Nobody leads').toBe('Nobody leads')
    const { data: code } = await as('admin').post(`/api/projects/${job.id}/cost_codes`, { number: '1', name: 'Work' })
    const entry = { user_id, date, hours: 1, project_id: Number(job.id), cost_code_id: Number(code.id) }
    expect(await as('admin').post('/api/time_entries', entry)).toMatchObject({ status: 201 })
    expect((await rowOf())?.lead).toBe(as('foreman').user.name)
  })

  test('time off counts the work days of the period by person and kind, and vacation as booked', async () => {
    const { id: user_id } = as('employee').user
    const off = { kind: 'calendar', type: 'time_off', title: 'Fishing', user_ids: [user_id] }
    // From a Thursday to the Tuesday after it: the period has three of its work days.
    await as('admin').post('/api/schedule_events', { ...off, start_date: '2027-06-03', end_date: '2027-06-08' })
    await as('admin').post('/api/time_entries', { user_id, date: '2027-06-07', type: 'vacation', hours: 8 })
    const { answer } = await ask('time-off', '&from=2027-06-03&to=2027-06-07')
    const own = answer.rows.filter((row) => row.user_id === user_id).map(({ kind, days, hours }) => [kind, days, hours])
    expect(own.toSorted()).toEqual([
      ['Fishing', 3, null],
      ['Vacation, booked', 1, 8],
    ])
    expect((await ask('time-off', '', 'foreman')).status).toBe(403)
  })
})
