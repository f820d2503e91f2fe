import { can, every, staff } from '#core/access/access.ts'
import { choice } from '#core/entity/fields.ts'
import { defineReport } from '#core/report/report.ts'
import { timeEntries } from '../time/entities.ts'
import { dailyLogs } from './entities.ts'

/** Whose hours and which logs are missing, by lead and day. */
export const missing = defineReport({
  name: 'missing',
  title: 'Missing time and logs',
  about:
    'Days before today: who has fewer hours than they were planned for, or none on a work day, and jobs without a daily log.',
  guard: every(staff, can('create', 'timeEntries'), can('view', 'dailyLogs')),
  of: [dailyLogs, timeEntries],
  span: 'last_week',
  filters: { by: choice('lead', 'day', 'lead_and_day').default('lead') },
  columns: {
    project_id: { label: 'Job', kind: 'id' },
    lead: { label: 'Lead', kind: 'text' },
    day: { label: 'Day', kind: 'date', href: ({ day }) => (typeof day === 'string' ? `/time?day=${day}` : null) },
    people: {
      label: 'Days without hours',
      kind: 'number',
      total: true,
      href: ({ day }) => (typeof day === 'string' ? `/time?day=${day}` : null),
    },
    short: { label: 'Hours short of the plan', kind: 'hours', total: true },
    logs: {
      label: 'Daily logs',
      kind: 'number',
      total: true,
      href: ({ project_id }) => (project_id ? `/projects/${project_id}/daily_logs` : null),
    },
    who: { label: 'Who and where', kind: 'text' },
  },
  chart: {
    kind: 'bars',
    title: 'What is missing',
    by: ['lead', 'day'],
    columns: ['people', 'logs'],
    unit: 'missing',
  },
})
