import * as z from 'zod/mini'
import { area, can, either, every, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, instant, json, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { between, not, within, type AnyWhere } from '#core/query/where.ts'
import { formatDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { hourSums } from './sums.ts'
import { signedLines, split, totals } from './week-values.ts'

export type { SignedLine } from './week-values.ts'

/** Types of time (rule time-entry-type). `admin` requires edit permission on adminTimeEntries. */
export const entryTypes = ['standard', 'shop', 'vacation', 'admin'] as const
export type EntryType = (typeof entryTypes)[number]

/** The conditions of a week's states, as a list filters by them. */
const stages: Record<'open' | 'submitted' | 'approved' | 'exported' | 'all', AnyWhere> = {
  open: { submitted_at: null, approved_at: null },
  submitted: { submitted_at: not(null), approved_at: null },
  approved: { approved_at: not(null), exported_at: null },
  exported: { exported_at: not(null) },
  all: {},
}

/** A person's hours on one day, project and cost code (rule time-entry). */
export const timeEntries = defineEntity('time_entry', {
  endpoint: 'api/time_entries',
  area: area('timeEntries', {
    project_manager: ['view', 'create', 'edit'],
    office_staff: ['view', 'create', 'edit', 'delete'],
    foreman: ['view', 'create', 'edit'],
    employee: ['view'],
  }),
  areas: [area('adminTimeEntries', { office_staff: ['edit'] })],
  access: {
    // Users may delete the entries they created; the server checks the creator in `may`.
    delete: either(can('delete', 'timeEntries'), can('create', 'timeEntries')),
    review: can('approve', 'timecards'),
    unreview: can('approve', 'timecards'),
    review_all: can('approve', 'timecards'),
    by_code: can('create', 'timeEntries'),
    at_completion: every(staff, can('edit', 'schedule'), can('create', 'timeEntries')),
    missing: can('create', 'timeEntries'),
  },
  sort: 'date',
  direction: 'desc',
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
    /** The project's approver who reviewed the entry (rule timecard-week). */
    reviewed_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    reviewed_at: instant().optional().readonly(),
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
    project: json(z.nullable(z.object({ id: z.number(), name: z.string(), number: z.string() }))).untold(null),
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
    ).untold(null),
  },
  filters: {
    /** First and last day, both included. */
    from: filter(date(), (day) => ({ date: between(day, null) })),
    to: filter(date(), (day) => ({ date: between(null, day) })),
    status: filter(choice('open', 'submitted', 'approved', 'exported', 'all').default('all'), (status) =>
      status === 'all' ? {} : { week_id: within(timecards, stages[status]) },
    ),
  },
  // Time that was booked before a project was archived may still be corrected.
  entersWhileActive: 'project_id',
  actions: ['review', 'unreview'],
  undo: { review: 'unreview', unreview: 'review' },
  collectionActions: ['review_all'],
  online: ['review', 'unreview'],
  offline: { days: 14 },
  queries: ['by_code', 'at_completion', 'missing'],
  sums: hourSums,
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
/** Shown when a step requires a reason and none is given (rule timecard-week). */
export const ADD_A_REASON = 'Add a reason.'
export const LOCKED = 'This week is approved and locked.'

const approvers = can('approve', 'timecards')

/**
 * A person's week, from open through submitted and approved to exported (rule timecard-week). It is created with its
 * first time entry. Its state derives from the `_at` stamps.
 */
export const timecards = defineEntity('timecard', {
  endpoint: 'api/timecards',
  area: area(
    'timecards',
    {
      project_manager: ['view', 'approve'],
      office_staff: ['view', 'edit', 'approve', 'export'],
      foreman: ['view'],
      employee: ['view'],
    },
    { own: true },
  ),
  access: {
    create: every(staff, can('view', 'timecards')),
    submit: every(staff, can('view', 'timecards')),
    unsubmit: every(staff, can('view', 'timecards')),
    dispute: every(staff, can('view', 'timecards')),
    answer_dispute: either(can('create', 'timeEntries'), approvers),
    sign: every(staff, can('view', 'timecards')),
    approve: every(approvers, can('edit', 'timecards')),
    reject: approvers,
    reopen: can('edit', 'users'),
  },
  sort: 'week_start',
  direction: 'desc',
  fields: {
    user_id: ref('user').label('Person'),
    /** The first day of the week, by the company's setting. */
    week_start: date().unique('This week already exists.', ['user_id']),
    submitted_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    submitted_at: instant().optional().readonly(),
    approved_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    approved_at: instant().optional().readonly(),
    rejected_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    rejected_at: instant().optional().readonly(),
    rejected_reason: text().optional().readonly(),
    reopened_reason: text().optional().readonly(),
    /** The reason given when approving a week that the law permits only as an exception. */
    exception_reason: text().optional().readonly(),
    exported_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    exported_at: instant().optional().readonly(),
    /** What the employee reported as wrong; it stays until the week's hours change or someone answers it. */
    disputed_reason: text().optional().readonly(),
    disputed_at: instant().optional().readonly(),
    dispute_answer: text().optional().readonly(),
    dispute_answered_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    dispute_answered_at: instant().optional().readonly(),
    /** The strokes of the person's own signature, and when and in whose hands, if it was given on someone's phone. */
    signature_path: longText().optional().readonly(),
    signed_at: instant().optional().readonly(),
    signed_with_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    /** Exactly what was signed; the signature no longer holds once the hours have changed. */
    signed_lines: json(signedLines).optional().readonly(),
    signature_void_at: instant().optional().readonly(),
    /** Stored at approval, so that later changes of settings do not affect an approved week. */
    totals: json(totals).optional().readonly(),
    split: json(split).optional().readonly(),
  },
  computed: { user_name: related('user_id', 'name').searchable() },
  filters: {
    from: filter(date(), (day) => ({ week_start: between(day, null) })),
    to: filter(date(), (day) => ({ week_start: between(null, day) })),
    status: filter(
      choice('open', 'submitted', 'approved', 'exported', 'all').default('all'),
      (status) => stages[status],
    ),
    /** Whether someone disputes the week and has no answer. */
    disputed: filter(flag(), (yes) => (yes ? { disputed_at: not(null), dispute_answered_at: null } : {})),
  },
  // A week is found by its first day.
  offline: { days: 21 },
  actions: ['submit', 'unsubmit', 'dispute', 'answer_dispute', 'sign', 'approve', 'reject', 'reopen'],
  online: ['answer_dispute', 'approve', 'reject', 'reopen'],
  natural: ['user_id', 'week_start'],
  undo: { sign: false, answer_dispute: false },
  effects: {
    sign: ({ user_id }, { signature_path, lines }, by) => ({
      signature_path: typeof signature_path === 'string' ? signature_path : null,
      signed_at: by.now,
      signed_with_id: by.user_id === user_id ? null : by.user_id,
      signed_lines: z.safeParse(signedLines, lines).data ?? null,
      signature_void_at: null,
    }),
  },
  workflow: {
    states: {
      open: { label: 'Open' },
      submitted: { label: 'Submitted', stamp: 'submitted' },
      approved: { label: 'Approved', stamp: 'approved', refusal: LOCKED },
      exported: { label: 'Exported', stamp: 'exported', refusal: LOCKED },
    },
    steps: {
      submit: {
        from: ['open', 'submitted'],
        to: 'submitted',
        label: 'Submit',
        done: 'Week submitted.',
        undo: 'unsubmit',
        history: ({ user_id, user_name }, by) => (by === user_id ? 'submitted' : `submitted for ${user_name}`),
      },
      unsubmit: {
        from: ['submitted'],
        to: 'open',
        label: 'Take back submission',
        done: 'Week taken back.',
        undo: 'submit',
        history: 'took back',
      },
      dispute: {
        from: ['open', 'submitted'],
        to: 'open',
        label: 'Something’s wrong',
        done: 'Sent.',
        reason: { field: 'disputed_reason', message: ADD_A_REASON },
      },
      approve: {
        from: ['open', 'submitted'],
        to: 'approved',
        taken: ['exported'],
        label: 'Approve',
        done: 'Week approved.',
        primary: true,
      },
      reject: {
        from: ['open', 'submitted'],
        to: 'open',
        label: 'Send back',
        done: 'Week sent back.',
        history: 'sent back',
        reason: { field: 'rejected_reason', message: ADD_A_REASON },
      },
      reopen: {
        from: ['open', 'submitted', 'approved'],
        to: 'open',
        label: 'Reopen',
        done: 'Week reopened.',
        reason: { field: 'reopened_reason', message: ADD_A_REASON },
        refusal: 'This week is exported. Undo its batch first.',
      },
    },
  },
  display: {
    icon: 'clock',
    title: ({ user_name, week_start }) => `${user_name}, week of ${formatDay(week_start)}`,
    href: ({ user_id, week_start }) => `/timecard?week=${week_start}&user=${user_id}`,
  },
})
export type Timecard = RecordOf<typeof timecards>
export type Totals = NonNullable<Timecard['totals']>

/** Users who may see everyone's time. Foremen see their crews', everyone else their own (rule time-visibility). */
export const seesAllTime = either(can('approve', 'timecards'), can('delete', 'timeEntries'))
