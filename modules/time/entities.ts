import * as z from 'zod/mini'
import { area, can, every, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, json, longText, number, ref, related } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { between, within } from '#core/query/where.ts'
import { formatDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { deriveEntry, entryErrors, mayWrite, readsEntry } from './entry-guards.ts'
import { hourSums } from './sums.ts'
import { stages, timecards } from './timecards.ts'

export { daySignatures, type DaySignature } from './day-signatures.ts'
export { heldChanges, type HeldChange } from './held.ts'
export { ledDays, type LedDay } from './led.ts'
export { seesAllTime, timecards, type Timecard, type Totals } from './timecards.ts'
export type { SignedLine, Statement } from './week-values.ts'

/** Types of time (rule time-entry-type). `admin` requires edit permission on adminTimeEntries. */
export const entryTypes = ['standard', 'shop', 'vacation', 'admin'] as const
export type EntryType = (typeof entryTypes)[number]

/** A person's hours on one day, project and cost code (rule time-entry). */
export const timeEntries = defineEntity('time_entry', {
  endpoint: 'api/time_entries',
  area: [
    area('timeEntries', {
      project_manager: ['view', 'create', 'edit'],
      office_staff: ['view', 'create', 'edit', 'delete'],
      foreman: ['view', 'create', 'edit'],
      employee: ['view'],
    }),
    area('adminTimeEntries', { office_staff: ['edit'] }),
  ],
  access: {
    // Users may delete the entries they created; `may` checks the creator.
    delete: (user) => can('delete', 'timeEntries')(user) || can('create', 'timeEntries')(user),
    review: can('approve', 'timecards'),
    unreview: can('approve', 'timecards'),
    review_all: can('approve', 'timecards'),
    by_code: can('create', 'timeEntries'),
    at_completion: every(staff, can('edit', 'schedule'), can('create', 'timeEntries')),
    missing: can('create', 'timeEntries'),
    led: can('view', 'timeEntries'),
    crew: can('create', 'timeEntries'),
  },
  sort: '-date',
  specified: {
    fields: [
      'cost_code_id',
      'project_id',
      'user_id',
      'creator_id',
      'date',
      'hours',
      'type',
      'notes',
      'per_diem',
      'user_name',
      'project',
      'cost_code',
    ],
  },
  fields: {
    user_id: ref('user').label('Person'),
    type: choice(...entryTypes).default('standard'),
    project_id: ref('project').optional(),
    cost_code_id: ref('cost_code').optional().label('Cost code'),
    date: date(),
    /** At most two decimals. */
    hours: number({ min: 0, max: 1000, hours: true }).default(0),
    per_diem: flag().default(false),
    notes: longText().optional(),
    creator_id: ref('user', { onDelete: 'keep' }).readonly(),
    /** The timecard that it belongs to; a number, since who sees an entry may not see the week. */
    week_id: number({ decimals: 0 }).optional().readonly(),
  },
  computed: {
    /** The state of its week. */
    status: choice('open', 'submitted', 'approved', 'exported').default('open'),
    user_name: related('user_id', 'name').searchable(),
    creator_name: related('creator_id', 'name'),
    project_name: related<string | null>('project_id', 'name').searchable(),
    project_number: related<string | null>('project_id', 'number').searchable(),
    cost_code_number: related<string | null>('cost_code_id', 'number'),
    cost_code_name: related<string | null>('cost_code_id', 'name'),
    /** The project and the cost code with the fields that clients display; null for time without a project. */
    project: json(z.nullable(z.object({ id: z.number(), name: z.string(), number: z.string() }))),
    cost_code: json(
      z.nullable(
        z.object({
          id: z.number(),
          number: z.string(),
          name: z.string(),
          category_number: z.nullable(z.string()),
          category_name: z.nullable(z.string()),
        }),
      ),
    ),
  },
  filters: {
    /** First and last day, both included. */
    from: filter(date(), (day) => ({ date: between(day, null) })),
    to: filter(date(), (day) => ({ date: between(null, day) })),
    status: filter(choice('open', 'submitted', 'approved', 'exported', 'all').default('all'), (status) =>
      status === 'all' ? {} : { week_id: within(timecards, stages[status]) },
    ),
  },
  indexed: [['week_id']],
  rules: { reads: readsEntry, may: mayWrite, derive: deriveEntry, validate: entryErrors },
  // Time that was booked before a project was archived may still be corrected.
  whileActive: { on: 'project_id', entering: true },
  workflow: {
    // By the project's approver (rule timecard-week).
    states: { entered: { label: 'Entered' }, reviewed: { label: 'Reviewed', tone: 'done', stamp: 'reviewed' } },
    steps: {
      review: {
        to: 'reviewed',
        label: 'Review',
        icon: 'check',
        done: 'Entry reviewed.',
        undo: 'unreview',
        offered: ({ project_id }) => project_id !== null,
      },
      unreview: {
        to: 'entered',
        label: 'Reviewed',
        icon: 'check',
        done: 'Entry is no longer reviewed.',
        undo: 'review',
      },
    },
  },
  collectionActions: ['review_all'],
  online: ['review', 'unreview'],
  offline: { days: 14 },
  queries: ['by_code', 'at_completion', 'missing', 'led', 'crew'],
  totals: hourSums,
  display: {
    icon: 'clock',
    title: ({ user_name, date, hours }) => `${user_name}, ${formatDay(date)}: ${formatHours(hours)} h`,
    subtitle: ({ project_number, project_name }) => [project_number, project_name].filter(Boolean).join(' '),
    href: ({ date }) => `/time?day=${date}`,
  },
})
export type TimeEntry = RecordOf<typeof timeEntries>

/** The response of GET api/time_entries/by_code?project_id=4: all hours ever booked on each code of a project. */
export interface CodeHours {
  cost_code_id: number
  hours: number
}
