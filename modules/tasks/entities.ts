import { area, can, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, lines, longText, number, ref, text } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { not } from '#core/query/where.ts'
import { itemFacts, itemFields, itemFilters, workItem } from '../work-items/entities.ts'
import {
  mayAssign,
  mayAttach,
  mayComplete,
  mayStep,
  openLinesIn,
  openLinesQuestion,
  readsBlocking,
  steps,
  taskErrors,
  ticked,
} from './guards.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'project.open_tasks': number
  }
}

const viewers = can('view', 'tasks')

export const priorities = ['low', 'medium', 'high'] as const

/** A piece of work of a project, in one of its phases (rule task). */
export const tasks = defineEntity('task', {
  ...workItem('tasks', {
    noun: 'task',
    icon: 'list-todo',
    numbered: ({ number }) => (number === null ? 'New' : String(number)),
  }),
  area: area(
    'tasks',
    {
      project_manager: ['view', 'create', 'edit', 'delete'],
      office_staff: ['view', 'create', 'edit', 'delete'],
      foreman: ['view', 'create', 'edit'],
      employee: ['view', 'edit'],
      contact: ['view', 'edit'],
    },
    { own: true },
  ),
  access: { complete: viewers, reopen: viewers, tick: viewers, next_number: can('create', 'tasks') },
  sort: 'sort',
  fields: {
    ...itemFields('task'),
    description: longText().optional().searchable(),
    phase_id: ref('phase').optional(),
    priority: choice(...priorities).default('medium'),
    /** The place within its phase. */
    sort: number({ decimals: 4 }).default(0),
    checklist: lines({
      text: text(),
      done_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
      done_at: instant().optional().readonly(),
    }),
    /** What has to be done or answered first. */
    blocked_by_id: ref('task', { onDelete: 'keep' }).optional().label('Blocked by task'),
    blocked_rfi_id: ref('rfi', { onDelete: 'keep' })
      .optional()
      .label('Blocked by RFI')
      .readableBy(staff)
      .writableBy(staff),
    default_task_id: ref('default_task').optional().readonly(),
  },
  computed: itemFacts(),
  filters: {
    ...itemFilters(),
    /** `mine` are open and assigned to the user. */
    view: filter(choice('mine', 'open', 'completed', 'all').default('all'), (view, { user }) => {
      if (view === 'all') return {}
      if (view === 'completed') return { completed_at: not(null) }
      return { completed_at: null, ...(view === 'mine' && { assigned_id: user.id }) }
    }),
  },
  actions: ['tick'],
  queries: ['next_number'],
  totals: {
    'project.open_tasks': { of: 'project_id', where: { completed_at: null }, labels: ['open task', 'open tasks'] },
  },
  effects: { tick: ({ checklist }, body, by) => ({ checklist: ticked(checklist, body, by) }) },
  rules: {
    reads: readsBlocking,
    may(verb, { before, draft }, { user }) {
      if (verb === 'tick') return before !== null && mayStep(before, user)
      return verb === 'create' || verb === 'edit' ? mayAssign(draft, before, user) : true
    },
    validate: taskErrors,
    mayAttach: (at, task, { user }) => mayAttach(at, task, user),
    steps,
  },
  workflow: {
    states: { open: { label: 'Open' }, completed: { label: 'Completed', tone: 'done', stamp: 'completed' } },
    steps: {
      complete: {
        from: ['open'],
        to: 'completed',
        label: 'Complete',
        icon: 'check',
        done: 'Task completed.',
        undo: 'reopen',
        primary: true,
        for: 'assigned_id',
        question: { title: 'Complete this task?', message: openLinesQuestion, confirm: 'Complete anyway' },
        batch: { past: 'completed', message: openLinesIn },
        may: mayComplete,
      },
      reopen: {
        from: ['completed'],
        to: 'open',
        label: 'Reopen',
        icon: 'rotate-cw',
        done: 'Task reopened.',
        undo: 'complete',
        button: true,
        batch: { past: 'reopened' },
        may: mayStep,
      },
    },
  },
})
export type Task = RecordOf<typeof tasks>
export type Line = Task['checklist'][number]
