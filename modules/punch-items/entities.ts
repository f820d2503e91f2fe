import * as z from 'zod/mini'
import { area, can, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, embed, flag, json, longText, ref, text } from '#core/entity/fields.ts'
import { fileFields, mailed } from '#core/entity/files.ts'
import { filter } from '#core/query/filters.ts'
import { anyOf, between, not } from '#core/query/where.ts'
import { addDays } from '#lib/days.ts'
import { MOST_MAILED_BYTES } from '#lib/file-size.ts'
import { itemFacts, itemFields, itemFilters, workItem } from '../work-items/entities.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { read } from '#core/entity/rules.ts'
import {
  codeErrors,
  mailsItems,
  mayAssignTo,
  mayAttach,
  mayCheck,
  mayComplete,
  mayReopen,
  neverCompleted,
  steps,
} from './guards.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'project.open_punch_items': number
  }
}

const viewers = can('view', 'punchItems')

export const priorities = ['low', 'medium', 'high'] as const

/** Which punch items a list shows. */
export const views = ['mine', 'to_check', 'made_to_check', 'all'] as const

/** Something found on a walk that has to be put right before a job is done (rule punch-item). */
export const punchItems = defineEntity('punch_item', {
  ...workItem('punch_items', { noun: 'punch item', icon: 'clipboard-check' }),
  area: area(
    'punchItems',
    {
      project_manager: ['view', 'create', 'edit', 'delete'],
      office_staff: ['view', 'create', 'edit'],
      foreman: ['view', 'create', 'edit'],
      employee: ['view', 'edit'],
      customer: ['view', 'create'],
      contact: ['view', 'edit'],
    },
    { own: true },
  ),
  // Each step says who may take it. The next number reveals how many items there are.
  access: {
    complete: viewers,
    close: viewers,
    reject: viewers,
    reopen: viewers,
    next_number: can('create', 'punchItems'),
  },
  sort: 'number',
  fields: {
    ...itemFields('punch item'),
    description: longText().optional().searchable(),
    location: text().optional().searchable(),
    trade: text().optional().searchable(),
    priority: choice(...priorities).default('medium'),
    cost_code_id: ref('cost_code').optional().readableBy(staff).writableBy(staff),
    private: flag().default(false).help('Guests do not see it.').writableBy(staff),
    requires_photo: flag().default(false).label('Completion needs a photo').writableBy(staff),
    default_punch_item_id: ref('default_punch_item')
      .optional()
      .unique('This default is on the project already.', ['project_id'])
      .readableBy(staff)
      .writableBy(staff),
    /** Why its work was last rejected. */
    rejected_reason: longText().optional().readonly(),
  },
  computed: {
    ...itemFacts(),
    /** The first photo, and the last one of the finished work, for lists. */
    photo_ids: json(z.object({ before: z.nullable(z.number()), after: z.nullable(z.number()) })).default({
      before: null,
      after: null,
    }),
    photos: embed('attachment', { image: true }),
  },
  filters: {
    ...itemFilters(),
    state: filter(choice('open', 'completed', 'closed', 'all').default('all'), (state) => {
      if (state === 'all') return {}
      if (state === 'closed') return { closed_at: not(null) }
      return { closed_at: null, completed_at: state === 'open' ? null : not(null) }
    }),
    /** `mine` are open and assigned to the user; `to_check` are completed and not closed, `made_to_check` the user's own of them. */
    view: filter(choice(...views).default('all'), (view, { user }) => {
      if (view === 'all') return {}
      if (view === 'mine') return { assigned_id: user.id, completed_at: null, closed_at: null }
      const waiting = { completed_at: not(null), closed_at: null }
      return view === 'to_check' ? waiting : { ...waiting, user_id: user.id }
    }),
    /** Open items due before a day that the user made or has to do. */
    late: filter(date(), (today, { user }) => ({
      due_date: between(null, addDays(today, -1)),
      completed_at: null,
      closed_at: null,
      ...anyOf<{ assigned_id: number | null; user_id: number }>({ assigned_id: user.id }, { user_id: user.id }),
    })),
  },
  queries: ['next_number'],
  totals: {
    'project.open_punch_items': {
      of: 'project_id',
      where: { completed_at: null, closed_at: null },
      labels: ['open punch item', 'open punch items'],
    },
  },
  rules: {
    reads: ({ cost_code_id }) => (cost_code_id ? [read(costCodes, { id: cost_code_id })] : []),
    may: (verb, { before, draft }, { user }) =>
      verb === 'create' || verb === 'edit' ? mayAssignTo(draft, before, user) : true,
    validate: codeErrors,
    mayAttach: (at, item, { user }) => mayAttach(at, item, user),
    steps,
  },
  workflow: {
    states: {
      open: { label: 'Open', refusal: 'This punch item is not completed.' },
      completed: { label: 'Completed', tone: 'primary', stamp: 'completed' },
      closed: { label: 'Closed', tone: 'done', stamp: 'closed' },
    },
    marks: { rejected: { label: 'Rejected', tone: 'attention', stamp: 'rejected' } },
    steps: {
      complete: {
        from: ['open'],
        to: 'completed',
        label: 'Complete',
        icon: 'check',
        done: 'Punch item completed.',
        undo: 'reopen',
        primary: true,
        for: 'assigned_id',
        batch: { past: 'completed' },
        may: mayComplete,
      },
      close: {
        from: ['open', 'completed'],
        to: 'closed',
        label: 'Close',
        icon: 'check',
        done: 'Punch item closed.',
        undo: 'reopen',
        primary: ['completed'],
        batch: { past: 'closed', confirms: ['not_completed'], message: neverCompleted },
        may: mayCheck,
      },
      reject: {
        from: ['completed'],
        to: 'open',
        marks: 'rejected',
        button: true,
        label: 'Reject',
        icon: 'undo-2',
        done: 'Punch item rejected.',
        reason: { field: 'rejected_reason', message: 'Add a reason for rejecting.' },
        batch: { past: 'rejected' },
        may: mayCheck,
      },
      reopen: {
        from: ['completed', 'closed'],
        to: 'open',
        // It says nothing about the work, so the reason of an earlier rejection no longer applies.
        clears: 'rejected',
        label: 'Reopen',
        icon: 'rotate-cw',
        done: 'Punch item reopened.',
        undo: 'complete',
        batch: { past: 'reopened' },
        may: mayReopen,
      },
    },
  },
})
export type PunchItem = RecordOf<typeof punchItems>

/** A PDF of a person's open items that was mailed to that person, who needs no account for it (rule punch-mailing). */
export const punchMailings = defineEntity('punch_mailing', {
  endpoint: 'api/projects/{project_id}/punch_mailings',
  area: 'punchItems',
  ...mailed(mailsItems),
  whileActive: 'project_id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    assigned_id: ref('user', { onDelete: 'keep' }).label('Person'),
    ...fileFields(MOST_MAILED_BYTES),
    /** Where it was mailed to; the person's address may have changed since. */
    address: text().optional().readonly(),
  },
})
export type PunchMailing = RecordOf<typeof punchMailings>
