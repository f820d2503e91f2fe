import * as z from 'zod/mini'
import { area, can, every, staff, type Guard } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, instant, json, number, ref, related, text } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { signature } from '#core/entity/signature.ts'
import { filter } from '#core/query/filters.ts'
import { between, not, type AnyWhere } from '#core/query/where.ts'
import { formatDay } from '#lib/days.ts'
import {
  ADD_A_REASON,
  isDisputed,
  isLocked,
  LOCKED,
  mayAnswer,
  mayChangeWeek,
  mayStep,
  stateOf,
  statementsOf,
  weekMarks,
  weekStates,
} from './guards.ts'
import { signedLines, split, statements, totals } from './week-values.ts'

/** The conditions of a week's states, as a list filters by them. */
export const stages: Record<'open' | 'submitted' | 'approved' | 'exported' | 'all', AnyWhere> = {
  open: { submitted_at: null, approved_at: null },
  submitted: { submitted_at: not(null), approved_at: null },
  approved: { approved_at: not(null), exported_at: null },
  exported: { exported_at: not(null) },
  all: {},
}

const approvers = can('approve', 'timecards')

/** Users who may see everyone's time. Others see that of whom they lead and what they entered, or their own (rule time-visibility). */
export const seesAllTime: Guard = (user) => approvers(user) || can('delete', 'timeEntries')(user)
const enterers: Guard = (user) => approvers(user) || can('create', 'timeEntries')(user)

/** What a week says of all its days is not for those who see some of them. */
const own = { own: 'user_id' }

/** What a person may say beside what is wrong: which entry, and what its hours should be. */
const proposed = {
  disputed_entry_id: ref('time_entry', { onDelete: 'keep' }).optional().label('Which hours'),
  disputed_hours: number({ min: 0, max: 24, hours: true }).optional().label('What they should be'),
}

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
    answer_dispute: enterers,
    take_back_answer: enterers,
    sign: every(staff, can('view', 'timecards')),
    approve: every(approvers, can('edit', 'timecards')),
    reject: approvers,
    reopen: every(approvers, can('edit', 'timecards')),
  },
  sort: '-week_start',
  fields: {
    user_id: ref('user').label('Person'),
    /** The first day of the week, by the company's setting. */
    week_start: date().unique('This week already exists.', ['user_id']),
    rejected_reason: text().optional().readonly(),
    reopened_reason: text().optional().readonly(),
    /** The reason given when approving a week that the law permits only as an exception. */
    exception_reason: text().optional().readonly(),
    /** What the employee reported as wrong; it stays until the week's hours change or someone answers it. */
    disputed_reason: text().optional().readonly(),
    disputed_entry_id: proposed.disputed_entry_id.readonly(),
    disputed_hours: proposed.disputed_hours.readonly(),
    /** What was said before that and has no answer yet either, oldest first. */
    disputed_before: json(statements).optional().readonly(),
    dispute_answer: text().optional().readonly(),
    /** The strokes of the person's own signature, and when and in whose hands, if it was given on someone's phone. */
    signature_path: signature().optional().readonly(),
    signed_at: instant().optional().readonly(),
    signed_with_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    /** Exactly what was signed; the signature no longer holds once the hours have changed. */
    signed_lines: json(signedLines).optional().readonly().readableBy(seesAllTime, own),
    signature_void_at: instant().optional().readonly(),
    /** Stored at approval, so that later changes of settings do not affect an approved week. */
    totals: json(totals).optional().readonly().readableBy(seesAllTime, own),
    split: json(split).optional().readonly().readableBy(seesAllTime, own),
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
  actions: ['sign'],
  undo: { sign: false },
  online: ['answer_dispute', 'take_back_answer', 'approve', 'reject', 'reopen'],
  natural: ['user_id', 'week_start'],
  rules: {
    may: (verb, at, { user }) => mayChangeWeek(verb, at, user),
    steps: { sign: (week) => (isLocked(week) ? LOCKED : undefined), dispute: (_, __, body) => proposalErrors(body) },
  },
  effects: {
    // It is open again until the answer.
    dispute: (week, body) => ({
      submitted_id: null,
      submitted_at: null,
      ...proposalIn(body),
      disputed_before: isDisputed(week) ? statementsOf(week).slice(-MOST_STATEMENTS) : null,
    }),
    reopen: () => ({ totals: null, split: null }),
    sign: ({ user_id }, { signature_path, lines }, by) => ({
      signature_path: typeof signature_path === 'string' ? signature_path : null,
      signed_at: by.now,
      signed_with_id: by.user_id === user_id ? null : by.user_id,
      signed_lines: z.safeParse(signedLines, lines).data ?? null,
      signature_void_at: null,
    }),
  },
  workflow: {
    states: weekStates,
    marks: weekMarks,
    steps: {
      submit: {
        from: ['open', 'rejected'],
        to: 'submitted',
        label: 'Submit',
        icon: 'send',
        done: 'Week submitted.',
        undo: 'unsubmit',
        for: 'user_id',
        primary: true,
        may: mayStep,
        batch: {
          past: 'submitted',
          message: (weeks) => `You confirm that these hours are correct: ${namesOf(weeks)}.`,
        },
      },
      unsubmit: {
        from: ['submitted'],
        to: 'open',
        label: 'Take back submission',
        icon: 'undo-2',
        done: 'Week taken back.',
        undo: 'submit',
        history: 'took back',
        may: mayStep,
        offered: ({ user_id, submitted_id }, { id }) => user_id === id || submitted_id === id,
      },
      dispute: {
        from: ['open', 'rejected', 'submitted'],
        marks: 'disputed',
        again: true,
        clears: 'answered',
        label: 'Something’s wrong',
        icon: 'circle-alert',
        done: 'Sent.',
        reason: { field: 'disputed_reason', message: ADD_A_REASON, label: 'What is wrong?' },
        asks: proposed,
        may: mayStep,
        offered: (week, user) => week.user_id === user.id && stateOf(week) !== 'submitted',
      },
      answer_dispute: {
        from: ['disputed'],
        marks: 'answered',
        label: 'Answer',
        icon: 'message-square-text',
        done: 'Answered.',
        refusal: 'Nobody disputes this week.',
        reason: { field: 'dispute_answer', message: ADD_A_REASON, label: 'What do you answer?' },
        undo: 'take_back_answer',
        offered: mayAnswer,
      },
      take_back_answer: {
        from: ['answered'],
        clears: 'answered',
        label: 'Take back answer',
        icon: 'undo-2',
        done: 'Answer taken back.',
        history: 'took back the answer to',
        refusal: 'Nobody has answered.',
        // By Undo.
        offered: () => false,
      },
      approve: {
        from: ['open', 'rejected', 'submitted'],
        to: 'approved',
        taken: ['exported'],
        label: 'Approve',
        icon: 'check',
        done: 'Week approved.',
        primary: true,
        // Hours that the law permits only as an exception.
        asks: { exception: text().optional().label('Reason for the exception') },
        offered: (week) => stateOf(week) === 'submitted',
        batch: { past: 'approved' },
      },
      reject: {
        from: ['open', 'rejected', 'submitted'],
        to: 'rejected',
        label: 'Send back',
        icon: 'corner-up-left',
        done: 'Week sent back.',
        history: 'sent back',
        reason: { field: 'rejected_reason', message: ADD_A_REASON, title: 'Send this week back' },
        button: true,
        offered: (week) => stateOf(week) === 'submitted',
      },
      reopen: {
        from: ['open', 'rejected', 'submitted', 'approved', 'exported'],
        to: 'open',
        label: 'Reopen',
        icon: 'undo-2',
        done: 'Week reopened.',
        reason: { field: 'reopened_reason', message: ADD_A_REASON, title: 'Reopen this week' },
        offered: isLocked,
      },
    },
  },
  display: {
    noun: 'week',
    icon: 'clock',
    title: ({ user_name, week_start }) => `${user_name}, week of ${formatDay(week_start)}`,
    href: ({ user_id, week_start }) => `/timecard?week=${week_start}&user=${user_id}`,
  },
})
export type Timecard = RecordOf<typeof timecards>

/** So many statements before the newest are kept. */
const MOST_STATEMENTS = 20

/** What a dispute proposes; a proposal that was made before stays with what was said then. */
const proposalIn = ({ disputed_entry_id: id, disputed_hours: hours }: Readonly<Record<string, unknown>>) => ({
  disputed_entry_id: typeof id === 'number' ? id : null,
  disputed_hours: typeof hours === 'number' ? hours : null,
})

function proposalErrors(body: Readonly<Record<string, unknown>>): FieldErrors | undefined {
  const { disputed_entry_id, disputed_hours } = proposalIn(body)
  if ((disputed_entry_id === null) === (disputed_hours === null)) return undefined
  return disputed_hours === null
    ? { disputed_hours: ['Say what these hours should be.'] }
    : { disputed_entry_id: ['Choose the hours that you mean.'] }
}

const namesOf = (weeks: readonly { readonly user_name: string }[]) => weeks.map(({ user_name }) => user_name).join(', ')
export type Totals = NonNullable<Timecard['totals']>
