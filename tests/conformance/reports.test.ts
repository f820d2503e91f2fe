import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { can, every, staff } from '#core/access/access.ts'
import { defineReport, period, type Report, type ReportAnswer } from '#core/report/report.ts'
import { roundHours } from '#lib/numbers.ts'
import { defineServer, into } from '#server/define-server.ts'
import { loadModules } from '#server/modules.ts'
import { reportReaders } from '#modules/reports/entities.ts'
import { answers, reportAnswers } from '#modules/reports/slots.ts'
import { timeEntries } from '#modules/time/entities.ts'
import { entriesHref, jobCost } from '#modules/time/reports.ts'
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
  filters: period('to_date'),
  columns: {
    user_id: { label: 'Person', kind: 'id' },
    name: { label: 'Person', kind: 'text' },
    hours: { label: 'Hours', kind: 'hours', total: true, href: entriesHref },
  },
  chart: { kind: 'bars', title: 'Hours', by: ['name'], columns: ['hours'], unit: 'h' },
})
const hoursServer = defineServer({
  fills: [
    into(
      reportAnswers,
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
    const reports: Report[] = [jobCost]
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
    expect(answer.columns).not.toContain('cost')
    expect(answer.columns).not.toContain('spent')
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
})
