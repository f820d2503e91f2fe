import { can, every, staff } from '#core/access/access.ts'
import { choice, ref } from '#core/entity/fields.ts'
import { defineReport, type Days, type ReportRow } from '#core/report/report.ts'
import { addDays } from '#lib/days.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { projects } from '../projects/entities.ts'
import { seesAllTime, timecards, timeEntries } from './entities.ts'

/** Those who see what was booked on whole jobs, and what comes of it. */
export const estimators = every(staff, can('edit', 'schedule'), can('create', 'timeEntries'), can('view', 'projects'))

/** The list of the entries that a row counts. */
export function entriesHref(
  { project_id = null, cost_code_id = null, user_id = null }: ReportRow,
  { from, to }: Days,
): string {
  const query = Object.entries({ from, to, project_id, cost_code_id, user_id }).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
  return `/time?${new URLSearchParams([['view', 'entries'], ...query]).toString()}`
}
const ofJob = (path: (id: number) => string) => (row: ReportRow) =>
  typeof row.project_id === 'number' ? path(row.project_id) : null
const toCodes = ofJob((id) => `/projects/${id}/cost_codes`)
const toForecast = ofJob((id) => `/forecasting/hours?project=${id}`)

/** What jobs cost in hours. */
export const jobCost = defineReport({
  name: 'job-cost',
  title: 'Job cost',
  about:
    'Hours against the budget of active jobs. Projections follow from what is entered as complete. Wages and fringes are those of hours whose rate is set; what is not approved is taken as it would be paid now.',
  guard: estimators,
  of: [timeEntries, costCodes, projects],
  span: 'to_date',
  filters: {
    by: choice('job', 'phase', 'category', 'code').default('job'),
    project_id: ref('project').optional().label('Job'),
  },
  columns: {
    project_id: { label: 'Job', kind: 'id' },
    cost_code_id: { label: 'Cost code', kind: 'id' },
    number: { label: 'Number', kind: 'text' },
    name: { label: 'Name', kind: 'text', href: ofJob((id) => `/projects/${id}`) },
    spent: { label: 'In this period', kind: 'hours', total: true, href: entriesHref },
    booked: { label: 'Booked', kind: 'hours', total: true, href: toCodes },
    budget: { label: 'Budget', kind: 'hours', total: true, href: toCodes },
    complete: { label: 'Complete', kind: 'percent', href: toForecast },
    projected: { label: 'At the end', kind: 'hours', href: toForecast },
    over: { label: 'Over budget', kind: 'hours', href: toForecast },
    cost: { label: 'Wages and fringes', kind: 'money', total: true, unmailed: true },
    rated: { label: 'For hours', kind: 'hours', total: true, unmailed: true },
  },
  chart: {
    kind: 'bars',
    title: 'Hours booked against budget',
    by: ['number', 'name'],
    columns: ['booked'],
    mark: 'budget',
    unit: 'h',
  },
})

const toWeek = ({ week, project_id }: ReportRow) =>
  typeof week === 'string'
    ? entriesHref({ project_id: project_id ?? null }, { from: week, to: addDays(week, 6) })
    : null

/** What was booked week by week, and where it leads at this pace. */
export const hoursByWeek = defineReport({
  name: 'hours-by-week',
  title: 'Hours by week',
  about:
    'Hours of active jobs against their budget. This pace is that of the last four whole weeks, to the projected end.',
  guard: estimators,
  of: [timeEntries, costCodes, projects],
  span: 'last_12_weeks',
  filters: { project_id: ref('project').optional().label('Job') },
  columns: {
    project_id: { label: 'Job', kind: 'id' },
    week: { label: 'Week of', kind: 'date', href: toWeek },
    booked: { label: 'In the week', kind: 'hours', total: true, href: toWeek },
    sum: { label: 'Booked', kind: 'hours' },
    pace: { label: 'At this pace', kind: 'hours' },
    budget: { label: 'Budget', kind: 'hours' },
  },
  chart: {
    kind: 'lines',
    title: 'Hours booked, and where they lead',
    by: ['week'],
    columns: ['sum', 'pace'],
    mark: 'budget',
    unit: 'h',
  },
})

/** Hours that are paid more, by job or foreman, with their reasons. */
export const overtime = defineReport({
  name: 'overtime',
  title: 'Overtime',
  about:
    'As approved; other weeks are split by the rules as they are now. Premium days are Saturdays, Sundays and holidays that pay more. A foreman’s hours are those of whom they led that day.',
  guard: every(staff, can('create', 'timeEntries'), seesAllTime),
  of: [timeEntries, timecards],
  span: 'last_4_weeks',
  filters: { by: choice('job', 'foreman').default('job') },
  columns: {
    project_id: { label: 'Job', kind: 'id' },
    number: { label: 'Number', kind: 'text' },
    name: { label: 'Name', kind: 'text' },
    week: { label: 'Over the week', kind: 'hours', total: true },
    day: { label: 'Over the day', kind: 'hours', total: true },
    both: { label: 'Over both', kind: 'hours', total: true },
    premium: { label: 'Premium days', kind: 'hours', total: true },
    half: {
      label: 'At 1.5×',
      kind: 'hours',
      total: true,
      href: (row, days) => (row.project_id ? entriesHref(row, days) : null),
    },
    double: {
      label: 'At 2×',
      kind: 'hours',
      total: true,
      href: (row, days) => (row.project_id ? entriesHref(row, days) : null),
    },
  },
  chart: { kind: 'bars', title: 'Hours of overtime', by: ['number', 'name'], columns: ['half', 'double'], unit: 'h' },
})
