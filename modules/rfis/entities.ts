import * as z from 'zod/mini'
import { area, can, every, staff, type Id } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, embed, json, lines, longText, number, ref } from '#core/entity/fields.ts'
import { filter } from '#core/query/filters.ts'
import { anyOf, not, some } from '#core/query/where.ts'
import { itemFacts, itemFields, itemFilters, workItem } from '../work-items/entities.ts'
import { customFieldValues } from '../custom-fields/entities.ts'
import { views } from '../messages/entities.ts'
import { lockedErrors, mayAttach, mayStep, steps } from './guards.ts'
import { checkSharing, readsSharing } from './sharing.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'project.open_rfis': number
  }
}

const viewers = can('view', 'rfis')
const writers = every(staff, can('create', 'rfis'))

/** A question to the designers that must be answered (rule rfi). */
/** The RFIs that a user wrote, is assigned to or is on the distribution of. */
export const mine = (id: Id) =>
  anyOf<{ user_id: Id; assigned_id: Id | null; distributions: { user_id: Id }[] }>(
    { user_id: id },
    { assigned_id: id },
    { distributions: some({ user_id: id }) },
  )

export const rfis = defineEntity('rfi', {
  ...workItem('rfis', {
    noun: 'RFI',
    plural: 'RFIs',
    icon: 'message-circle-question-mark',
    href: ({ id }) => `/rfis/${id}`,
  }),
  area: area(
    'rfis',
    {
      project_manager: ['view', 'create', 'edit', 'delete'],
      office_staff: ['view', 'create', 'edit'],
      foreman: ['view', 'create'],
      employee: ['view'],
      customer: ['view'],
      contact: ['view'],
    },
    { own: true },
  ),
  // Authors may edit and step their own RFIs, so these guards are wide; `may` checks each record.
  access: {
    edit: writers,
    send: writers,
    unsend: writers,
    resolve: writers,
    unresolve: writers,
    mark_messages_viewed: viewers,
    // The next number reveals how many RFIs there are, so it is limited to users who may create them.
    next_number: writers,
  },
  sort: '-number',
  specified: {
    fields: [
      'project_id',
      'user_id',
      'assigned_id',
      'title',
      'question',
      'distributions',
      'custom_field_values',
      'number',
      'resolved_id',
      'resolved_at',
      'sent_id',
      'sent_at',
      'assigned_name',
      'user_name',
      'resolved_name',
      'sent_name',
      'project',
      'messages',
      'views',
    ],
    queries: ['api/projects/{project_id}/rfis/next_number', 'api/rfis/subscribed_and_unread'],
    actions: ['resolve', 'unresolve', 'mark_messages_viewed', 'send', 'unsend'],
  },
  fields: {
    ...itemFields('RFI'),
    question: longText().searchable(),
    distributions: lines({ user_id: ref('user', { onDelete: 'cascade' }) }).label('Distribution'),
    cost_impact: choice('none', 'possible', 'yes').default('none'),
    schedule_impact_days: number({ min: 0, max: 3650, decimals: 0 }).optional().label('Schedule impact in days'),
    custom_field_values: customFieldValues(),
    views: views(),
  },
  computed: {
    ...itemFacts(),
    /** The project's fields that are shown with an RFI. */
    project: json(z.object({ id: z.number(), name: z.string(), number: z.string() })),
    message_count: number().default(0),
    /** The author of the last message; null if there is none. */
    last_user_id: json(z.nullable(z.number())),
    messages: embed('message', {}, { listed: true }),
  },
  filters: {
    ...itemFilters(),
    /** `mine` are the open RFIs that the user wrote, is assigned to or is on the distribution of. */
    view: filter(choice('mine', 'open', 'resolved', 'all').default('all'), (view, { user }) =>
      view === 'all'
        ? {}
        : { resolved_at: view === 'resolved' ? not(null) : null, ...(view === 'mine' && mine(user.id)) },
    ),
  },
  actions: ['mark_messages_viewed'],
  // It is sent again when the RFI is looked at with a connection.
  online: ['mark_messages_viewed'],
  queries: ['next_number', 'subscribed_and_unread'],
  totals: {
    'project.open_rfis': { of: 'project_id', where: { resolved_at: null }, labels: ['open RFI', 'open RFIs'] },
  },
  whileActive: { on: 'project_id', except: ['mark_messages_viewed'] },
  rules: {
    reads: readsSharing,
    may: (verb, { before }, { user }) =>
      !before || verb === 'delete' || verb === 'mark_messages_viewed' || mayStep(before, user),
    validate: (draft, before, by) => ({ ...lockedErrors(draft, before), ...checkSharing(draft, before, by) }),
    mayAttach: (at, rfi, { user }) => mayAttach(at, rfi, user),
    steps,
  },
  workflow: {
    states: {
      draft: { label: 'Not sent', tone: 'neutral' },
      sent: { label: 'Open', stamp: 'sent' },
      resolved: { label: 'Resolved', stamp: 'resolved' },
    },
    steps: {
      send: {
        from: ['draft'],
        to: 'sent',
        label: 'Send',
        icon: 'send',
        done: 'RFI sent.',
        undo: 'unsend',
        primary: true,
        may: mayStep,
      },
      resolve: {
        from: ['sent'],
        to: 'resolved',
        label: 'Resolve',
        icon: 'check',
        done: 'RFI resolved.',
        // A reply, which becomes the official answer.
        asks: { official_id: ref('message').optional().label('Official answer') },
        undo: 'unresolve',
        button: true,
        may: mayStep,
      },
      unsend: {
        from: ['sent'],
        to: 'draft',
        label: 'Unsend',
        icon: 'undo-2',
        done: 'RFI taken back.',
        undo: 'send',
        history: 'took back',
        may: mayStep,
      },
      unresolve: {
        from: ['resolved'],
        to: 'sent',
        label: 'Unresolve',
        icon: 'undo-2',
        done: 'RFI reopened.',
        undo: 'resolve',
        may: mayStep,
      },
    },
  },
})
export type Rfi = RecordOf<typeof rfis>
